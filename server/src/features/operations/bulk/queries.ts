import { type Insertable, type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { type Db, locking } from '../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../db/page.ts'
import type { DB } from '../../../db/tables.ts'

export type Bulk = Selectable<DB['bulk_acts']>
export type Change = Selectable<DB['bulk_changes']>

export const insertBulk = async (db: Db, bulk: Omit<Insertable<DB['bulk_acts']>, 'id'>) =>
  (await db.insertInto('bulk_acts').values(bulk).returning('id').executeTakeFirstOrThrow()).id

export const updateBulk = (db: Db, id: number, changes: Partial<Pick<Bulk, 'task_id' | 'is_undone'>>) =>
  db.updateTable('bulk_acts').set(changes).where('id', '=', id).execute()

export const findBulk = (db: Db, id: number) =>
  db.selectFrom('bulk_acts').selectAll().where('id', '=', id).executeTakeFirst()
export const lockBulk = (db: Db, id: number) =>
  db.selectFrom('bulk_acts').selectAll().where('id', '=', id).$call(locking(db)).executeTakeFirst()

export const listBulks = async (db: Db, page: Page) => ({
  count: (
    await db
      .selectFrom('bulk_acts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count,
  list: await db
    .selectFrom('bulk_acts')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute(),
})

export const listTasksOf = (db: Db, ids: number[]) =>
  ids.length
    ? db.selectFrom('tasks').select(['id', 'status', 'args']).where('id', 'in', ids).execute()
    : Promise.resolve([])

/** False where this act has met the thing before. */
export const insertChange = async (
  db: Db,
  change: Pick<Change, 'bulk_act_id' | 'object_type' | 'object_id'> &
    Partial<Pick<Change, 'before' | 'after' | 'refusal'>>,
) =>
  (
    await db
      .insertInto('bulk_changes')
      .values({ before: '', after: '', refusal: '', undone_at: 0, undo_refusal: '', ...change })
      .onConflict((on) => on.columns(['bulk_act_id', 'object_type', 'object_id']).doNothing())
      .returning('id')
      .execute()
  )[0]?.id

/** Whether this act has met the thing before and left it as it was. */
export const wasRefused = async (
  db: Db,
  { bulk_act_id, object_type, object_id }: Pick<Change, 'bulk_act_id' | 'object_type' | 'object_id'>,
) =>
  (
    await db
      .selectFrom('bulk_changes')
      .select('refusal')
      .where('bulk_act_id', '=', bulk_act_id)
      .where('object_type', '=', object_type)
      .where('object_id', '=', object_id)
      .executeTakeFirst()
  )?.refusal !== ''

export const updateChange = (db: Db, id: number, changes: Partial<Pick<Change, 'before' | 'after' | 'undo_refusal'>>) =>
  db.updateTable('bulk_changes').set(changes).where('id', '=', id).execute()

/** False where another process was faster. */
export const markUndone = async (db: Db, id: number, now: number) =>
  (
    await db
      .updateTable('bulk_changes')
      .set({ undone_at: now })
      .where('id', '=', id)
      .where('undone_at', '=', 0)
      .returning('id')
      .execute()
  ).length > 0

/** What was done and is neither undone nor refused to be, the last first. */
export const listToUndo = (db: Db, bulk_act_id: number, before: number, limit: number) =>
  db
    .selectFrom('bulk_changes')
    .selectAll()
    .where('bulk_act_id', '=', bulk_act_id)
    .where('id', '<', before)
    .where('refusal', '=', '')
    .where('undone_at', '=', 0)
    .where('undo_refusal', '=', '')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export type Outcome = 'done' | 'skipped' | 'undone' | 'not_undone'

// As in the indexes of migration 0072.
const WITH: Record<Exclude<Outcome, 'done'>, RawBuilder<SqlBool>> = {
  skipped: sql`refusal <> ''`,
  undone: sql`undone_at > 0`,
  not_undone: sql`undo_refusal <> ''`,
}

const countWith = async (db: Db, ids: number[], which?: RawBuilder<SqlBool>) => {
  const rows = await db
    .selectFrom('bulk_changes')
    .select('bulk_act_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('bulk_act_id', 'in', ids)
    .$if(which !== undefined, (q) => q.where(which!))
    .groupBy('bulk_act_id')
    .execute()
  const counts = new Map(rows.map(({ bulk_act_id, count }) => [bulk_act_id, count]))
  return (id: number) => counts.get(id) ?? 0
}

/** How many of each outcome these acts have. */
export const countOutcomes = async (db: Db, ids: number[]) => {
  if (ids.length === 0) return new Map<number, Record<Outcome, number>>()
  const [all, skipped, undone, not_undone] = [
    await countWith(db, ids),
    await countWith(db, ids, WITH.skipped),
    await countWith(db, ids, WITH.undone),
    await countWith(db, ids, WITH.not_undone),
  ]
  return new Map(
    ids.map((id): [number, Record<Outcome, number>] => [
      id,
      { done: all(id) - skipped(id), skipped: skipped(id), undone: undone(id), not_undone: not_undone(id) },
    ]),
  )
}

export const listChanges = async (db: Db, { id, only, ...page }: Page & { id: number; only: '' | Outcome }) => {
  let found = db.selectFrom('bulk_changes').where('bulk_act_id', '=', id)
  if (only === 'done') found = found.where('refusal', '=', '').where('undone_at', '=', 0).where('undo_refusal', '=', '')
  else if (only) found = found.where(WITH[only])
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const list = await found.selectAll().orderBy('id').limit(page.page_size).offset(offsetOf(page)).execute()
  return { count, list }
}
