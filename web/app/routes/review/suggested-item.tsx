import { EDIT_SUMMARY_MAX } from '@askwell/contract/limits.ts'
import type { Unreviewed } from '@askwell/contract/revisions.ts'
import { paths } from '../../paths.ts'
import { Diff } from '../../components/diff/diff.tsx'
import { UserLink } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink, ButtonRow } from '../../ui/button.tsx'
import { Label } from '../../ui/label.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'
import { DecisionFold } from './decision-fold.tsx'
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
  const name = `suggested_post_edit ${suggestion.id}`
  return (
    <ReviewItem
      name={name}
      title={info.title}
      place={place}
      single={single}
      label={
        <Label kind="accent" icon="pencil">
          {t('suggested_edit')}
        </Label>
      }
      buttons={
        merged?.conflicts ? (
          <ButtonLink look="primary" icon="merge" to={paths.suggestion(info.object_id)} data-key="a">
            {t('put_together')}
            <KeyOf name="a" />
          </ButtonLink>
        ) : (
          <Button type="submit" look="primary" icon="check" name="operation" value="approve" data-key="a">
            {t('approve')}
            <KeyOf name="a" />
          </Button>
        )
      }
      more={<Rejecting name={name} about={info.title} />}
    >
      <h2 className="question-row-title">
        <Link to={placeOf(item)}>{info.title}</Link>
      </h2>
      <p className="review-suggested">
        {t('suggested_by')} <UserLink user={suggestion.user_info} />, <Time at={suggestion.create_at} />
        {suggestion.reason && <q dir="auto">{suggestion.reason}</q>}
      </p>
      {item.held_reason && <Notice kind="warning">{item.held_reason}</Notice>}
      {merged && (
        <Notice kind={merged.conflicts ? 'warning' : 'info'}>
          {revisions(merged.conflicts ? 'moved_on_conflict' : 'moved_on_merged')}
        </Notice>
      )}
      <Diff changes={item.changes} more={paths.suggestion(info.object_id)} />
    </ReviewItem>
  )
}

/** The member who suggested it reads the reason, if there is one. */
function Rejecting({ name, about }: { name: string; about: string }) {
  const t = useText('review')
  const revisions = useText('revisions')
  const ask = useText('ask')
  return (
    <DecisionFold item={name} about={about} word={t('reject_why')} hotkey="r" danger>
      <TextInput
        id={`reason-${name.split(' ')[1]}`}
        name="reason"
        label={revisions('reject_reason')}
        remark={ask('optional')}
        help={revisions('reject_reason_help')}
        maxLength={EDIT_SUMMARY_MAX}
        autoComplete="off"
      />
      <ButtonRow>
        <Button type="submit" look="danger-fill" icon="x" name="operation" value="reject">
          {t('reject')}
        </Button>
      </ButtonRow>
    </DecisionFold>
  )
}
