import type { Unreviewed } from '@askwell/contract/revisions.ts'
import { useText } from '../text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { Diff, Diffs } from './diff.tsx'
import { UserLink } from './user-card.tsx'

const slugs = (tags: { slug_name: string }[]) => tags.map((tag) => tag.slug_name)

/** What a suggested edit would change: against the text as it stands, also where that has moved on since. Titles and tags are the question's or the tag's own. */
export const comparedOf = ({ type, info, unreviewed_info, merged }: Unreviewed) => {
  const parts = (title: string, tags: string[], content: string) => ({
    title: type === 'answer' ? '' : title,
    tags: type === 'question' ? tags : [],
    content,
  })
  const { content } = unreviewed_info
  const clean = merged && merged.conflicts === 0 ? merged : undefined
  return {
    before: parts(info.title, slugs(info.tags), info.content),
    after: clean
      ? parts(clean.title, clean.tags, clean.content)
      : parts(unreviewed_info.title, slugs(content.tags), content.content),
  }
}

/** A suggested edit: who, when, why, and what it would change. */
export function Suggestion({ item }: { item: Unreviewed }) {
  const t = useText('revisions')
  const { unreviewed_info: revision, merged } = item
  return (
    <>
      <p className="revision-facts">
        <UserLink user={revision.user_info} /> · {t('suggested')} <Time at={revision.create_at} exact />
      </p>
      {revision.reason && (
        <p className="revision-why" dir="auto">
          {revision.reason}
        </p>
      )}
      {merged && (
        <Notice kind={merged.conflicts ? 'warning' : 'info'}>
          {t(merged.conflicts ? 'moved_on_conflict' : 'moved_on_merged')}
        </Notice>
      )}
      <Diffs label={t('changes')}>
        <Diff {...comparedOf(item)} />
      </Diffs>
    </>
  )
}
