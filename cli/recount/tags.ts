import { inLists } from '@askwell/server/db/visible.ts'
import type { Tx } from '@askwell/server/events/events.ts'
import { lockTags, updateTag } from '@askwell/server/features/tags/queries.ts'
import { byKey, type Drift, note } from './drift.ts'

const BATCH = 100

/** Questions of the next tags by id that lists show. @returns the last id, 0 at the end. */
export const recountTags = async ({ db }: Tx, after: number, drift: Drift) => {
  const ids = (await db.selectFrom('tags').select('id').where('id', '>', after).orderBy('id').limit(BATCH).execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  const tags = await lockTags(db, ids)
  const counts = byKey(
    await db.selectFrom('question_tags').innerJoin('posts', 'posts.id', 'question_tags.question_id').where('tag_id', 'in', ids).where(inLists())
      .groupBy('tag_id').select(({ fn }) => ['tag_id', fn.countAll<number>().as('count')]).execute(),
    ({ tag_id }) => tag_id)
  for (const tag of tags) {
    const changes = note(drift, 'tags', tag, { question_count: counts.get(tag.id)?.count ?? 0 })
    if (changes) await updateTag(db, tag.id, changes)
  }
  return ids.length < BATCH ? 0 : ids.at(-1)!
}
