import { AsideSection } from '../../components/layout/page-frame.tsx'
import { useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { Key } from '../../ui/key.tsx'
import { Link } from '../../ui/link.tsx'
import '../../components/lists/check-list.css'

/** What reaches one and how to change it, and the keys of the page. */
export function NotificationsAside() {
  const t = useText('notifications')
  return (
    <>
      <AsideSection id="reach" title={t('reach')} end={<Link to={paths.settings('notify')}>{t('reach_change')}</Link>}>
        <ul className="check-list">
          <li>
            <Icon name="inbox" />
            <span>{t('reach_here')}</span>
          </li>
          <li>
            <Icon name="mail" />
            <span>{t('reach_mail')}</span>
          </li>
        </ul>
      </AsideSection>
      <AsideSection id="keys" title={t('keys')}>
        <ul className="notification-keys needs-script">
          <li>
            <Key>j</Key> <Key>k</Key> {t('key_walk')}
          </li>
          <li>
            <Key>e</Key> {t('key_read')}
          </li>
        </ul>
      </AsideSection>
    </>
  )
}
