import { type RefObject, useEffect, useRef, useState } from 'react'

const PAUSE = 1200

/** What stands in a form, each time somebody pauses; `note` says that there is more. */
export function useWritten(form: RefObject<HTMLFormElement | null>, version: number) {
  const [values, setValues] = useState<Record<string, string>>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const read = () => {
    if (form.current)
      setValues(
        Object.fromEntries([...new FormData(form.current)].filter(([, value]) => typeof value === 'string')) as Record<
          string,
          string
        >,
      )
  }
  const note = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(read, PAUSE)
  }
  // A draft that is brought back is read as well.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(note, [version])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { values, note }
}
