import { ANSWER_ORDERS } from '@askwell/contract/answers.ts'
import { USER_ORDERS, USER_PERIODS } from '@askwell/contract/directory.ts'
import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import { QUESTION_ORDERS } from '@askwell/contract/questions.ts'
import { TAG_ORDERS } from '@askwell/contract/tags.ts'

const oneOf = (words: readonly string[]) => new RegExp(`^(${words.join('|')})$`)
const NUMBER = /^\d{1,9}$/
/** For what is only read by its name, or of a person who could be anybody. */
const ANY = /^/

type Read = Record<string, RegExp>

const OF_QUESTIONS: Read = {
  order: oneOf(ANSWER_ORDERS),
  page: NUMBER,
  comments: /^\w{1,30}$/,
  share: /./,
}

/** What the pages that anybody may open read of their addresses, and in which form it means something to them. */
const OF_OTHERS: [RegExp, Read][] = [
  [/^\/(posts|tags)\/[^?]+\/revisions$/, { before: NUMBER, back: ANY }],
  [
    /^\/(questions|tags\/[^/]+)?$/,
    { order: oneOf(QUESTION_ORDERS), in_days: NUMBER, page: NUMBER, older_than: /^\d{17}$/ },
  ],
  [/^\/questions\/linked\/[^/]+$/, { page: NUMBER }],
  [/^\/tags$/, { filter: /\S/, order: oneOf(TAG_ORDERS), page: NUMBER, status: ANY }],
  [/^\/users$/, { name: ANY, order: oneOf(USER_ORDERS), period: oneOf(USER_PERIODS), page: NUMBER }],
  [/^\/(badges|tos|privacy)$/, {}],
  [/^\/badges\/[^/]+$/, { username: ANY, page: NUMBER }],
]

const readAt = (path: string): Read | undefined =>
  parseQuestionPath(path) ? OF_QUESTIONS : OF_OTHERS.find(([form]) => form.test(path))?.[1]

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
