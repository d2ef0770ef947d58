import type { Viewer } from '../../../lib/member.ts'
import { evenLength, insertMany } from '../../../db/insert-many.ts'
import type { Db } from '../../../db/dialect.ts'
import { visible } from '../../../db/visible.ts'
import type { DB } from '../../../db/tables.ts'

export type OriginKind = DB['import_mappings']['kind']

const ROWS_AT_ONCE = 500

/** What a key of the old site became here; for the first imported site, if there were several. */
export const findOrigin = async (db: Db, kind: OriginKind, key: string) =>
  (
    await db
      .selectFrom('import_mappings')
      .select('object_id')
      .where('kind', '=', kind)
      .where('key', '=', key)
      .orderBy('object_id')
      .limit(1)
      .executeTakeFirst()
  )?.object_id

/** What each of these became; those not imported are missing. */
export const listOrigins = async (db: Db, site: string, kind: OriginKind, keys: string[]) => {
  const found = new Map<string, number>()
  for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) {
    const rows = await db
      .selectFrom('import_mappings')
      .select(['key', 'object_id'])
      .where('site', '=', site)
      .where('kind', '=', kind)
      .where('key', 'in', evenLength(keys.slice(at, at + ROWS_AT_ONCE)))
      .execute()
    for (const { key, object_id } of rows) found.set(key, object_id)
  }
  return found
}

/** Whether anything of this kind was imported from there. */
export const hasOrigins = async (db: Db, site: string, kind: OriginKind) =>
  (
    await db
      .selectFrom('import_mappings')
      .select('key')
      .where('site', '=', site)
      .where('kind', '=', kind)
      .limit(1)
      .execute()
  ).length > 0

export const insertOrigins = async (
  db: Db,
  site: string,
  kind: OriginKind,
  made: (readonly [key: string, object_id: number])[],
) => {
  await insertMany(
    db,
    'import_mappings',
    made.map(([key, object_id]) => ({ site, kind, key, object_id })),
  )
}

/** The names of the imported sites. */
export const listSites = async (db: Db) => {
  const found: string[] = []
  for (;;) {
    // One index lookup for each, however much was imported from it.
    const next = await db
      .selectFrom('import_mappings')
      .select(({ fn }) => fn.min('site').as('site'))
      .$if(found.length > 0, (query) => query.where('site', '>', found.at(-1)!))
      .executeTakeFirst()
    if (!next?.site) return found
    found.push(next.site)
  }
}

export type DatedKind = 'user' | 'post'
const DATED = { user: 'users', post: 'posts' } as const satisfies Record<DatedKind, string>

/** The creation times of these imported things. */
export const listCreatedAt = async (db: Db, site: string, kind: DatedKind, keys: string[]) => {
  const origins = await listOrigins(db, site, kind, keys)
  if (origins.size === 0) return new Map<string, number>()
  const rows = await db
    .selectFrom(DATED[kind])
    .select(['id', 'created_at'])
    .where('id', 'in', [...origins.values()])
    .execute()
  const made = new Map(rows.map((row) => [row.id, row.created_at]))
  return new Map([...origins].flatMap(([key, id]) => (made.has(id) ? [[key, made.get(id)!] as const] : [])))
}

/** The question each of these posts belongs to. */
export const listQuestionIds = async (db: Db, post_ids: number[]) =>
  new Map(
    post_ids.length
      ? (await db.selectFrom('posts').select(['id', 'question_id']).where('id', 'in', post_ids).execute()).map(
          (row) => [row.id, row.question_id],
        )
      : [],
  )

/** Who wrote these posts, and who commented on them. */
export const listParticipants = async (db: Db, post_ids: number[]) => {
  if (post_ids.length === 0) return []
  const authors = db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .where('posts.id', 'in', post_ids)
    .select(['posts.id as post_id', 'users.username', 'users.display_name'])
  const commenters = db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .where('comments.post_id', 'in', post_ids)
    .select(['comments.post_id', 'users.username', 'users.display_name'])
  return authors.union(commenters).execute()
}

/** Those of these usernames that a member has or had. */
export const listTakenNames = async (db: Db, names: string[]) => {
  const [now, before] = [
    await db.selectFrom('users').select('username').where('username', 'in', names).execute(),
    await db.selectFrom('former_usernames').select('username').where('username', 'in', names).execute(),
  ]
  return new Set([...now, ...before].map((row) => row.username))
}

/** What a post's address is made of. */
export const findPost = (db: Db, id: number, viewer: Viewer) =>
  db
    .selectFrom('posts')
    .innerJoin('posts as question', 'question.id', 'posts.question_id')
    .where('posts.id', '=', id)
    .where(visible(viewer))
    .select(['posts.kind', 'posts.question_id', 'question.url_title'])
    .executeTakeFirst()

/** The old addresses of these posts, and of their comments, no longer redirect. */
export const deleteOriginsOf = async (db: Db, post_ids: number[]) => {
  await db
    .deleteFrom('import_mappings')
    .where('kind', '=', 'comment')
    .where('object_id', 'in', db.selectFrom('comments').select('id').where('post_id', 'in', post_ids))
    .execute()
  await db.deleteFrom('import_mappings').where('kind', '=', 'post').where('object_id', 'in', post_ids).execute()
}
