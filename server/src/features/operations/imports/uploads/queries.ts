import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { cameFrom, type Walk } from '../queries.ts'

// What came from a site and names an upload of it, in the order of its numbers.

/** A text that is like one of these. */
const like = (column: string, naming: readonly string[]) =>
  sql<SqlBool>`(${sql.join(
    naming.map((one) => sql`${sql.ref(column)} like ${one}`),
    sql` or `,
  )})`

export const listPostsNaming = (db: Db, naming: readonly string[], { site, after, limit }: Walk) =>
  db
    .selectFrom('posts')
    .select(['id', 'id as post_id', 'user_id', 'original_text'])
    .where('id', '>', after)
    .where(like('original_text', naming))
    .where(cameFrom(site, 'post', 'posts.id'))
    .orderBy('id')
    .limit(limit)
    .execute()

export const listCommentsNaming = (db: Db, naming: readonly string[], { site, after, limit }: Walk) =>
  db
    .selectFrom('comments')
    .select(['id', 'post_id', 'user_id', 'original_text', 'parsed_text'])
    .where('id', '>', after)
    .where(like('original_text', naming))
    .where(cameFrom(site, 'comment', 'comments.id'))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Of posts and of tags, the present ones too. */
export const listRevisionsNaming = (db: Db, naming: readonly string[], { site, after, limit }: Walk) =>
  db
    .selectFrom('revisions')
    .select(['id', 'object_type', 'object_id', 'user_id', 'status', 'original_text'])
    .where('id', '>', after)
    .where(like('original_text', naming))
    .where((eb) =>
      eb.or([
        eb('object_type', '=', 'tag').and(cameFrom(site, 'tag', 'revisions.object_id')),
        eb('object_type', '<>', 'tag').and(cameFrom(site, 'post', 'revisions.object_id')),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()

/** Members without a picture here who had one there. */
export const listLackingPicture = (db: Db, naming: readonly string[], { site, after, limit }: Walk) =>
  db
    .selectFrom('imported_profiles')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.id', 'avatar_url'])
    .where('users.id', '>', after)
    .where(like('avatar_url', naming))
    .where('avatar_type', '=', 'default')
    .where(cameFrom(site, 'user', 'users.id'))
    .orderBy('users.id')
    .limit(limit)
    .execute()
