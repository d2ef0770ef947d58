import type { Reason } from '@askwell/contract/site.ts'
import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { Outcome } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DraftNote } from '../editor/draft-note.tsx'
import { useFlagDraft } from './flag-draft.ts'
import { FlagFields } from './flag-form.tsx'

export function FlagDialog({ object_id, onClose }: { object_id: string; onClose: () => void }) {
  const t = useText('review')
  const address = paths.flag(object_id)
  const reasons = useFetcher<{ reasons: Reason[] }>()
  const { load } = reasons
  useEffect(() => void load(address), [load, address])
  return (
    <Dialog open onClose={onClose} title={t('flag_title')}>
      {reasons.data ? (
        <FlagForm {...{ object_id, onClose }} reasons={reasons.data.reasons} />
      ) : (
        <p role="status">{t('loading')}</p>
      )}
    </Dialog>
  )
}

function FlagForm({ object_id, reasons, onClose }: { object_id: string; reasons: Reason[]; onClose: () => void }) {
  const t = useText('review')
  const sending = useFetcher<Outcome>()
  const { data } = sending
  const refusal = data && !data.ok ? data : undefined
  const { form, keep, version, values, draft } = useFlagDraft(object_id, reasons, refusal)
  useEffect(() => {
    if (!data?.ok) return
    showToast(t('flag_thanks'))
    onClose()
    // `onClose` may be a new function at each rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data])
  return (
    <sending.Form key={version} ref={form} method="post" action={paths.flag(object_id)} noValidate onInput={keep}>
      <FlagFields
        {...{ reasons, refusal, values }}
        busy={sending.state !== 'idle'}
        cancel={<Button onClick={onClose}>{t('cancel')}</Button>}
      />
      <DraftNote draft={draft} />
    </sending.Form>
  )
}
