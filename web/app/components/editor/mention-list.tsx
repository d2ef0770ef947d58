import { useLayoutEffect, useRef } from 'react'
import { useText } from '../../i18n/text.tsx'
import '../../ui/menu.css'
import './mention-list.css'
import type { Surface } from './editor-surface.ts'
import type { Mentions } from './use-mentions.ts'
import { UserAvatar } from '../user/user-card.tsx'

interface Props {
  mentions: Mentions
  /** The text field; the list appears below the name that is being typed. */
  surface: () => Surface
}

/** The members to choose from. */
export function MentionList({ mentions: { listId, from, found, active, choose }, surface }: Props) {
  const t = useText('comments')
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const { style, offsetParent } = list.current!
    const [{ left, bottom }, box] = [surface().caret(from), offsetParent!.getBoundingClientRect()]
    style.setProperty('--caret-left', `${left - box.left}px`)
    style.setProperty('--caret-bottom', `${bottom - box.top}px`)
  })
  return (
    <ul className="menu-panel mention-list" id={listId} role="listbox" aria-label={t('members')} ref={list}>
      {found.map((member, place) => (
        <li
          key={member.username}
          className="menu-item"
          role="option"
          id={`${listId}-${place}`}
          aria-selected={place === active}
          data-state={place === active ? 'hover' : undefined}
          onPointerDown={(event) => {
            event.preventDefault()
            choose(member)
          }}
        >
          <UserAvatar user={member} size="tiny" />
          <span dir="auto">{member.display_name}</span>
          <small>@{member.username}</small>
        </li>
      ))}
    </ul>
  )
}
