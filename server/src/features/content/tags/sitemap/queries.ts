import type { Db } from '../../../../db/dialect.ts'

/** Tags that lead to something, the largest first. */
export const listTagsForSitemap = (db: Db, limit: number) =>
  db
    .selectFrom('tags')
    .select(['slug_name', 'updated_at'])
    .where('status', '=', 1)
    .where('main_tag_id', '=', 0)
    .where('question_count', '>', 0)
    .orderBy('question_count', 'desc')
    .limit(limit)
    .execute()
