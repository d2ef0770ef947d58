import { useEffect, useRef, useState } from 'react'
import { SubmitButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { showToast } from './toast.tsx'

interface Props {
  save: string
  saved: string
  busy: boolean
  /** What the last saving came to, if there was one; another one is said anew. */
  done: object | undefined
}

/** The button that saves, and beside it that it was saved, until something is changed again. */
export function SaveFoot({ save, saved, busy, done }: Props) {
  const box = useRef<HTMLSpanElement>(null)
  const [changedSince, setChangedSince] = useState<object>()
  useEffect(() => {
    if (!done) return
    showToast(saved)
    const form = box.current!.closest('form')
    const change = () => setChangedSince(done)
    form?.addEventListener('input', change)
    return () => form?.removeEventListener('input', change)
  }, [done, saved])
  return (
    <>
      <SubmitButton busy={busy}>{save}</SubmitButton>
      <span className="saved-note" ref={box}>
        {done && done !== changedSince && !busy && (
          <>
            <Icon name="check" small />
            {saved}
          </>
        )}
      </span>
    </>
  )
}
