import { paths } from '../../paths.ts'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { useRoot } from '../../root-data.ts'
import { Empty } from '../../ui/empty.tsx'
import { SiteHtml } from '../../ui/raw-html.tsx'
import './maintenance.css'

export default function Maintenance() {
  const t = useText('errors')
  const { maintenance_words } = useRoot()
  return (
    <PageFrame width="wide">
      <PageMeta title={t('maintenance_title')} hidden />
      <Empty heading="h1" icon="settings" title={t('maintenance_title')}>
        {!maintenance_words && t('maintenance')}
      </Empty>
      {maintenance_words && <SiteHtml className="prose maintenance-words" html={maintenance_words} />}
      <p className="maintenance-ways">{t('maintenance_by_itself')}</p>
      <p className="maintenance-ways">
        {/* The page stands at whatever address was asked for: this asks for it again. */}
        <a href="?">{t('maintenance_again')}</a> · <a href={paths.login()}>{t('maintenance_staff')}</a>
      </p>
    </PageFrame>
  )
}
