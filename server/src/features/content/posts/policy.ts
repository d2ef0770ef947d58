import { parseObjectId } from '@askwell/contract/ids.ts'
import { HOT_WINDOW_DAYS, LINKS_BEFORE_PRIVILEGE } from '@askwell/contract/limits.ts'
import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import type { FieldReason } from '@askwell/contract/reasons.ts'
import { isAdmin, isStaff } from '@askwell/contract/roles.ts'
import { type MemberAction, QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import { type OperationName, possibleFor, type PostState, stepOf } from '@askwell/contract/states.ts'
import { DAY, HOUR } from '../../../lib/clock.ts'
import type { Actor, Viewer } from '../../../lib/actor.ts'
import type { FieldError, Verdict } from '../../../lib/errors.ts'
import { UNFINISHED } from '../../../lib/renderer.ts'
import { newLinks } from '../reviewers/policy.ts'
import { mayDo, NOT_MET, rankFor } from '../../operations/settings/policy.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'

/** Of the whole site: questions that lists show. */
export const QUESTIONS_COUNTER = 'questions'

/** Who may do it to such a post at all; what else stands in the way is `operationStatus`'s business, and for its author whether it is unused. */
export const canOperate = (
  operation: OperationName,
  actor: Viewer,
  post: { user_id: number; status: number; deleted_by: number },
): Verdict => {
  const { who } = stepOf(operation)
  if (who === 'admin' ? isAdmin(actor) : isStaff(actor)) return true
  const own = who === 'author' && actor !== null && post.user_id === actor.id
  return own && (operation === 'delete' || post.status !== QUESTION_STATUS.deleted || post.deleted_by === actor.id)
    ? true
    : NOT_MET
}

export type StatefulPost = PostState & { user_id: number; deleted_by: number }

/** What a member may do to the present state of a post; authors are only offered a deletion that would succeed. */
export const stateActions = (viewer: Viewer, post: StatefulPost, unused: boolean): Omit<MemberAction, 'name'>[] =>
  possibleFor(post)
    .filter(
      (operation) =>
        canOperate(operation, viewer, post) === true && (operation !== 'delete' || unused || isStaff(viewer)),
    )
    .flatMap((operation) => {
      const { action } = stepOf(operation)
      return action ? [{ action, type: 'confirm' as const }] : []
    })

/** It waits for review, or did when it was deleted: only its author and staff have seen it yet. */
export const isUnreviewed = ({ status, former_status }: { status: number; former_status: number }) =>
  status === QUESTION_STATUS.pending ||
  (status === QUESTION_STATUS.deleted && former_status === QUESTION_STATUS.pending)

/** The status of an undeleted post. If it waited for review it still does, unless staff undelete it. */
export const restoredStatus = (actor: Viewer, { former_status }: { former_status: number }) =>
  former_status === QUESTION_STATUS.pending && isStaff(actor) ? QUESTION_STATUS.available : former_status

/** The id of the question of this site that an address leads to, with or without the site's own part; or what is wrong with the address. */
export const questionAt = (address: string, siteUrl: string): { id: number } | { reason: FieldReason } => {
  const isPath = /^\/(?!\/)/.test(address.trim())
  const url = URL.parse(address.trim(), isPath ? siteUrl || 'http://localhost' : undefined)
  if (!url || !/^https?:$/.test(url.protocol)) return { reason: 'field.bad_url' }
  if (siteUrl && url.origin !== URL.parse(siteUrl)?.origin) return { reason: 'field.bad_origin' }
  const id = parseQuestionPath(url.pathname)?.question
  return id ? { id } : { reason: 'field.not_a_question' }
}

const URL_TITLE_MAX = 120
const LINKS_MAX = 100

export interface Written {
  original_text: string
  parsed_text: string
  description: string
  /** What rendered it just now; left out of what was taken from an earlier text, which is rendered again soon. */
  renderer?: number
}

/** A rendered text, and the addresses of other sites in it. */
export interface Rendered extends Written {
  links: string[]
  isEmpty: boolean
}

/** Just what the table keeps of it. */
export const textOf = ({ original_text, parsed_text, description, renderer = UNFINISHED }: Written) => ({
  original_text,
  parsed_text,
  description,
  renderer,
})

/** What is wrong with a text. `former` is the text before: the links in it are nothing new. */
export const textFaults = (
  settings: SiteSettings,
  actor: Actor,
  field: string,
  written: Rendered,
  former = '',
): FieldError[] => {
  if (written.isEmpty) return [{ field, reason: 'field.renders_to_nothing' }]
  const links = newLinks(written.links, former, settings.general.site_url)
  if (links.length <= LINKS_BEFORE_PRIVILEGE || mayDo(settings, actor, 'link.url_limit') === true) return []
  return [
    {
      field,
      reason: 'field.too_many_links',
      values: { max: LINKS_BEFORE_PRIVILEGE, rank: rankFor(settings, 'link.url_limit') ?? 0 },
    },
  ]
}

/** The title as it stands in the question's address: letters and digits of any script, without accents on Latin letters. */
export const urlTitle = (title: string) => {
  const plain = title
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  const slug = plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return slug.length <= URL_TITLE_MAX
    ? slug
    : slug
        .slice(0, URL_TITLE_MAX + 1)
        .replace(/-[^-]*$/, '')
        .slice(0, URL_TITLE_MAX)
}

/** Posts that a text links to: `/questions/10010…` with or without the site's own address before it, and `#10010…`. */
export const linkedPosts = (text: string, siteUrl: string) => {
  const site = siteUrl.replace(/^https?:|\/$/g, '')
  const found = new Map<string, { kind: 'question' | 'answer'; id: number }>()
  const note = (word: string) => {
    const object = parseObjectId(/^(\w+)\W*$/.exec(word)?.[1] ?? '')
    if ((object?.type === 'question' || object?.type === 'answer') && found.size < LINKS_MAX)
      found.set(`${object.type}${object.number}`, { kind: object.type, id: object.number })
  }
  for (const word of text.split(/[\s<>()[\]{}"'`|*]+/)) {
    if (word.startsWith('#')) note(word.slice(1))
    const path = word.replace(/^https?:/, '')
    if (path.startsWith('/questions/') || (site && path.startsWith(`${site}/questions/`)))
      for (const part of path.slice(path.indexOf('/questions/') + '/questions/'.length).split(/[/?#]/)) note(part)
  }
  return [...found.values()]
}

/** Stored values: −1 sinks below all others, 0 is not worked out yet, 1 to `COLD_MOST` is by votes only, above that is hot. */
export const COLD_MOST = 1000
const SUNK = -1
/** The author and the first to come by are no sign of interest. */
const VIEWS_OF_COURSE = 10

/**
 * Views, answers and votes over age, so that new and busy questions come first.
 * Where nothing goes on, the score decides; closed questions and those voted down sink.
 */
export const hotScore = (
  question: {
    status: number
    view_count: number
    answer_count: number
    score: number
    answer_score: number
    created_at: number
    active_at: number
  },
  now: number,
) => {
  if (question.status === QUESTION_STATUS.closed || question.score < 0) return SUNK
  const cold = Math.min(COLD_MOST, 1 + question.score)
  if (now - question.created_at > HOT_WINDOW_DAYS * DAY) return cold
  const age = Math.max(0, now - question.created_at) / HOUR
  const idle = Math.min(age, Math.max(0, now - question.active_at) / HOUR)
  const worth =
    4 * Math.log(Math.max(1, question.view_count / VIEWS_OF_COURSE)) +
    question.score +
    (question.answer_count * question.score) / 5 +
    question.answer_score
  return worth > 0 ? COLD_MOST + Math.ceil((10_000 * worth) / (age + 1 - (age - idle) / 2) ** 1.5) : cold
}

interface Moment {
  operator_id: number
  operation_type: 'asked' | 'answered' | 'modified'
  active_at: number
}

/** The last activity of a question; the first in the list wins if times are equal. */
export const lastOf = (moments: Moment[]) =>
  moments.reduce((last, moment) => (moment.active_at > last.active_at ? moment : last))
