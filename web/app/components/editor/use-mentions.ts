import { useEffect, useId, useRef, useState } from 'react'
import type { Selected, Change } from './markdown-edit.ts'
import { mentionAt } from './mention.ts'
import type { Member } from '../user/user-card.tsx'

/** Members whose name begins so. */
export type FindMembers = (name: string) => Promise<Member[]>

interface Writing {
  from: number
  name: string
}

export interface Mentions {
  listId: string
  /** Where in the text the name begins. */
  from: number
  found: Member[]
  active: number
  choose: (member: Member) => void
}

const SEARCH_DELAY = 200
const MOST = 6

/** While a name is typed after an `@`, the members it may be. Without `find` there are none. */
export function useMentions(find: FindMembers | undefined, put: (change: Change) => void) {
  const listId = useId()
  const [writing, setWriting] = useState<Writing | null>(null)
  const [found, setFound] = useState<Member[]>([])
  const [active, setActive] = useState(0)
  const finder = useRef(find)
  useEffect(() => {
    finder.current = find
  })

  const name = writing?.name
  useEffect(() => {
    if (!name) return
    let current = true
    const timer = setTimeout(() => {
      finder.current?.(name).then(
        (members) => {
          if (current) {
            setFound(members.slice(0, MOST))
            setActive(0)
          }
        },
        () => {},
      )
    }, SEARCH_DELAY)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [name])

  const close = () => {
    setWriting(null)
    setFound([])
  }
  /** Looks at the text before the cursor. */
  const look = ({ text, from, to }: Selected) => {
    const now = find && from === to ? mentionAt(text, from) : null
    if (!now) return close()
    setWriting((before) => (before?.from === now.from && before.name === now.name ? before : now))
  }
  const choose = ({ username }: Member) => {
    const { from, name: begun } = writing!
    put({
      from,
      to: from + begun.length,
      insert: `${username} `,
      select: [from + username.length + 1, from + username.length + 1],
    })
    close()
  }
  const shown: Mentions | null =
    writing && found.length > 0 ? { listId, from: writing.from, found, active, choose } : null
  /** Whether the key was for the list. */
  const onKey = (key: string) => {
    if (!shown) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step) setActive((active + step + found.length) % found.length)
    else if (key === 'Enter' || key === 'Tab') choose(found[active]!)
    else if (key === 'Escape') close()
    else return false
    return true
  }
  /** The ARIA attributes of the text field for the list. */
  const aria = {
    ...(find && { 'aria-autocomplete': 'list' as const }),
    ...(shown && { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${active}` }),
  }
  return { shown, look, close, onKey, aria }
}
