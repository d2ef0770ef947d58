import { sql } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import { isAnswer, visible, visibleComment } from '../../../db/visible.ts'
import type { Viewer } from '../../../lib/actor.ts'
import type { Revised } from '../revisions/queries.ts'

// A timeline is put together from what there is: the texts a thing has had, the answers and comments under it, and what happened to its state.
// So it is whole for what was imported too, of which no event tells; and what is hidden is out of it as it is everywhere.

/** A row of it. Of two at the same second `place` decides which of them came later, then `id`. */
export interface Row {
  created_at: number
  place: number
  id: number
  type: string
  revision_id: number
  object_type: Revised['object_type'] | 'comment'
  object_id: number
  user_id: number
  comment: string
  payload: string
}
export interface After {
  created_at: number
  place: number
  id: number
}

export const PLACE = { revision: 1, answer: 2, comment: 3, event: 4, before: 5 } as const
const FAR = Number.MAX_SAFE_INTEGER

/** Rows of one source that come after the last one shown, whatever source that was of. */
const since = (place: number, { created_at, place: last, id }: After, columns: [time: string, id: string]) =>
  sql<boolean>`(${sql.ref(columns[0])}, ${sql.ref(columns[1])}) < (${created_at}, ${place < last ? FAR : place === last ? id : 0})`

export const BEGINNING: After = { created_at: FAR, place: 9, id: 0 }

const blank = { revision_id: 0, comment: '', payload: '{}' }

/** The texts of a post or tag: the first one, edits, and restored texts. A suggestion counts from when it was approved. */
export const listTexts = async (
  db: Db,
  { object_type, object_id }: Revised,
  after: After,
  limit: number,
): Promise<Row[]> => {
  const time = sql<number>`case when decided_at > 0 then decided_at else created_at end`
  const rows = await db
    .selectFrom('revisions')
    .select(['id', 'number', 'restored_revision_id', 'user_id', 'log', time.as('at')])
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .where(sql<boolean>`revisions.number > 0`)
    .where(
      sql<boolean>`(${time}, number) < (${after.created_at}, ${PLACE.revision < after.place ? FAR : PLACE.revision === after.place ? after.id : 0})`,
    )
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  const first = { question: 'asked', answer: 'answered', tag: 'created' }[object_type]
  return rows.map(({ id, number, restored_revision_id, user_id, log, at }) => ({
    ...blank,
    created_at: at,
    place: PLACE.revision,
    id: number,
    type: number === 1 ? first : restored_revision_id ? 'rollback' : 'edited',
    revision_id: id,
    object_type,
    object_id,
    user_id,
    comment: log,
  }))
}

/** Answers to a question that the viewer may see. */
export const listAnswers = async (
  db: Db,
  question_id: number,
  viewer: Viewer,
  after: After,
  limit: number,
): Promise<Row[]> =>
  (
    await db
      .selectFrom('posts')
      .select(['id', 'created_at', 'user_id'])
      .where('question_id', '=', question_id)
      .where(isAnswer())
      .where(visible(viewer))
      .where('status', '<>', 11)
      .where(since(PLACE.answer, after, ['posts.created_at', 'posts.id']))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  ).map((row) => ({
    ...blank,
    ...row,
    place: PLACE.answer,
    type: 'answered',
    object_type: 'answer',
    object_id: row.id,
  }))

/** Comments that stand. */
export const listComments = async (
  db: Db,
  post_id: number,
  viewer: Viewer,
  after: After,
  limit: number,
): Promise<Row[]> =>
  (
    await db
      .selectFrom('comments')
      .innerJoin('posts', 'posts.id', 'comments.post_id')
      .select(['comments.id', 'comments.created_at', 'comments.user_id', 'comments.parsed_text as comment'])
      .where('comments.post_id', '=', post_id)
      .where(visibleComment(viewer))
      .where(since(PLACE.comment, after, ['comments.created_at', 'comments.id']))
      .orderBy('comments.created_at', 'desc')
      .orderBy('comments.id', 'desc')
      .limit(limit)
      .execute()
  ).map((row) => ({
    ...blank,
    ...row,
    place: PLACE.comment,
    type: 'commented',
    object_type: 'comment',
    object_id: row.id,
  }))

/** In the words of the partial index of migration 0005. */
const acts = sql<boolean>`events.type in ('question.closed', 'question.reopened', 'question.pinned', 'question.unpinned', 'question.listed', 'question.unlisted', 'question.deleted', 'question.undeleted',
  'answer.deleted', 'answer.undeleted', 'answer.accepted', 'tag.deleted', 'tag.undeleted')`

