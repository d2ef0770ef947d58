import { useEffect, useState, type MouseEvent } from 'react'
import { useFetcher } from 'react-router'
import type { Reason } from '@askwell/contract/site.ts'
import type { Outcome } from '../forms.tsx'
import { paths } from '../paths.ts'
import { useText } from '../text.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toast.tsx'
import { FlagFields } from './flag-form.tsx'

interface Props {
  /** The word on the button, as the server says it. */
  word: string
  object_id: string
  /** `text` among the small tools of a comment. */
  look?: 'action' | 'text'
}

/** Opens the reasons for flagging; without scripts a page of its own has them. */
export function Flag({ word, object_id, look = 'action' }: Props) {
  const [open, setOpen] = useState(false)
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <a
        className={look === 'text' ? 'text-button' : 'post-action'}
        href={paths.flag(object_id)}
        rel="nofollow"
        onClick={press}
      >
        {look === 'action' && <Icon name="flag" small />}
        {word}
      </a>
      {open && <FlagDialog object_id={object_id} onClose={() => setOpen(false)} />}
    </>
  )
}

function FlagDialog({ object_id, onClose }: { object_id: string; onClose: () => void }) {
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
    // Whoever closes it needn't be the same at each drawing.
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
          />
        </sending.Form>
      ) : (
        <p role="status">{t('loading')}</p>
      )}
    </Dialog>
  )
}
