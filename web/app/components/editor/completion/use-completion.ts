import { useEffect, useId, useRef, useState } from 'react'
import { optionId, steppedBy } from '../../../ui/option-list.tsx'
import type { Selected, Change } from '../markdown-edit.ts'
import { type Begun, begunAt, signLength } from './begun.ts'
import type { Choice, Sources } from './sources.ts'

export interface Completion extends Begun {
  listId: string
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

/** While something is typed that can be completed, what it may be. */
export function useCompletion(sources: Sources, put: (change: Change, choice: Choice) => void) {
  const listId = useId()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [found, setFound] = useState<Choice[]>([])
  const [active, setActive] = useState(0)
  /** Where somebody pressed Escape: it isn't offered again there. */
  const refused = useRef(-1)
  const finder = useRef(sources)
  useEffect(() => {
    finder.current = sources
  })

  useEffect(() => {
    if (!begun) return
    let current = true
    const timer = setTimeout(
      () => {
        finder.current[begun.trigger]?.(begun.typed).then(
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
    const now = from === to ? begunAt(text, from, (trigger) => finder.current[trigger] !== undefined) : null
    if (now?.from !== refused.current) refused.current = -1
    if (!now || refused.current >= 0) return close()
    if (now.trigger !== begun?.trigger || now.from !== begun.from) setFound([])
    setBegun((before) => (isSame(before, now) ? before : now))
  }
  const choose = (choice: Choice) => {
    const { from, trigger, typed } = begun!
    const end = from + choice.insert.length
    close()
    put({ from, to: from + signLength(trigger) + typed.length, insert: choice.insert, select: [end, end] }, choice)
  }
  const shown: Completion | null = begun && found.length > 0 ? { ...begun, listId, found, active, choose } : null
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
    ...(Object.keys(sources).length > 0 && { 'aria-autocomplete': 'list' as const }),
    ...(shown && {
      'aria-controls': listId,
      ...(active >= 0 && { 'aria-activedescendant': optionId(listId, active) }),
    }),
  }
  return { shown, look, close, onKey, aria }
}