const EVENT = [
  'events.id',
  'events.type',
  'events.actor_id as user_id',
  'events.object_type',
  'events.object_id',
  'events.payload',
  'events.created_at',
] as const

const asRow = (row: {
  id: number
  type: string
  user_id: number
  object_type: string
  object_id: number
  payload: string
  created_at: number
}): Row => ({ ...blank, ...row, object_type: row.object_type as Row['object_type'], place: PLACE.event })

const eventsOf = (db: Db, { object_type, object_id }: Revised, after: After, limit: number) =>
  db
    .selectFrom('events')
    .select(EVENT)
    .where('events.object_type', '=', object_type)
    .where('events.object_id', '=', object_id)
    .where(since(PLACE.event, after, ['events.created_at', 'events.id']))
    .orderBy('events.id', 'desc')
    .limit(limit)

/** What became of its state. */
export const listActs = async (db: Db, revised: Revised, after: After, limit: number) =>
  (await eventsOf(db, revised, after, limit).where(acts).execute()).map(asRow)

/** In the words of the index of migration 0014. */
const mergers = sql<boolean>`events.type in ('tag.merged', 'tag.parted', 'tag.widened')`

/** What a tag became another word for, and what for it. */
export const listMergers = async (db: Db, revised: Revised, after: After, limit: number) =>
  (await eventsOf(db, revised, after, limit).where(mergers).execute()).map(asRow)

export const listVotes = async (db: Db, revised: Revised, after: After, limit: number) =>
  (await eventsOf(db, revised, after, limit).where('type', '=', 'vote.cast').execute()).map(asRow)

/** In the words of the other one. */
const acceptances = sql<boolean>`events.type in ('answer.accepted', 'answer.unaccepted')`

/** Which answers to a question were accepted, as far as the viewer may see them. */
export const listAcceptances = async (db: Db, question_id: number, viewer: Viewer, after: After, limit: number) =>
  (
    await db
      .selectFrom('events')
      .innerJoin('posts', 'posts.id', 'events.object_id')
      .select(EVENT)
      .where('events.question_id', '=', question_id)
      .where(acceptances)
      .where('events.type', '=', 'answer.accepted')
      .where(visible(viewer))
      .where(since(PLACE.event, after, ['events.created_at', 'events.id']))
      .orderBy('events.id', 'desc')
      .limit(limit)
      .execute()
  ).map(asRow)

/** Closed before it came here: no event tells of that. */
export const listClosings = async (db: Db, question_id: number, after: After): Promise<Row[]> =>
  (
    await db
      .selectFrom('closings')
      .select(['question_id', 'user_id', 'created_at', 'close_type'])
      .where('question_id', '=', question_id)
      .where(since(PLACE.event, after, ['closings.created_at', 'closings.question_id']))
      .where(
        sql<boolean>`not exists (select 1 from events where events.object_type = 'question'
          and events.object_id = ${question_id} and ${acts} and events.type = 'question.closed')
          and not exists (select 1 from imported_acts where imported_acts.post_id = ${question_id} and imported_acts.type = 'closed')`,
      )
      .execute()
  ).map(({ close_type, ...row }) => ({
    ...blank,
    ...row,
    place: PLACE.event,
    id: question_id,
    type: 'question.closed',
    object_type: 'question',
    object_id: question_id,
    payload: JSON.stringify({ close_type }),
  }))

/** What was done to a post before it came here. */
export const listImportedActs = async (
  db: Db,
  { object_type, object_id }: Revised,
  after: After,
  limit: number,
): Promise<Row[]> =>
  (
    await db
      .selectFrom('imported_acts')
      .select(['id', 'type', 'user_id', 'payload', 'created_at'])
      .where('post_id', '=', object_id)
      .where(since(PLACE.before, after, ['imported_acts.created_at', 'imported_acts.id']))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  ).map((row) => ({ ...blank, ...row, place: PLACE.before, object_type, object_id }))

const TAKEN_BACK_MAX = 1000

/** When acceptances under a question were taken back, the latest first. */
export const listUnaccepted = (db: Db, question_id: number) =>
  db
    .selectFrom('events')
    .select(['id', 'object_id', 'created_at'])
    .where('question_id', '=', question_id)
    .where(acceptances)
    .where('type', '=', 'answer.unaccepted')
    .orderBy('id', 'desc')
    .limit(TAKEN_BACK_MAX)
    .execute()

export const listWithdrawn = (db: Db, { object_type, object_id }: Revised, from: number) =>
  db
    .selectFrom('events')
    .select(['payload', 'created_at'])
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .where('type', '=', 'vote.withdrawn')
    .where('id', '>', from)
    .orderBy('id')
    .limit(TAKEN_BACK_MAX)
    .execute()
