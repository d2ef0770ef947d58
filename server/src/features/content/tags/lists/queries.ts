import type { TagOrder } from '@askwell/contract/tags.ts'
import { sql } from 'kysely'
import { containing, type Db } from '../../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../../db/page.ts'
import { TAG_STATUS } from '../queries.ts'

// as the partial indexes of migration 0001 have it
const pickable = sql<boolean>`tags.status = 1 and tags.main_tag_id = 0`
// as that of migration 0007 has it
const recommended = sql<boolean>`tags.status = 1 and tags.main_tag_id = 0 and tags.recommend = 1`

/** Exactly these tags are recommended (or reserved) from now on. */
export const markTags = async (db: Db, column: 'recommend' | 'reserved', ids: number[]) => {
  await db
    .updateTable('tags')
    .set({ [column]: 0 })
    .where(column, '=', 1)
    .$if(ids.length > 0, (q) => q.where('id', 'not in', ids))
    .execute()
  if (ids.length)
    await db
      .updateTable('tags')
      .set({ [column]: 1 })
      .where('id', 'in', ids)
      .where(column, '=', 0)
      .execute()
}

/** Whether there is a recommended tag to pick. */
export const hasRecommended = async (db: Db) =>
  (await db.selectFrom('tags').select('id').where(recommended).limit(1).execute()).length > 0

const OPTION = [
  'id',
  'slug_name',
  'display_name',
  'recommend',
  'reserved',
  'main_tag_id',
  'question_count',
  'description',
] as const

/** The recommended tags; where there are none, the most used. */
export const listSuggestedTags = async (db: Db, limit: number) => {
  const named = await db
    .selectFrom('tags')
    .select(OPTION)
    .where(recommended)
    .orderBy('slug_name')
    .limit(limit)
    .execute()
  return named.length
    ? named
    : db
        .selectFrom('tags')
        .select(OPTION)
        .where(pickable)
        .orderBy('question_count', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute()
}

/** Tags whose name holds this piece, synonyms too: first those that begin with it, then the most used. */
export const listTagsLike = (db: Db, piece: string, limit: number) =>
  db
    .selectFrom('tags')
    .select(OPTION)
    .where('status', '=', TAG_STATUS.available)
    .where((eb) => eb.or([containing(db, 'slug_name', piece), containing(db, 'display_name', piece)]))
    .orderBy(sql`case when substr(slug_name, 1, ${piece.length}) = ${piece} then 0 else 1 end`)
    .orderBy('question_count', 'desc')
    .orderBy('slug_name')
    .limit(limit)
    .execute()

// as the partial index of migration 0007 has it
const deleted = sql<boolean>`tags.status = 10`

interface Filter {
  slug: string
  status: 'available' | 'deleted'
}
const matching = (db: Db, { slug, status }: Filter) =>
  db
    .selectFrom('tags')
    .where(status === 'deleted' ? deleted : pickable)
    .$if(slug !== '', (q) =>
      q.where((eb) => eb.or([containing(db, 'slug_name', slug), containing(db, 'display_name', slug)])),
    )

export const countTags = async (db: Db, filter: Filter) =>
  (
    await matching(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const listTagsPage = (db: Db, { order, ...page }: Page & Filter & { order: TagOrder }) =>
  matching(db, page)
    .selectAll()
    .$if(order === 'popular', (q) => q.orderBy('question_count', 'desc').orderBy('id'))
    .$if(order === 'name', (q) => q.orderBy('slug_name'))
    .$if(order === 'newest', (q) => q.orderBy('created_at', 'desc').orderBy('id', 'desc'))
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
