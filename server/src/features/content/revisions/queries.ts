import type { RevisedType } from '@askwell/contract/revisions.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { evenLength, insertWithIds } from '../../../db/insert-many.ts'
import { type Db, locking } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'

export type Revision = Selectable<DB['revisions']>

// `first` is the text a post or tag began with.
export const REVISION_STATUS = { first: 0, waiting: 1, applied: 2, rejected: 3 } as const

const BLANK = { title: '', slugs: '[]', new_tags: '[]', log: '', description: null as string | null }

type NewRevision = Omit<Insertable<DB['revisions']>, 'id' | 'number' | keyof typeof BLANK> & Partial<typeof BLANK>

const nextNumber = ({ object_type, object_id }: Pick<Revision, 'object_type' | 'object_id'>) =>
  sql<number>`(select coalesce(max(r.number), 0) + 1 from revisions as r where r.object_type = ${object_type}
    and r.object_id = ${object_id} and r.number > 0)`

const was = (status: number) => status === REVISION_STATUS.first || status === REVISION_STATUS.applied

/** Adds a revision; the post or tag then points to it. The caller has locked that row, so that no two get the same number. */
export const insertRevision = async (db: Db, revision: NewRevision) =>
  (
    await db
      .insertInto('revisions')
      .values({ ...BLANK, ...revision, number: was(revision.status) ? nextNumber(revision) : 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Inserts many at once, with their numbers; the ids come in the order of the revisions. */
export const insertRevisions = (db: Db, revisions: (NewRevision & { number: number; id?: number })[]) =>
  insertWithIds(
    db,
    'revisions',
    revisions.map((revision) => ({ ...BLANK, ...revision })),
  )

/** The texts that each of these posts, or tags, has had, in order; for an import, which adds earlier ones. */
export const listNumbersOf = async (db: Db, ids: number[], of: 'post' | 'tag' = 'post') => {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('revisions')
          .select([
            'id',
            'object_type',
            'object_id',
            'number',
            'title',
            'slugs',
            'original_text',
            'parsed_text',
            'created_at',
          ])
          .where('object_type', 'in', of === 'tag' ? ['tag'] : ['question', 'answer'])
          .where('object_id', 'in', evenLength(ids))
          .where(sql<boolean>`revisions.number > 0`)
          .orderBy('object_id')
          .orderBy('number')
          .execute()
  return Map.groupBy(rows, (row) => row.object_id)
}

/** The only text of a post becomes the last of several. */
export const renumber = async (db: Db, texts: Pick<Revision, 'id' | 'number' | 'user_id' | 'log' | 'created_at'>[]) => {
  for (const { id, ...place } of texts)
    await db
      .updateTable('revisions')
      .set({ ...place, status: REVISION_STATUS.applied })
      .where('id', '=', id)
      .execute()
}

/** Sets the first text of a post, which an import of its history brings later. */
/** Where links of an imported text lead somewhere else now. */
export const setRevisedText = (db: Db, id: number, text: { original_text: string; parsed_text: string }) =>
  db.updateTable('revisions').set(text).where('id', '=', id).execute()

export const setFirstText = (
  db: Db,
  id: number,
  text: Pick<Revision, 'original_text' | 'parsed_text' | 'user_id' | 'created_at'>,
) => db.updateTable('revisions').set(text).where('id', '=', id).execute()

/** What a text went back to. */
export const setRestored = (db: Db, id: number, restored_revision_id: number) =>
  db.updateTable('revisions').set({ restored_revision_id }).where('id', '=', id).execute()

/** Of posts that are gone for good. */
export const deleteRevisionsOf = (db: Db, post_ids: number[]) =>
  db
    .deleteFrom('revisions')
    .where('object_type', 'in', ['question', 'answer'])
    .where('object_id', 'in', evenLength(post_ids))
    .execute()

export const deleteRevisionsOfTags = (db: Db, tag_ids: number[]) =>
  db.deleteFrom('revisions').where('object_type', '=', 'tag').where('object_id', 'in', evenLength(tag_ids)).execute()

export const findRevision = (db: Db, id: number) =>
  db.selectFrom('revisions').selectAll().where('id', '=', id).executeTakeFirst()

/** Locked: only one person decides. */
export const lockRevision = (db: Db, id: number) =>
  db.selectFrom('revisions').selectAll().where('id', '=', id).$call(locking(db)).executeTakeFirst()

const waiting = sql<boolean>`revisions.status = 1` // as the partial indexes have it

export interface Revised {
  object_type: RevisedType
  object_id: number
}

/** There is one at most. */
export const findWaiting = (db: Db, { object_type, object_id }: Revised) =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where(waiting)
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .executeTakeFirst()

/** Who has decided on it in the last seconds, if anybody has; that can still be taken back. */
export const findHolder = async (db: Db, id: number) =>
  (
    await db
      .selectFrom('review_decisions')
      .select('user_id')
      .where(sql<boolean>`queue = 'suggested_post_edit'`)
      .where('item_id', '=', id)
      .executeTakeFirst()
  )?.user_id

/** Nobody decides on what they have suggested, so one that its author rejects is withdrawn. */
export const isWithdrawn = ({ status, user_id, decided_by }: Pick<Revision, 'status' | 'user_id' | 'decided_by'>) =>
  status === REVISION_STATUS.rejected && decided_by === user_id

/** A member's suggestions for a thing that were rejected, newest first; of those withdrawn only the last word, not what was changed later. */
export const listRejectedOf = (db: Db, user_id: number, { object_type, object_id }: Revised, limit: number) =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where(sql<boolean>`revisions.status in (1, 3)`)
    .where('status', '=', REVISION_STATUS.rejected)
    .where(
      sql<boolean>`(decided_by <> user_id or not exists (select 1 from revisions as later where later.object_type = revisions.object_type
        and later.object_id = revisions.object_id and later.user_id = revisions.user_id and later.id > revisions.id))`,
    )
    .where('user_id', '=', user_id)
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** A suggestion becomes the present text; the caller has locked the thing. */
export const applySuggestion = async (
  db: Db,
  { id, ...revised }: Revised & { id: number },
  decided: { decided_by: number; decided_at: number },
) =>
  db
    .updateTable('revisions')
    .set({ ...decided, status: REVISION_STATUS.applied, number: nextNumber(revised) })
    .where('id', '=', id)
    .execute()

/** Decided without becoming the text: rejected, or applied in another form. */
export const settleSuggestion = (
  db: Db,
  id: number,
  decided: Pick<Revision, 'status' | 'decided_by' | 'decided_at' | 'decision_reason'>,
) => db.updateTable('revisions').set(decided).where('id', '=', id).execute()

/** The texts of a thing; `number` tells their order. */
export const listRevisions = (
  db: Db,
  {
    object_type,
    object_id,
    order,
    before,
    page_size,
  }: Revised & { order: 'oldest' | 'newest'; before: number; page_size: number },
) =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('object_type', '=', object_type)
    .where('object_id', '=', object_id)
    .where(sql<boolean>`revisions.number > 0`)
    .$if(before > 0, (q) => q.where('number', '<', before))
    .orderBy('number', order === 'newest' ? 'desc' : 'asc')
    .limit(page_size)
    .execute()

/** The text that stood before this revision. */
export const findTextBefore = async (db: Db, id: number) =>
  (
    await db
      .selectFrom('revisions as former')
      .innerJoin('revisions', (on) =>
        on
          .onRef('former.object_type', '=', 'revisions.object_type')
          .onRef('former.object_id', '=', 'revisions.object_id')
          .onRef('former.number', '<', 'revisions.number'),
      )
      .where('revisions.id', '=', id)
      .where(sql<boolean>`former.number > 0`)
      .orderBy('former.number', 'desc')
      .limit(1)
      .select('former.original_text')
      .executeTakeFirst()
  )?.original_text

export const listRevisionsByIds = async (db: Db, ids: number[]) =>
  ids.length ? db.selectFrom('revisions').selectAll().where('id', 'in', ids).execute() : []

export const listNumbers = async (db: Db, ids: number[]) =>
  new Map(
    ids.length
      ? (await db.selectFrom('revisions').select(['id', 'number']).where('id', 'in', ids).execute()).map((row) => [
          row.id,
          row.number,
        ])
      : [],
  )
