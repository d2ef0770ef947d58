import { sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { NEAREST, slowRead } from '../../../../db/slow-reads.ts'
import { listed } from '../../../../db/visible.ts'
import type { Viewer } from '../../../../lib/actor.ts'
import { fits, type SearchFilters } from '../queries.ts'
import type { Problem } from './state.ts'
import { vectorsIn } from '../../../../db/vectors.ts'

/** Which vectors are those in use. Vectors of different models can't be compared, so each has a generation of its own; the number only grows. */
export interface VectorState {
  generation: number
  /** What made them; empty where they are to be deleted. */
  url: string
  model: string
  dimensions: number
  problem?: Problem
}

export const findState = async (db: Db): Promise<VectorState | undefined> => {
  const found = await db
    .selectFrom('search_generations')
    .selectAll()
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return undefined
  const { problem, ...state } = found
  return { ...state, ...(problem && { problem: JSON.parse(problem) as Problem }) }
}

export const saveState = (db: Db, { problem, ...state }: VectorState) => {
  const row = { ...state, problem: problem ? JSON.stringify(problem) : '' }
  return db
    .insertInto('search_generations')
    .values(row)
    .onConflict((on) => on.column('generation').doUpdateSet(row))
    .execute()
}

/** A post as far as it says what it means. */
const TEXT = ['search_state.post_id', 'search_state.plain_text', 'posts.title', 'posts.kind', 'asked.show'] as const

/** Posts in the index that have no vector of this generation, or none of their present text. */
export const listDue = (db: Db, generation: number, limit: number) =>
  db
    .selectFrom('search_state')
    .innerJoin('posts', 'posts.id', 'search_state.post_id')
    .innerJoin('posts as asked', 'asked.id', 'posts.question_id')
    .select(TEXT)
    .where('search_state.generation', '<', generation)
    .orderBy('search_state.generation')
    .orderBy('search_state.post_id')
    .limit(limit)
    .execute()
export type DuePost = Awaited<ReturnType<typeof listDue>>[number]

/** The same posts as they are now. */
export const listAgain = (db: Db, postIds: number[]) =>
  db
    .selectFrom('search_state')
    .innerJoin('posts', 'posts.id', 'search_state.post_id')
    .innerJoin('posts as asked', 'asked.id', 'posts.question_id')
    .select(TEXT)
    .where('search_state.post_id', 'in', postIds)
    .execute()

export const isAnyDue = async (db: Db, generation: number) =>
  Boolean(
    await db
      .selectFrom('search_state')
      .select('post_id')
      .where('generation', '<', generation)
      .limit(1)
      .executeTakeFirst(),
  )

/** Of which texts these posts have vectors. */
export const listDigests = async (db: Db, generation: number, postIds: number[]) =>
  new Map(
    (
      await db
        .selectFrom('search_vectors')
        .select(['post_id', 'digest'])
        .where('post_id', 'in', postIds)
        .where('generation', '=', generation)
        .execute()
    ).map(({ post_id, digest }) => [post_id, digest]),
  )

export const markDone = (db: Db, generation: number, postIds: number[]) =>
  db.updateTable('search_state').set({ generation }).where('post_id', 'in', postIds).execute()

const earlier = (db: Db, generation: number, limit: number) =>
  db.selectFrom('search_vectors').select('post_id').where('generation', '<', generation).limit(limit)

export const hasEarlier = async (db: Db, generation: number) =>
  Boolean(await earlier(db, generation, 1).executeTakeFirst())

/** Some of the vectors of earlier generations. @returns how many. */
export const deleteEarlier = async (db: Db, generation: number, limit: number) =>
  Number(
    (
      await db
        .deleteFrom('search_vectors')
        .where('post_id', 'in', earlier(db, generation, limit))
        .executeTakeFirst()
    ).numDeletedRows,
  )

export const deleteVectors = (db: Db, postIds: number[]) =>
  db.deleteFrom('search_vectors').where('post_id', 'in', postIds).execute()

/** For an admin, who can wait. */
const COUNTING_MS = 10_000

/** How many posts are in the index, and how many of them are done. */
export const countDone = async (db: Db, generation: number) => {
  const query = sql<{ posts: number; done: number }>`select (select count(*) from search_state) as posts,
    (select count(*) from search_state where generation = ${generation}) as done`
  const [counts] = await slowRead(db, query.compile(db), { limit: COUNTING_MS })
  return counts!
}

/** The average of so many is near enough. */
const SAMPLE = 2000
/** An average is a text on PostgreSQL. */
interface Sample {
  texts: number
  each: number | string | null
}

/** How many texts are to be sent for this generation, and about how many characters that is. */
export const countCost = async (db: Db, generation: number, longest: number) => {
  const query = sql<Sample>`select
    (select count(*) from search_state where generation < ${sql.lit(generation)}) as texts,
    (select avg(length) from (select case when length > ${sql.lit(longest)} then ${sql.lit(longest)} else length end as length
      from (select case when kind = 'question' then length(title) + 2 else 0 end + coalesce(length(plain_text), 0) as length
        from search_state join posts on posts.id = post_id order by post_id desc limit ${sql.lit(SAMPLE)}) as whole) as sent) as each`
  const [{ texts, each }] = (await slowRead(db, query.compile(db), { limit: COUNTING_MS })) as [Sample]
  return { texts, characters: Math.round(texts * Number(each ?? 0)) }
}

/** Where one of these is asked for, few posts fit, and all of them are compared. */
const isNarrow = ({ user_id, question_id }: SearchFilters) => Boolean(user_id ?? question_id)

/** Longer than this nobody waits for it: the words have an answer. */
const LIMIT_MS = 1000

/** Posts that fit a search and mean something near to this, the nearest first. */
export const listNear = async (
  db: Db,
  generation: number,
  vector: Float32Array,
  wanted: SearchFilters,
  viewer: Viewer,
): Promise<{ id: number; distance: number }[]> => {
  const { distance, nearest } = await vectorsIn(db).compare(db, { generation, dimensions: vector.length }, vector)
  const from = isNarrow(wanted)
    ? sql`posts join search_vectors on search_vectors.post_id = posts.id`
    : sql`nearest join search_vectors on search_vectors.post_id = nearest.post_id join posts on posts.id = nearest.post_id`
  const query = sql<{
    id: number
    distance: number
  }>`${isNarrow(wanted) ? sql`` : sql`with nearest as materialized (${nearest})`}
    select posts.id, ${distance} as distance from ${from} where search_vectors.generation = ${sql.lit(generation)}
    and ${sql.join([...fits(db, wanted), listed(viewer)], sql` and `)} order by distance, posts.id desc limit ${sql.lit(NEAREST)}`
  return slowRead(db, query.compile(db), { limit: LIMIT_MS, vectors: true })
}
