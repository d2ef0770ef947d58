import { ANSWER_ORDERS } from '@askwell/contract/answers.ts'
import { parseQuestionPath } from '@askwell/contract/permalink.ts'

/** What the pages that are dearest to render read of their addresses, and in which form it means something to them. */
const OF_QUESTIONS = {
  order: new RegExp(`^(${ANSWER_ORDERS.join('|')})$`),
  page: /^\d{1,9}$/,
  comments: /^\w{1,30}$/,
  share: /./,
}
const OF_REVISIONS = { before: /^\d{1,9}$/, back: /^/ }
const REVISIONS = /^\/(posts|tags)\/[^?]+\/revisions$/

const readAt = (path: string): Record<string, RegExp> | undefined =>
  parseQuestionPath(path) ? OF_QUESTIONS : REVISIONS.test(path) ? OF_REVISIONS : undefined

/**
 * An address with nothing in it that its page doesn't read: however many addresses somebody makes up for one page, it is rendered once. `ignored` is
 * what isn't read; scripts of the site's own may read it, so it goes along where the page redirects.
 */
export const readAddress = (url: string) => {
  const [path, query] = url.split('?', 2) as [string, string?]
  const read = query === undefined ? undefined : readAt(path)
  if (!read) return { address: url, ignored: '' }
  const asked = new URLSearchParams(query)
  const meant = new URLSearchParams()
  for (const [name, form] of Object.entries(read)) {
    const value = asked.get(name)
    if (value !== null && form.test(value)) meant.set(name, value)
    asked.delete(name)
  }
  return { address: meant.size ? `${path}?${meant}` : path, ignored: asked.toString() }
}
