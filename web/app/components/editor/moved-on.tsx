import type { Refusal } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { Notice } from '../../ui/notice.tsx'
import '../../ui/text-input.css'
import './editor.css'

/** The text as somebody else has saved it meanwhile; of a question with title and tags. */
interface Moved {
  content: string
  revision_id: string
  title?: string
  tags?: string[]
}

export const movedOn = (refusal: Refusal | undefined) =>
  refusal?.reason === 'error.revision.moved_on' ? (refusal.data as { theirs: Moved }).theirs : undefined

/** Both texts at once: theirs to read and copy from here, one's own in the form below. Saving again is a decision then. */
export function MovedOn({ theirs: { content, title, tags } }: { theirs: Moved }) {
  const t = useText('ask')
  const facts = [
    [t('title_label'), title],
    [t('tags_label'), tags?.join(', ')],
  ].filter(([, value]) => value)
  return (
    <div className="moved-on">
      <Notice kind="warning" title={t('moved_title')}>
        <p>{t('moved')}</p>
        {facts.map(([name, value]) => (
          <p key={name}>
            <b>{name}:</b> <span dir="auto">{value}</span>
          </p>
        ))}
        <textarea className="input" aria-label={t('their_text')} readOnly rows={8} value={content} dir="auto" />
      </Notice>
    </div>
  )
}
