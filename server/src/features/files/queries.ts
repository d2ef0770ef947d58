import { type Insertable, sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/dialect.ts'
import type { DB } from '../../db/tables.ts'
import { visible } from '../../db/visible.ts'
import type { Viewer } from '../../lib/member.ts'

export const insertFile = (db: Db, file: Omit<Insertable<DB['files']>, 'id' | 'deleted_at'>) => db.insertInto('files').values({ ...file, deleted_at: 0 }).execute()

const used = (more: ReturnType<typeof sql<SqlBool>>) => sql<SqlBool>`exists (select 1 from file_uses where file_uses.file_id = files.id and ${more})`

/**
 * A file is hidden with the posts and comments that it stands in. One that stands nowhere yet is being written about; its address is known to its uploader only.
 * Nobody hides somebody else's file by putting it into a text of their own and deleting that: only what its uploader has done with it hides it.
 */
const seen = (viewer: Viewer) => sql<SqlBool>`(files.source in ('avatar', 'branding') or not ${used(sql`file_uses.user_id = files.user_id`)}
  or ${used(sql`exists (select 1 from posts where posts.id = file_uses.post_id and ${visible(viewer)})
    and (file_uses.comment_id = 0 or exists (select 1 from comments where comments.id = file_uses.comment_id and comments.status = 1))`)})`

export const findVisibleFile = (db: Db, path: string, viewer: Viewer) =>
  db.selectFrom('files').selectAll().where('path', '=', path).where('deleted_at', '=', 0).where(seen(viewer)).executeTakeFirst()

export const listFileIds = async (db: Db, paths: string[]) =>
  paths.length === 0 ? [] : (await db.selectFrom('files').select('id').where('path', 'in', paths).execute()).map(({ id }) => id)

export const insertUses = (db: Db, uses: DB['file_uses'][]) => db.insertInto('file_uses').values(uses).onConflict((on) => on.doNothing()).execute()

/** Files that stood in these posts, or in comments on them, and nowhere else: they go with them. The others stay where they are. */
export const dropUsesIn = async (db: Db, post_ids: number[], now: number) => {
  const used = await db.selectFrom('file_uses').select('file_id').distinct().where('post_id', 'in', post_ids).execute()
  await db.deleteFrom('file_uses').where('post_id', 'in', post_ids).execute()
  if (used.length === 0) return
  await db.updateTable('files').set({ deleted_at: now }).where('id', 'in', used.map((row) => row.file_id))
    .where((eb) => eb.not(eb.exists(eb.selectFrom('file_uses').select('file_id').whereRef('file_uses.file_id', '=', 'files.id')))).execute()
}

export const dropAvatarsOf = (db: Db, user_id: number, now: number) =>
  db.updateTable('files').set({ deleted_at: now }).where('user_id', '=', user_id).where('source', '=', 'avatar').execute()

export const listDropped = (db: Db, limit: number) => db.selectFrom('files').select(['id', 'path']).where('deleted_at', '>', 0).limit(limit).execute()

export const deleteFiles = (db: Db, ids: number[]) => db.deleteFrom('files').where('id', 'in', ids).execute()
