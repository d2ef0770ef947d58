import { useEffect, useId, useRef, useState } from 'react'
import { optionId, steppedBy } from '../../../ui/option-list.tsx'
import type { Selected, Change } from '../markdown-edit.ts'
import type { EditorCompletion } from '@askwell/contract/editor-port.ts'
import { type Begun, begunAt, type Trigger } from './begun.ts'
import type { Choice, Sources } from './sources.ts'

export interface Completion extends Begun {
  listId: string
  /** What an extension calls its list. */
  label?: string
  found: Choice[]
  active: number
  choose: (choice: Choice) => void
}

const SEARCH_DELAY = 200
const MOST = 8

/** Words behind a `#` may be a title or what one says anyway, and a block of code needs no language: Enter only takes what was gone to. */
const firstActive = ({ trigger, typed }: Begun) =>
  typed.includes(' ') || (trigger === 'questions' && /^\d+$/.test(typed)) || (trigger === 'languages' && !typed)
    ? -1
    : 0

const isSame = (one: Begun | null, other: Begun) =>
  one?.trigger === other.trigger && one.from === other.from && one.typed === other.typed

const ownOf = (own: readonly EditorCompletion[], { trigger }: Begun) =>
  trigger.startsWith('own:') ? own[Number(trigger.slice(4))] : undefined

const findFor = ({ sources, own }: { sources: Sources; own: readonly EditorCompletion[] }, begun: Begun) => {
  const mine = ownOf(own, begun)
  if (!mine) return sources[begun.trigger as Trigger]?.(begun.typed)
  const asked = new Promise<Awaited<ReturnType<EditorCompletion['find']>>>((resolve) => {
    resolve(mine.find(begun.typed))
  })
  return asked.then((found) =>
    found.map(({ label, note, insert }, at): Choice => ({ key: String(at), label, note, insert })),
  )
}

/** While something is typed that can be completed, what it may be. */
export function useCompletion(
  sources: Sources,
  put: (change: Change, choice: Choice) => void,
  own: readonly EditorCompletion[] = [],
) {
  const listId = useId()
  const [begun, setBegun] = useState<(Begun & { to: number }) | null>(null)
  const [found, setFound] = useState<Choice[]>([])
  const [active, setActive] = useState(0)
  /** Where somebody pressed Escape: it isn't offered again there. */
  const refused = useRef(-1)
  const finder = useRef({ sources, own })
  useEffect(() => {
    finder.current = { sources, own }
  })

  useEffect(() => {
    if (!begun) return
    let current = true
    const timer = setTimeout(
      () => {
        findFor(finder.current, begun)?.then(
          (choices) => {
            if (!current) return
            setFound(begun.trigger === 'blocks' ? choices : choices.slice(0, MOST))
            setActive(firstActive(begun))
          },
          () => {},
        )
      },
      begun.trigger === 'blocks' ? 0 : SEARCH_DELAY,
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [begun])

  const close = () => {
    setBegun(null)
    setFound([])
  }
  /** Looks at the text before the cursor. */
  const look = ({ text, from, to }: Selected) => {
    const signs = finder.current.own.map(({ sign }) => sign)
    const now =
      from === to ? begunAt(text, from, (trigger) => finder.current.sources[trigger] !== undefined, signs) : null
    if (now?.from !== refused.current) refused.current = -1
    if (!now || refused.current >= 0) return close()
    if (now.trigger !== begun?.trigger || now.from !== begun.from) setFound([])
    setBegun((before) => (isSame(before, now) ? before : { ...now, to: from }))
  }
  const choose = (choice: Choice) => {
    const { from, to } = begun!
    const end = from + choice.insert.length
    close()
    put({ from, to, insert: choice.insert, select: [end, end] }, choice)
  }
  const label = begun && ownOf(own, begun)?.label
  const shown: Completion | null =
    begun && found.length > 0 ? { ...begun, listId, found, active, choose, ...(label && { label }) } : null
  /** Whether the key was for the list. */
  const onKey = (key: string) => {
    if (!shown) return false
    const stepped = steppedBy(key, active, found.length)
    if (stepped !== undefined) setActive(stepped)
    else if (key === 'Escape') {
      refused.current = shown.from
      close()
    } else if ((key === 'Enter' || key === 'Tab') && active >= 0) choose(found[active]!)
    else return false
    return true
  }
  /** The ARIA attributes of the text field for the list. */
  const aria = {
    ...(Object.keys(sources).length + own.length > 0 && { 'aria-autocomplete': 'list' as const }),
    ...(shown && {
      'aria-controls': listId,
      ...(active >= 0 && { 'aria-activedescendant': optionId(listId, active) }),
    }),
  }
  return { shown, look, close, onKey, aria }
}
