import type { Unreviewed } from '@askwell/contract/revisions.ts'
import { paths } from '../../paths.ts'
import { Diff } from '../../shared/diff.tsx'
import { comparedOf } from '../../shared/suggestion.tsx'
import { UserLink } from '../../shared/user-card.tsx'
import { useText } from '../../text.tsx'
import { Button } from '../../ui/button.tsx'
import { Label } from '../../ui/label.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import { KeyOf, ReviewItem } from './review-item.tsx'

const placeOf = ({ type, info }: Unreviewed) => {
  const { question_id: id, url_title, answer_id, tags, title } = info
  if (type === 'tag') return paths.tagInfo(tags[0]?.slug_name ?? title)
  return answer_id ? paths.answer({ id, url_title }, answer_id) : paths.question({ id, url_title })
}

export function SuggestedItem({ item, place, single }: { item: Unreviewed; place: string; single: boolean }) {
  const t = useText('review')
  const revisions = useText('revisions')
  const { info, unreviewed_info: suggestion, merged } = item
  return (
    <ReviewItem
      name={`suggested_post_edit ${suggestion.id}`} title={info.title} place={place} single={single}
      label={<Label kind="accent" icon="pencil">{t('suggested_edit')}</Label>}
      buttons={(
        <>
          <Button type="submit" look="primary" icon="check" name="operation" value="approve" data-key="a">{t('approve')}<KeyOf name="a" /></Button>
          <Button type="submit" look="danger" icon="x" name="operation" value="reject" data-key="r">{t('reject')}<KeyOf name="r" /></Button>
        </>
      )}
    >
      <h2 className="question-row-title"><Link to={placeOf(item)}>{info.title}</Link></h2>
      <p className="review-suggested">{t('suggested_by')} <UserLink user={suggestion.user_info} />, <Time at={suggestion.create_at} />{suggestion.reason && <q dir="auto">{suggestion.reason}</q>}</p>
      {merged && <Notice kind={merged.conflicts ? 'warning' : 'info'}>{revisions(merged.conflicts ? 'moved_on_conflict' : 'moved_on_merged')}</Notice>}
      <Diff {...comparedOf(item)} />
    </ReviewItem>
  )
}
