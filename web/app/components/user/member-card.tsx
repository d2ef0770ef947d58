import type { MemberCard } from '@askwell/contract/directory.ts'
import { isAdmin, isStaff } from '@askwell/contract/roles.ts'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Time } from '../../ui/time.tsx'
import { fetchCard, usernameOf } from './card-fetch.ts'
import { Role, UserAvatar } from './user-card.tsx'
import './member-card.css'

const GAP = 8
/** The mouse has this long to come from the name to the card. */
const LEAVE_MS = 200

interface Props {
  anchor: HTMLAnchorElement
  onClose: () => void
}

/** The card of whose name it is, as soon as it is there. */
const useCard = (anchor: HTMLAnchorElement) => {
  const [found, setFound] = useState<{ anchor: HTMLAnchorElement; card: MemberCard }>()
  useEffect(() => {
    let wanted = true
    const username = usernameOf(anchor)
    if (username)
      fetchCard(username).then(
        (card) => {
          if (wanted && card && anchor.isConnected) setFound({ anchor, card })
        },
        () => {}, // without an answer no card opens; the name is a link all the same
      )
    return () => {
      wanted = false
    }
  }, [anchor])
  return found?.anchor === anchor ? found.card : undefined
}

/** It goes when neither mouse nor focus is on the name or the card, on Escape, and with the page. */
const useClosing = (anchor: HTMLAnchorElement, box: React.RefObject<HTMLElement | null>, onClose: () => void) => {
  const { key } = useLocation()
  const [openedOn] = useState(key)
  useEffect(() => {
    if (key !== openedOn) onClose()
  }, [key, openedOn, onClose])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const isOver = (target: EventTarget | null) =>
      target instanceof Node && (anchor.contains(target) || box.current?.contains(target))
    const over = ({ target }: PointerEvent) => {
      clearTimeout(timer)
      if (!isOver(target) && document.activeElement !== anchor) timer = setTimeout(onClose, LEAVE_MS)
    }
    const focusOut = ({ target }: FocusEvent) => {
      if (target === anchor) onClose()
    }
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('pointerover', over)
    document.addEventListener('click', onClose)
    document.addEventListener('focusout', focusOut)
    document.addEventListener('keydown', press)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', over)
      document.removeEventListener('click', onClose)
      document.removeEventListener('focusout', focusOut)
      document.removeEventListener('keydown', press)
    }
  }, [anchor, box, onClose])
}

/** Under the name, or over it where there is no room; within the window. */
const place = (card: HTMLElement, anchor: HTMLElement) => {
  const at = anchor.getBoundingClientRect()
  const { width, height } = card.getBoundingClientRect()
  const below = at.bottom + GAP
  const top = below + height > window.innerHeight && at.top - GAP - height > 0 ? at.top - GAP - height : below
  const left = Math.max(GAP, Math.min(at.left, document.documentElement.clientWidth - width - GAP))
  card.style.setProperty('inset', `${top + window.scrollY}px auto auto ${left + window.scrollX}px`)
}

export function MemberCardBeside({ anchor, onClose }: Props) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const card = useCard(anchor)
  useClosing(anchor, box, onClose)
  useLayoutEffect(() => {
    if (!card || !box.current) return
    place(box.current, anchor)
    anchor.setAttribute('aria-describedby', id)
    return () => anchor.removeAttribute('aria-describedby')
  }, [card, anchor, id])
  return (
    card && (
      <div className="member-card" id={id} role="tooltip" ref={box}>
        <CardContent card={card} />
      </div>
    )
  )
}

function CardContent({ card }: { card: MemberCard }) {
  const t = useText('users')
  const format = useFormatCount()
  const { user, role_id, location, about, created_at, question_count, answer_count, tags } = card
  return (
    <>
      <div className="member-card-head">
        <UserAvatar user={user} />
        <strong dir="auto">{user.display_name}</strong>
        {isStaff({ role_id }) && <Role>{t(isAdmin({ role_id }) ? 'role_admin' : 'role_moderator')}</Role>}
        <span className="member-note">{t('reputation_of', { count: user.rank, points: format(user.rank) })}</span>
      </div>
      {about && <p dir="auto">{about}</p>}
      <p className="member-note">
        {t('answers', { count: answer_count })} · {t('questions', { count: question_count })}
        {location && (
          <>
            {' · '}
            <bdi>{location}</bdi>
          </>
        )}
      </p>
      {tags.length > 0 && (
        <p className="member-card-tags">
          {tags.map((tag) => (
            <span className="tag" key={tag.slug_name} dir="auto">
              {tag.display_name || tag.slug_name}
            </span>
          ))}
        </p>
      )}
      <p className="member-note">
        {t('joined')} <Time at={created_at} />
      </p>
    </>
  )
}
