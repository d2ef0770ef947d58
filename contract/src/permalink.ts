import { objectId, type ObjectType, parseObjectId, shortId } from './ids.ts'

/** 1 id and title, 2 id, 3 short id and title, 4 short id. */
export type PermalinkForm = 1 | 2 | 3 | 4
export const PERMALINK_FORMS = [1, 2, 3, 4] as const

interface QuestionName {
  id: string
  url_title: string
}

/** A caller that sends `long` here gets 17-digit ids in every reply; otherwise ids of questions and answers have the form of links. */
export const ID_FORM_HEADER = 'x-askwell-ids'

const hasTitle = (form: PermalinkForm) => form === 1 || form === 3
export const isShort = (form: PermalinkForm) => form > 2

/** An object's id in the form that these links use. */
export const linkId = (form: PermalinkForm, type: ObjectType, number: number | null) =>
  (isShort(form) ? shortId : objectId)(type, number)

/** A text that isn't an id is left as it is: the linked page will say so. */
const rewritten = (form: PermalinkForm, id: string) => {
  const parsed = parseObjectId(id)
  return parsed ? linkId(form, parsed.type, parsed.number) : encodeURIComponent(id)
}

export const questionPath = (form: PermalinkForm, { id, url_title }: QuestionName) =>
  `/questions/${rewritten(form, id)}${hasTitle(form) && url_title ? `/${encodeURIComponent(url_title)}` : ''}`

/** Where what a page shows is told as a feed. */
export const feedPath = (page: string) => `/feeds${page}.atom`

export const answerPath = (form: PermalinkForm, question: QuestionName, answerId: string) =>
  `${questionPath(form, question)}/${rewritten(form, answerId)}`

/** What a path of any form leads to, or null. If `questionPath` would write it differently, the caller redirects there. */
export const parseQuestionPath = (path: string): { question: number; answer: number | null } | null => {
  const match = /^\/questions\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?\/?$/.exec(path)
  if (!match) return null
  const question = parseObjectId(match[1]!)
  if (question?.type !== 'question') return null
  const last = match[3] ?? match[2]
  const answer = last ? parseObjectId(last) : null
  if (answer?.type === 'answer') return { question: question.number, answer: answer.number }
  return match[3] ? null : { question: question.number, answer: null }
}
