import type { FlaggedPost } from '@askwell/contract/reviews.ts'
import type { Reason } from '@askwell/contract/site.ts'
import type { Refusal } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { ReasonFields } from '../../components/moderation/reason-fields.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink, ButtonRow } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Label } from '../../ui/label.tsx'
import { DecisionFold } from './decision-fold.tsx'
import { FlagNotice } from './flag-notice.tsx'
import { closingId, KeyOf, ReviewedPost, ReviewItem } from './review-item.tsx'

interface Props {
  item: FlaggedPost
  place: string
  single: boolean
  reasons: Reason[]
  refusal: Refusal | undefined
}

export function FlaggedItem({ item, place, single, reasons, refusal }: Props) {
  const t = useText('review')
  const { flag_id, object_type, object_status, object_show_status } = item
  const name = `flagged_post ${flag_id}`
  const question = object_type === 'question'
  const closable = question && object_status === 1
  const unlistable = question && object_show_status === 1
  return (
    <ReviewItem
      name={name}
      title={item.title}
      place={place}
      single={single}
      label={
        <Label kind="warning" icon="flag">
          {t(`flagged_${object_type}`)}
        </Label>
      }
      buttons={
        <>
          <Button type="submit" icon="x" name="operation" value="ignore_report" data-key="i">
            {t('ignore_short')}
            <KeyOf name="i" />
          </Button>
          {unlistable && (
            <Button type="submit" icon="eyeOff" name="operation" value="unlist_post" data-key="u">
              {t('unlist')}
              <KeyOf name="u" />
            </Button>
          )}
          <Deleting item={item} />
        </>
      }
      more={
        <>
          <ButtonLink icon="pencil" to={paths.editFlagged(flag_id)} data-key="e">
            {t('edit')}
            <KeyOf name="e" />
          </ButtonLink>
          {closable && (
            <Closing
              name={name}
              about={item.title}
              reasons={reasons}
              refusal={refusal?.values.item === name ? refusal : undefined}
            />
          )}
        </>
      }
    >
      <FlagNotice item={item} />
      <ReviewedPost post={item} />
    </ReviewItem>
  )
}

/** With a question its answers go too: that is asked once more. */
function Deleting({ item: { object_type, answer_count, title } }: { item: FlaggedPost }) {
  const t = useText('review')
  const isAnswered = object_type === 'question' && answer_count > 0
  if (!isAnswered)
    return (
      <Button type="submit" look="danger" icon="trash" name="operation" value="delete_post" data-key="d">
        {t('delete')}
        <KeyOf name="d" />
      </Button>
    )
  return (
    <Confirm
      summary={
        <>
          <Icon name="trash" small />
          {t('delete')}
          <KeyOf name="d" />
        </>
      }
      summaryClass="button button-danger"
      hotkey="d"
      question={t('delete_answered', { title, count: answer_count })}
    >
      {(cancel) => (
        <ButtonRow>
          <Button type="submit" look="danger-fill" icon="trash" name="operation" value="delete_post">
            {t('delete')}
          </Button>
          {cancel}
        </ButtonRow>
      )}
    </Confirm>
  )
}

interface ClosingProps {
  name: string
  about: string
  reasons: Reason[]
  refusal: Refusal | undefined
}

function Closing({ name, about, reasons, refusal }: ClosingProps) {
  const t = useText('review')
  return (
    <DecisionFold item={name} about={about} word={t('close')} hotkey="c" open={refusal !== undefined}>
      <ReasonFields
        id={closingId(name)}
        legend={t('close_why')}
        name="close_type"
        reasons={reasons}
        values={refusal?.values}
        errors={{ reason: refusal?.errors.close_type, remark: refusal?.errors.close_msg }}
      />
      <ButtonRow>
        <Button type="submit" look="primary" name="operation" value="close_post">
          {t('close_question')}
        </Button>
      </ButtonRow>
    </DecisionFold>
  )
}
