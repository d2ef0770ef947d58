import { isStaff } from '@askwell/contract/roles.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { USER_STATUS, type Viewer } from '../lib/actor.ts'

// Every read of a post, and of what belongs to one, has one of these in its `where`. What they leave out is answered like what doesn't exist.
// The kinds and states are written as in the partial indexes of migration 0001: SQLite only uses such an index for the same words.

export const isQuestion = (table = 'posts') => sql<SqlBool>`${sql.ref(`${table}.kind`)} = 'question'`
export const isAnswer = (table = 'posts') => sql<SqlBool>`${sql.ref(`${table}.kind`)} = 'answer'`

/** Questions as everybody's lists show them: neither deleted nor pending nor unlisted. */
export const inLists = (table = 'posts') =>
  sql<SqlBool>`${sql.ref(`${table}.kind`)} = 'question' and ${sql.ref(`${table}.show`)} = 1 and ${sql.ref(`${table}.status`)} < 10`

/** Suspended members see what anonymous visitors see. Anonymous visitors own nothing, not even posts that an import found no author for. */
const eyesOf = (viewer: Viewer) => (viewer?.status === USER_STATUS.suspended ? null : viewer)

const orOwn = (viewer: Viewer, ...owners: RawBuilder<unknown>[]) =>
  viewer
    ? sql`${sql.join(
        owners.map((owner) => sql` or ${owner} = ${viewer.id}`),
        sql``,
      )}`
    : sql``

/**
 * The posts this viewer may see. Deleted and pending ones are for their author and staff;
 * an answer to a hidden question is hidden too. Unlisted is not hidden.
 */
export const visible = (anyone: Viewer, table = 'posts') => {
  const viewer = eyesOf(anyone)
  if (isStaff(viewer)) return sql<SqlBool>`1 = 1`
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql<SqlBool>`(${of('status')} < 10${orOwn(viewer, of('user_id'))}) and (${of('kind')} = 'question' or exists (
    select 1 from posts as its_question where its_question.id = ${of('question_id')}
    and (its_question.status < 10${orOwn(viewer, sql`its_question.user_id`)})))`
}

/** Answers that this viewer sees under a post: the available ones, and of the pending ones their own; staff see all. */
export const seenComment = (anyone: Viewer, comments = 'comments') => {
  const viewer = eyesOf(anyone)
  const of = (column: string) => sql.ref(`${comments}.${column}`)
  if (!viewer) return sql<SqlBool>`${of('status')} = 1`
  const whose = isStaff(viewer) ? sql`` : sql` and ${of('user_id')} = ${viewer.id}`
  return sql<SqlBool>`(${of('status')} = 1 or (${of('status')} = 11${whose}))`
}

/** The comments this viewer may see, on posts they may see. Nobody sees a deleted one. */
export const visibleComment = (viewer: Viewer, comments = 'comments', posts = 'posts') =>
  sql<SqlBool>`${seenComment(viewer, comments)} and ${visible(viewer, posts)}`

/** The posts that lists about a person or a topic show this viewer: nothing hidden, and unlisted ones only to their author and staff. */
export const listed = (anyone: Viewer, table = 'posts') => {
  const viewer = eyesOf(anyone)
  const of = (column: string) => sql.ref(`${table}.${column}`)
  const shown = isStaff(viewer)
    ? sql``
    : sql` and (its_question.show = 1${orOwn(viewer, sql`its_question.user_id`, of('user_id'))})`
  return sql<SqlBool>`${of('status')} < 10 and exists (
    select 1 from posts as its_question where its_question.id = ${of('question_id')} and its_question.status < 10${shown})`
}
