import type { Db } from '../../../../db/dialect.ts'
import { inLists } from '../../../../db/visible.ts'

/** By number, those that everybody's lists show. */
export const listQuestionsForSitemap = (
  db: Db,
  { after, last, limit }: { after: number; last: number; limit: number },
) =>
  db
    .selectFrom('posts')
    .select(['id', 'url_title', 'active_at'])
    .where('id', '>', after)
    .where('id', '<=', last)
    .where(inLists())
    .orderBy('id')
    .limit(limit)
    .execute()
