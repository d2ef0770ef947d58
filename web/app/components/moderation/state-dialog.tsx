import { TEXT_CHANGED } from '@askwell/contract/reviews.ts'
import { reasons as reasonsCall, type Reason } from '@askwell/contract/site.ts'
import { useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { FormToken, type Outcome } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { call } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { IN_LIST, kindOf, ON_PAGE, type StateAct, type StatefulPost, titleKey } from './state-acts.ts'
import { lookOf, StateFields } from './state-form.tsx'

/** Asks for confirmation, and perhaps a reason, and carries the operation out. */
export function StateDialog({
  act,
  post,
  inList,
  onClose,
}: {
  act: StateAct
  post: StatefulPost
  inList: boolean
  onClose: () => void
}) {
  const t = useText('states')
  const ui = useText('ui')
  const fetcher = useFetcher<Outcome>()
  const [reasons, setReasons] = useState<Reason[]>([])
  // As it was when the dialog opened: that is what the reviewer saw.
  const [shown] = useState(post)
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const kind = kindOf(post)
  const { data } = fetcher

  useEffect(() => {
    if (act !== 'close') return
    call(reasonsCall, { query: { object_type: kind, action: 'close' } }).then(setReasons, () => {
      showToast(ui('unreachable'), 'danger')
      onClose()
    })
    // Asked once, as it opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  // The first thing to decide on, rather than the cross in the corner.
  useEffect(
    () => form.current?.querySelector<HTMLElement>('input:not([type=hidden]), .state-cancel')?.focus(),
    [reasons],
  )
  // Behind this the text is shown as it is now.
  const isChanged = data !== undefined && !data.ok && data.reason === TEXT_CHANGED
  useEffect(() => {
    if (isChanged) void revalidate()
  }, [isChanged, revalidate])
  useEffect(() => {
    if (!data?.ok || fetcher.state !== 'idle') return
    showToast(t(`${act}_done`))
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, fetcher.state])

  return (
    <Dialog open onClose={onClose} title={t(titleKey(act, post))}>
      <fetcher.Form method="post" action={paths.state(act, post)} ref={form} noValidate>
        <FormToken />
        <input type="hidden" name="dialog" value={inList ? IN_LIST : ON_PAGE} />
        {(act !== 'close' || reasons.length > 0) && (
          <StateFields act={act} post={shown} reasons={reasons} refusal={data && !data.ok ? data : undefined} />
        )}
        <div className="dialog-buttons">
          <Button className="state-cancel" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <SubmitButton look={lookOf(act)} busy={fetcher.state !== 'idle'}>
            {t(`${act}_send`)}
          </SubmitButton>
        </div>
      </fetcher.Form>
    </Dialog>
  )
}
