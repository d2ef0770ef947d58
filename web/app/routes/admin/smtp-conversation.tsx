import type { SmtpConversation as Conversation } from '@askwell/contract/administration.ts'
import { useOutcome } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { SettingRow } from '../../ui/settings.tsx'
import './smtp-conversation.css'

/** What the test e-mail made the site and the mail server say, whether or not it was taken. */
export function SmtpConversation() {
  const t = useText('admin')
  const outcome = useOutcome<Conversation | null>('')
  const { conversation = [] } = ((outcome?.ok ? outcome.value : outcome?.data) ?? {}) as Partial<Conversation>
  if (conversation.length === 0) return null
  const help = outcome?.ok ? t('smtp_test_taken') : t('smtp_test_refused')
  return (
    <SettingRow name={t('smtp_conversation')} help={help}>
      <ol className="smtp-conversation">
        {conversation.map(({ by, text }, place) => (
          // Lines repeat, and never change.
          <li key={place} data-by={by}>
            <span className="smtp-by">{t(`smtp_by_${by}`)}</span>
            <code dir="ltr">{text}</code>
          </li>
        ))}
      </ol>
    </SettingRow>
  )
}
