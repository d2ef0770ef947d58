import type { Unreviewed } from '@askwell/contract/revisions.ts'
import { useText } from '../../i18n/text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { Diff, Diffs } from '../diff/diff.tsx'
import { UserLink } from '../user/user-card.tsx'

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
        <Diff changes={item.changes} />
      </Diffs>
    </>
  )
}
