import type { QueuedPost } from '@askwell/contract/reviews.ts'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Label } from '../../ui/label.tsx'
import { Notice } from '../../ui/notice.tsx'
import { KeyOf, ReviewedPost, ReviewItem } from './review-item.tsx'

export function QueuedItem({ item, place, single }: { item: QueuedPost; place: string; single: boolean }) {
  const t = useText('review')
  return (
    <ReviewItem
      name={`queued_post ${item.review_id}`}
      seen={item.text_version}
      title={item.title}
      place={place}
      single={single}
      label={
        <Label kind="accent" icon="clock">
          {t(`queued_${item.object_type}`)}
        </Label>
      }
      buttons={
        <>
          <Button type="submit" look="primary" icon="check" name="operation" value="approve" data-key="a">
            {t('approve')}
            <KeyOf name="a" />
          </Button>
          <Button type="submit" look="danger" icon="x" name="operation" value="reject" data-key="r">
            {t('reject')}
            <KeyOf name="r" />
          </Button>
        </>
      }
    >
      {item.reason && <Notice kind="warning">{item.reason}</Notice>}
      <ReviewedPost post={item} />
    </ReviewItem>
  )
}
