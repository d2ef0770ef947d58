import { useEffect, useId, useRef, useState, type KeyboardEvent, type TextareaHTMLAttributes } from 'react'
import { useText } from '../text.tsx'
import '../ui/menu.css'
import '../ui/text-input.css'
import { mentionAt } from './mention.ts'
import { UserAvatar, type Member } from './user-card.tsx'
import './mention-textarea.css'

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** Members whose name begins so. Without it there is nothing to choose from. */
  findMembers?: (name: string) => Promise<Member[]>
}

const SEARCH_DELAY = 200

/** A text in which `@` and a few letters bring up members to choose from. */
export function MentionTextarea({ findMembers, onInput, onKeyDown, onBlur, ...rest }: Props) {
  const t = useText('comments')
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [writing, setWriting] = useState<{ from: number; name: string } | null>(null)
  const [found, setFound] = useState<Member[]>([])
  const [active, setActive] = useState(0)
  const open = writing !== null && found.length > 0

  const name = writing?.name
  useEffect(() => {
    if (!name || !findMembers) return
    let current = true
    const timer = setTimeout(() => {
      findMembers(name).then((members) => { if (current) { setFound(members.slice(0, 6)); setActive(0) } }, () => {})
    }, SEARCH_DELAY)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [name, findMembers])

  const look = () => {
    const now = mentionAt(field.current!.value, field.current!.selectionStart)
    setWriting(now)
    if (!now) setFound([])
  }
  const choose = (member: Member) => {
    field.current!.setRangeText(`${member.username} `, writing!.from, writing!.from + writing!.name.length, 'end')
    field.current!.dispatchEvent(new Event('input', { bubbles: true }))
    field.current!.focus()
  }
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (open && step) setActive((active + step + found.length) % found.length)
    else if (open && (event.key === 'Enter' || event.key === 'Tab')) choose(found[active]!)
    else if (open && event.key === 'Escape') setFound([])
    else return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="mention-box">
      <textarea
        dir="auto" className="input" {...rest} ref={field} aria-autocomplete={findMembers ? 'list' : undefined}
        aria-controls={open ? listId : undefined} aria-activedescendant={open ? `${listId}-${active}` : undefined}
        onInput={(event) => { look(); onInput?.(event) }} onKeyDown={keys} onBlur={(event) => { setWriting(null); setFound([]); onBlur?.(event) }}
      />
      {open && (
        <ul className="menu-panel mention-list" id={listId} role="listbox" aria-label={t('members')}>
          {found.map((member, place) => (
            <li
              key={member.username} className="menu-item" role="option" id={`${listId}-${place}`} aria-selected={place === active}
              data-state={place === active ? 'hover' : undefined} onPointerDown={(event) => { event.preventDefault(); choose(member) }}
            >
              <UserAvatar user={member} size="tiny" /><span dir="auto">{member.display_name}</span><small>@{member.username}</small>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
