import type { DraftItem } from '@askwell/contract/drafts.ts'
import { commentAnchor } from '../../components/comments/comment-row.tsx'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { addressOf } from './profile-items.tsx'
import { DROP_DRAFT } from './send-drop-draft.ts'

/** Where one goes on writing; nothing where it can't be seen any more. */
const continueAt = (draft: DraftItem) => {
  const { kind, object_type, object_id, question_id, answer_id, url_title } = draft
  if (kind === 'question') return paths.ask()
  if (kind === 'profile') return paths.settings('profile')
  if (object_id === '0') return undefined
  if (kind === 'flag') return paths.flag(object_id)
  if (object_type === 'tag') return paths.editTag(object_id)
  const post = addressOf({ question_id, answer_id: '', url_title })
  if (kind === 'answer') return `${post}#write-answer`
  if (kind === 'comment') return `${post}?comment=${object_id}#comments-${object_id}`
  if (kind === 'reply') return `${post}?reply=${object_id}#${commentAnchor(object_id)}`
  if (object_type === 'comment') return `${post}?edit_comment=${object_id}#${commentAnchor(object_id)}`
  return object_type === 'answer' ? paths.editAnswer(question_id, answer_id) : paths.editQuestion(question_id)
}

const UNTITLED: Partial<Record<DraftItem['kind'], 'draft_untitled' | 'draft_own_profile'>> = {
  question: 'draft_untitled',
  profile: 'draft_own_profile',
}

/** What one is writing, for oneself alone. */
export function DraftsTab({ list }: { list: DraftItem[] }) {
  const t = useText('users')
  if (list.length === 0)
    return (
      <Empty icon="inbox" title={t('none_drafts')}>
        {t('drafts_note')}
      </Empty>
    )
  return (
    <>
      <p className="member-note">{t('drafts_note')}</p>
      <ol className="top-list">
        {list.map((draft) => (
          <Draft key={draft.name} draft={draft} />
        ))}
      </ol>
    </>
  )
}

function Draft({ draft }: { draft: DraftItem }) {
  const t = useText('users')
  const address = continueAt(draft)
  const title = draft.title || t(UNTITLED[draft.kind] ?? 'draft_gone')
  return (
    <li className="top-item draft-item">
      <div className="top-what">
        <span className="top-note">
          {t(`draft_${draft.kind}`)} · <Time at={draft.saved_at} />
        </span>
        {address ? (
          <Link to={address} dir="auto">
            {title}
          </Link>
        ) : (
          <span dir="auto">{title}</span>
        )}
        {draft.excerpt && (
          <p className="top-excerpt" dir="auto">
            {draft.excerpt}
          </p>
        )}
      </div>
      <PageForm intent={DROP_DRAFT}>
        {(_, { busy }) => (
          <>
            <input type="hidden" name="name" value={draft.name} />
            <Button type="submit" size="small" busy={busy} aria-label={t('draft_discard_of', { title })}>
              {t('draft_discard')}
            </Button>
          </>
        )}
      </PageForm>
    </li>
  )
}
