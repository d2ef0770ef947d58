import { followLink } from '@askwell/contract/followed-links.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { storedToken } from '../../session.ts'

const POST = /^(?:question|answer)-(\d{17})$/

/** The link that was pressed, if it leads elsewhere, and the post it stands in. */
const followedIn = ({ target }: Event) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.prose a[href^="http"]') : null
  const post = link?.closest('[id^="question-"], [id^="answer-"]')
  const object_id = POST.exec(post?.id ?? '')?.[1]
  return link && object_id && link.origin !== location.origin
    ? { object_id, href: link.getAttribute('href')! }
    : undefined
}

/** Tells the site that a link of a post was followed, so that badges can count it. The page may be gone before the answer comes. */
const note = (event: Event) => {
  const body = followedIn(event)
  if (!body) return
  const token = storedToken()
  void fetch(pathOf(followLink), {
    method: followLink.method,
    keepalive: true,
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: JSON.stringify(body),
  }).catch(() => {})
}

/** @returns how to end it. */
export const countFollowedLinks = () => {
  document.addEventListener('click', note)
  document.addEventListener('auxclick', note)
  return () => {
    document.removeEventListener('click', note)
    document.removeEventListener('auxclick', note)
  }
}
