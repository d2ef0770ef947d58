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
