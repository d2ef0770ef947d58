import type { Queue } from '@askwell/contract/reviews.ts'
import { useRef } from 'react'
import { Form } from 'react-router'
import { FormToken } from '../../forms.tsx'
import { useTicked } from '../../components/lists/use-ticked.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'

interface Props {
  queue: Queue
  /** One at a time is shown. */
  single: boolean
  /** The other way to show them. */
  address: string
}

/** Decides all that are ticked below; their boxes belong to this form. */
export function Several({ queue, single, address }: Props) {
  const t = useText('review')
  const form = useRef<HTMLFormElement>(null)
  const ticked = useTicked(form)
  // Without scripts nobody counts.
  const none = useHydrated() && ticked === 0
  const [good, bad] =
    queue === 'flagged_post' ? (['ignore_report', 'delete_post'] as const) : (['approve', 'reject'] as const)
  return (
    <div className="review-several">
      {!single && (
        <Form method="post" id="several" ref={form} className="review-buttons">
          <FormToken />
          <input type="hidden" name="intent" value="decide" />
          <span className="review-several-count" role="status">
            {t('ticked', { count: ticked })}
          </span>
          <Button type="submit" size="small" name="operation" value={good} disabled={none}>
            {t(good === 'approve' ? 'approve' : 'ignore')}
          </Button>
          <Button type="submit" size="small" look="danger" name="operation" value={bad} disabled={none}>
            {t(bad === 'reject' ? 'reject' : 'delete')}
          </Button>
        </Form>
      )}
      <ButtonLink look="quiet" size="small" to={address}>
        {t(single ? 'show_list' : 'show_one')}
      </ButtonLink>
    </div>
  )
}
