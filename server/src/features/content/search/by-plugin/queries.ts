import { createHash } from 'node:crypto'
import type { SearchedPost } from '@askwell/plugin-kit'
import type { Db } from '../../../../db/dialect.ts'
import { listed } from '../../../../db/visible.ts'
import { NEVER } from '../../../../lib/clock.ts'
import type { Asking } from '../../../../lib/plugin-ports/running.ts'
import { findSetting } from '../../../operations/settings/queries.ts'
import { listChipRows } from '../../tags/of-questions/queries.ts'

/** Where it is stored which plugin has been given all posts, or how far it has come. */
export const SEARCH_PLUGIN = 'search_plugin'

export interface SearchPluginState {
  plugin: string
  /** Of its version and its settings: another one has an index of its own. */
  digest: string
  /** All posts up to this one have been given to it. */
  upTo: number
  filled: boolean
}
export const findSearchPlugin = async (db: Db) =>
  (await findSetting(db, SEARCH_PLUGIN)) as SearchPluginState | undefined

export const stateDigest = (plugins: Pick<Asking, 'stateOf'>, slug_name: string) =>
  createHash('sha256').update(plugins.stateOf(slug_name)).digest('base64url')

/** How a job is named that gives a plugin what has changed. */
export const CHANGES = 'search.plugin_due/tellSearchPlugin'

/** Whether changes of before this time still wait for the plugin; those given up are told of again by and by. */
export const isBehind = async (db: Db, plugin_lane: number, before: number) =>
  Boolean(
    await db
      .selectFrom('jobs')
      .innerJoin('events', 'events.id', 'jobs.event_id')
      .select('jobs.id')
      .where('jobs.lane', '=', plugin_lane)
      .where('jobs.effect', '=', CHANGES)
      .where('jobs.run_at', '<', NEVER)
      .where('events.created_at', '<', before)
      .limit(1)
      .executeTakeFirst(),
  )

/** Of these posts, what everybody may find. */
export const listFindable = async (db: Db, ids: number[]): Promise<SearchedPost[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('posts')
    .innerJoin('posts as asked', 'asked.id', 'posts.question_id')
    .leftJoin('search_state', 'search_state.post_id', 'posts.id')
    .select(['posts.id', 'posts.kind', 'posts.question_id', 'posts.created_at', 'posts.score'])
    .select(['asked.title', 'search_state.plain_text', 'posts.original_text'])
    .where('posts.id', 'in', ids)
    .where(listed(null))
    .orderBy('posts.id')
    .execute()
  const questions = [...new Set(rows.map((row) => row.question_id))]
  const tags = Map.groupBy(await listChipRows(db, questions), (row) => row.question_id)
  return rows.map(({ id, kind, question_id, title, plain_text, original_text, created_at, score }) => ({
    id: String(id),
    object_type: kind,
    title,
    text: plain_text ?? original_text,
    tags: (tags.get(question_id) ?? []).map(({ slug_name }) => slug_name),
    created_at,
    score,
  }))
}

/** These posts with all that stands under the questions among them: their title, and whether they may be found, is that of the question. */
export const listWithAnswers = async (db: Db, ids: number[]) =>
  (
    await db
      .selectFrom('posts')
      .select('id')
      .where((eb) => eb.or([eb('id', 'in', ids), eb('question_id', 'in', ids)]))
      .execute()
  ).map(({ id }) => id)

export const listPostIdsAfter = async (db: Db, after: number, limit: number) =>
  (await db.selectFrom('posts').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()).map(
    ({ id }) => id,
  )
