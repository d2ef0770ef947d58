import type { ImportedAnswer, ImportedComment, ImportedQuestion } from '@askwell/plugin-kit'
import { wholeHtml } from './html.ts'
import { type Element, textOf } from './wxr.ts'

/** Post types of AnsPress, DW Question & Answer and bbPress. */
const QUESTIONS = new Set(['question', 'dwqa-question', 'topic'])
const ANSWERS = new Set(['answer', 'dwqa-answer', 'reply'])
const TAGS = new Set(['question_tag', 'question_category', 'dwqa-question_tag', 'dwqa-question_category', 'topic-tag'])
/** On a question, the id of its answer. */
const BEST = ['_dwqa_best_answer', '_ap_selected']

export interface Post {
  kind: 'question' | 'answer' | 'forum'
  id: number
  parent: number
  creator: string
  created_at: string
  element: Element
}

/** As `2020-03-01 10:00:00`, in UTC; of what never was published all noughts. */
const timeIn = (element: Element, ...names: string[]) => {
  for (const name of names) {
    const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(textOf(element, name)) ?? []
    if (day && !day.startsWith('0000')) return `${day}T${time}Z`
  }
  return undefined
}

const metaOf = ({ children }: Element, key: string) => {
  const found = children.find((child) => child.name === 'wp:postmeta' && textOf(child, 'wp:meta_key') === key)
  return found && textOf(found, 'wp:meta_value')
}
const numberIn = (text: string | undefined) => (text && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined)

const kindOf = (type: string) =>
  QUESTIONS.has(type) ? 'question' : ANSWERS.has(type) ? 'answer' : type === 'forum' ? 'forum' : undefined

/** What everybody could read: nothing that is private, waits, is deleted or asks for a password. */
const isPublic = (element: Element) =>
  ['publish', 'closed'].includes(textOf(element, 'wp:status')) && textOf(element, 'wp:post_password') === ''

export const postIn = (element: Element): Post | undefined => {
  const kind = kindOf(textOf(element, 'wp:post_type'))
  const id = numberIn(textOf(element, 'wp:post_id'))
  const created_at = timeIn(element, 'wp:post_date_gmt', 'wp:post_date')
  if (!kind || !id || !created_at || !isPublic(element)) return undefined
  const parent = numberIn(textOf(element, 'wp:post_parent')) ?? 0
  return { kind, id, parent, creator: textOf(element, 'dc:creator'), created_at, element }
}

export const bestAnswerOf = ({ element }: Post) =>
  BEST.map((key) => numberIn(metaOf(element, key))).find((id) => id !== undefined && id > 0)

/** What is known of the whole export. */
export interface Known {
  /** By their logins. */
  authors: Map<string, { id: string; name: string; e_mail: string; first_at: string }>
  /** Ids of those of them who have written a post. */
  ids: Set<string>
  questions: Set<number>
  best: Set<number>
  forums: Map<number, string>
}

const tagOf = (name: string) => name.trim().replaceAll(/\s+/g, '-')
const pathIn = (link: string) => {
  const { pathname = '/', search = '' } = URL.parse(link) ?? {}
  return pathname === '/' || search ? undefined : pathname
}

const writtenBy = (creator: string, { authors }: Known) => {
  const author = authors.get(creator)
  return author ? { member: author.id } : creator ? { member_name: creator } : {}
}

const textOfPost = (post: Post, known: Known) => {
  const edited_at = timeIn(post.element, 'wp:post_modified_gmt', 'wp:post_modified')
  return {
    id: post.id,
    text: wholeHtml(textOf(post.element, 'content:encoded')),
    format: 'html' as const,
    ...writtenBy(post.creator, known),
    created_at: post.created_at,
    ...(edited_at && edited_at > post.created_at && { edited_at }),
    score: numberIn(metaOf(post.element, '_dwqa_votes')) ?? 0,
    address: pathIn(textOf(post.element, 'link')),
  }
}

export const questionOf = (post: Post, known: Known): ImportedQuestion => {
  const { element, parent } = post
  const tags = element.children
    .filter(({ name, attributes }) => name === 'category' && TAGS.has(attributes.domain ?? ''))
    .map(({ text }) => tagOf(text))
  const forum = known.forums.get(parent)
  const isClosed = textOf(element, 'wp:status') === 'closed' || metaOf(element, '_dwqa_status') === 'close'
  const { edited_at, ...text } = textOfPost(post, known)
  return {
    ...text,
    title: textOf(element, 'title'),
    tags: [...new Set([...(forum ? [tagOf(forum)] : []), ...tags])].filter(Boolean),
    views: Math.max(0, numberIn(metaOf(element, '_dwqa_views')) ?? 0),
    // Closing is a change of the post, and not one of its text.
    ...(isClosed ? { closed_at: edited_at ?? post.created_at } : edited_at && { edited_at }),
  }
}

/** Undefined where its question hasn't come. */
export const answerOf = (post: Post, known: Known): ImportedAnswer | undefined =>
  known.questions.has(post.parent)
    ? { ...textOfPost(post, known), question: post.parent, accepted: known.best.has(post.id) }
    : undefined

/** Comments that were let through; what pings and spam filters have left there is none. */
export const commentsOf = (post: Post, known: Known): ImportedComment[] =>
  post.element.children.flatMap((element) => {
    const created_at = timeIn(element, 'wp:comment_date_gmt', 'wp:comment_date')
    const id = numberIn(textOf(element, 'wp:comment_id'))
    const isOne =
      element.name === 'wp:comment' && ['', 'comment', 'anspress'].includes(textOf(element, 'wp:comment_type'))
    if (!isOne || !id || !created_at || textOf(element, 'wp:comment_approved') !== '1') return []
    const author = textOf(element, 'wp:comment_user_id')
    const name = textOf(element, 'wp:comment_author')
    return {
      id,
      [post.kind]: post.id,
      text: wholeHtml(textOf(element, 'wp:comment_content')),
      format: 'html' as const,
      ...(known.ids.has(author) ? { member: author } : name ? { member_name: name } : {}),
      created_at,
    }
  })
