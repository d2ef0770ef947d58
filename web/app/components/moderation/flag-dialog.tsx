import type { Reason } from '@askwell/contract/site.ts'
import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { Outcome } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { FlagFields } from './flag-form.tsx'

export function FlagDialog({ object_id, onClose }: { object_id: string; onClose: () => void }) {
  const t = useText('review')
  const address = paths.flag(object_id)
  const reasons = useFetcher<{ reasons: Reason[] }>()
  const { load } = reasons
  const sending = useFetcher<Outcome>()
  const { data } = sending
  useEffect(() => void load(address), [load, address])
  useEffect(() => {
    if (!data?.ok) return
    showToast(t('flag_thanks'))
    onClose()
    // `onClose` may be a new function at each rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data])
  return (
    <Dialog open onClose={onClose} title={t('flag_title')}>
      {reasons.data ? (
        <sending.Form method="post" action={address} noValidate>
          <FlagFields
            reasons={reasons.data.reasons}
            refusal={data && !data.ok ? data : undefined}
            busy={sending.state !== 'idle'}
            cancel={<Button onClick={onClose}>{t('cancel')}</Button>}
          />
        </sending.Form>
      ) : (
        <p role="status">{t('loading')}</p>
      )}
    </Dialog>
  )
}
