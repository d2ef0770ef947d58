import { saveInterface } from '@askwell/contract/users.ts'
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import type { EditorFace } from '@askwell/contract/editor-port.ts'
import type { CodeSurface } from './code-surface.tsx'
import { browser, call } from '../../session.ts'
import { listExtensions } from './extensions.ts'
import type { OwnSurface } from './own-surface.tsx'
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
type Own = ComponentType<Parameters<typeof OwnSurface>[0]>

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

/** What extensions bring has the name of its extension. */
export type Face = 'markdown' | 'rich' | `own:${string}`

const KEY = 'askwell_editor_face'
const remembered = (): Face => {
  try {
    const face = browser.user?.editor_face || (window.localStorage.getItem(KEY) ?? '')
    return face === 'rich' || face.startsWith('own:') ? (face as Face) : 'markdown'
  } catch {
    return 'markdown'
  }
}
/** For members at all their devices; for visitors, and until the next page, on this one. */
const remember = (face: Face) => {
  if (browser.user) {
    browser.user = { ...browser.user, editor_face: face }
    // Without a connection it is chosen again the next time.
    call(saveInterface, { body: { editor_face: face } }).catch(() => {})
  }
  try {
    window.localStorage.setItem(KEY, face)
  } catch {
    // It is chosen again the next time.
  }
}

type Shown =
  | { face: 'markdown'; Code: Code }
  | { face: 'rich'; Rich: Rich }
  | { face: `own:${string}`; Own: Own; own: EditorFace }

/** A face whose extension isn't there is Markdown. */
const fetched = async (face: Face): Promise<Shown> => {
  if (face === 'rich') return { face, Rich: (await import('./rich/rich-surface.tsx')).RichSurface }
  const own = face === 'markdown' ? undefined : listExtensions().find(({ name }) => face === `own:${name}`)?.face
  if (face !== 'markdown' && own) return { face, Own: (await import('./own-surface.tsx')).OwnSurface, own }
  return { face: 'markdown', Code: (await import('./code-surface.tsx')).CodeSurface }
}

/**
 * Loads CodeMirror or rich text, as was chosen on this device, when the person focuses the field; it takes over in a pause.
 * On touch screens the textarea stays: phones know it best. `leave` is called before one takes over from the other,
 * `onFailed` where the one that was chosen can't be shown.
 */
export function useBetterSurface(
  field: RefObject<HTMLTextAreaElement | null>,
  { leave, onFailed }: { leave: () => void; onFailed: (face: Face) => void },
) {
  const [face, setFace] = useState<Face>('markdown')
  const [shown, setShown] = useState<Shown | null>(null)
  const steps = useRef<Step[]>([])
  const asked = useRef(false)
  const wanted = useRef<Face>('markdown')
  /** What one sees; the plain field is Markdown, too. */
  const seen = useRef<Face>('markdown')
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const take = (surface: Shown) => {
    seen.current = surface.face
    setFace(surface.face)
    setShown(surface)
  }
  /** The switch goes back to what one sees, so that the other can be pressed again. */
  const fail = (missed: Face) => {
    if (wanted.current !== missed) return
    wanted.current = seen.current
    setFace(seen.current)
    if (missed !== seen.current) onFailed(missed)
  }

  const load = () => {
    if (asked.current || matchMedia('(pointer: coarse)').matches) return
    asked.current = true
    wanted.current = remembered()
    setFace(wanted.current)
    const begun = wanted.current
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
    fetched(begun).then(
      (surface) => {
        stop.current = whenQuiet(
          area,
          () => composing,
          () => {
            if (begun === wanted.current) take(surface)
          },
        )
      },
      () => {
        asked.current = false
        area.removeEventListener('input', note)
        fail(begun)
      },
    )
  }

  const show = (chosen: Face) => {
    if (!asked.current) load()
    wanted.current = chosen
    setFace(chosen)
    fetched(chosen).then(
      (surface) => {
        if (wanted.current !== chosen) return
        stop.current?.()
        leave()
        // What was written in the face before is one step: undo goes back to where it began.
        const left = stepOf(field.current!)
        if (left.text !== steps.current.at(-1)?.text) steps.current.push(left)
        take(surface)
      },
      () => fail(chosen),
    )
  }

  const choose = (next: Face) => {
    remember(next)
    show(next)
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

  /** What was chosen can't be shown here and now; elsewhere it may be. The plain field is there again until Markdown comes. */
  const giveUp = () => {
    const missed = seen.current
    seen.current = 'markdown'
    setShown(null)
    if (wanted.current !== missed) return // another one is on its way
    fail(missed)
    show('markdown')
  }

  return { face, shown, begin, load, choose, giveUp, steps }
}
