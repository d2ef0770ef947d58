import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import type { CodeSurface } from './code-surface.tsx'
import type { RichProps } from './rich/rich-surface.tsx'

/** What the plain field held after each change, so that undo goes on where the better surface takes over. */
export interface Step {
  text: string
  from: number
  to: number
  at: number
}

type Code = ComponentType<Parameters<typeof CodeSurface>[0]>
type Rich = ComponentType<RichProps>

/** So long nobody may have pressed anything: whoever is in the middle of a word isn't interrupted. */
const QUIET_MS = 700

const stepOf = (area: HTMLTextAreaElement): Step => ({
  text: area.value,
  from: area.selectionStart,
  to: area.selectionEnd,
  at: Date.now(),
})

/** Runs `take` once nothing has been pressed for a moment, or the field isn't used any more. */
const whenQuiet = (area: HTMLTextAreaElement, isBusy: () => boolean, take: () => void) => {
  const end = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const settle = () => {
    if (isBusy()) return wait()
    end.abort()
    take()
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(settle, QUIET_MS)
  }
  for (const event of ['keydown', 'input', 'pointerdown', 'compositionend'])
    area.addEventListener(event, wait, { signal: end.signal })
  end.signal.addEventListener('abort', () => clearTimeout(timer))
  wait()
  return () => end.abort()
}

export type Face = 'markdown' | 'rich'

const KEY = 'askwell_editor_face'
const remembered = (): Face => {
  try {
    return window.localStorage.getItem(KEY) === 'rich' ? 'rich' : 'markdown'
  } catch {
    return 'markdown'
  }
}
const remember = (face: Face) => {
  try {
    window.localStorage.setItem(KEY, face)
  } catch {
    // It is chosen again the next time.
  }
}

type Shown = { face: 'markdown'; Code: Code } | { face: 'rich'; Rich: Rich }
const fetched = (face: Face): Promise<Shown> =>
  face === 'rich'
    ? import('./rich/rich-surface.tsx').then(({ RichSurface }) => ({ face, Rich: RichSurface }))
    : import('./code-surface.tsx').then(({ CodeSurface }) => ({ face, Code: CodeSurface }))

/**
 * Loads CodeMirror or rich text, as was chosen on this device, when the person focuses the field; it takes over in a pause.
 * On touch screens the textarea stays: phones know it best. `leave` is called before one takes over from the other.
 */
export function useBetterSurface(field: RefObject<HTMLTextAreaElement | null>, leave: () => void) {
  const [face, setFace] = useState<Face>('markdown')
  const [shown, setShown] = useState<Shown | null>(null)
  const steps = useRef<Step[]>([])
  const asked = useRef(false)
  const wanted = useRef<Face>('markdown')
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const load = () => {
    if (asked.current || matchMedia('(pointer: coarse)').matches) return
    asked.current = true
    wanted.current = remembered()
    setFace(wanted.current)
    const area = field.current!
    let composing = false
    area.addEventListener('compositionstart', () => {
      composing = true
    })
    area.addEventListener('compositionend', () => {
      composing = false
    })
    steps.current = [{ ...stepOf(area), text: area.defaultValue }]
    const note = () => void steps.current.push(stepOf(area))
    if (area.value !== area.defaultValue) note()
    area.addEventListener('input', note)
    fetched(wanted.current).then(
      (surface) => {
        stop.current = whenQuiet(
          area,
          () => composing,
          () => {
            if (surface.face === wanted.current) setShown(surface)
          },
        )
      },
      () => {
        asked.current = false
        area.removeEventListener('input', note)
      },
    )
  }

  const choose = (next: Face) => {
    remember(next)
    if (!asked.current) load()
    const before = wanted.current
    wanted.current = next
    setFace(next)
    fetched(next).then(
      (surface) => {
        if (wanted.current !== next) return
        stop.current?.()
        leave()
        setShown(surface)
      },
      () => {
        wanted.current = before
        setFace(before)
      },
    )
  }

  // Somebody who writes in rich text doesn't see the signs of a text that there is.
  const begin = () => {
    setFace(remembered())
    const area = field.current!
    if (document.activeElement === area || (area.value !== '' && remembered() === 'rich')) load()
  }

  // A label can't focus what isn't a form control, so its click is passed on.
  useEffect(() => {
    if (!shown) return
    const label = document.getElementById(field.current!.getAttribute('data-label') ?? '')
    const press = () => field.current!.parentElement?.querySelector<HTMLElement>('[contenteditable]')?.focus()
    label?.addEventListener('click', press)
    return () => label?.removeEventListener('click', press)
  }, [shown, field])

  return { face, shown, begin, load, choose, steps }
}
