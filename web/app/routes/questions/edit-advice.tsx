import { AsideSection } from '../../components/layout/page-frame.tsx'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import '../../components/lists/check-list.css'

/** What a good edit is. */
export function EditAdvice() {
  const t = useText('ask')
  return (
    <AsideSection id="good-edits" title={t('good_edits')}>
      <ul className="check-list">
        {[t('edit_1'), t('edit_2'), t('edit_3')].map((words) => (
          <li key={words}>
            <Icon name="check" small />
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </AsideSection>
  )
}
