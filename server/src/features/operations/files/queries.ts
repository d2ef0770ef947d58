import type { RevisedType } from '@askwell/contract/revisions.ts'
import type { UploadStore } from '@askwell/contract/storage.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { type Insertable, sql, type SqlBool } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import { evenLength } from '../../../db/insert-many.ts'
import type { DB } from '../../../db/tables.ts'
import { seenComment, visible } from '../../../db/visible.ts'
import type { Viewer } from '../../../lib/actor.ts'

export const insertFile = (db: Db, file: Omit<Insertable<DB['files']>, 'id' | 'deleted_at'>) =>
  db
    .insertInto('files')
    .values({ ...file, deleted_at: 0 })
    .execute()

export const findFile = (db: Db, path: string) =>
  db.selectFrom('files').selectAll().where('path', '=', path).where('deleted_at', '=', 0).executeTakeFirst()

/** Which suggested edits a viewer sees beside their own: those of these types, and those for their own posts. */
export type SuggestionsSeen = RevisedType[]

/** Who puts files into a text. */
export interface Showing {
  id: number
  viewer: Viewer
  types: SuggestionsSeen
}

const used = (more: ReturnType<typeof sql<SqlBool>>) =>
  sql<SqlBool>`exists (select 1 from file_uses where file_uses.file_id = files.id and ${more})`

const suggested = (more: ReturnType<typeof sql<SqlBool>>) =>
  sql<SqlBool>`exists (select 1 from suggested_files join revisions on revisions.id = suggested_files.revision_id
    where suggested_files.file_id = files.id and ${more})`

/** Files of a suggestion are for its author and staff, and while it waits for those who may see it. When it has become the text of a tag, for everybody. Files of an approved post are recorded separately. */
const seenSuggestion = (viewer: Viewer, types: SuggestionsSeen) => {
  if (isStaff(viewer)) return sql<SqlBool>`1 = 1`
  const text = sql<SqlBool>`(revisions.object_type = 'tag' and revisions.status = 2)`
  if (!viewer) return text
  const shown = types.length ? sql`revisions.object_type in (${sql.join(types)})` : sql`1 = 0`
  return sql<SqlBool>`(${text} or suggested_files.user_id = ${viewer.id} or (revisions.status = 1
    and revisions.held_reason = '' and (${shown} or exists (select 1 from posts where posts.id = suggested_files.post_id
    and posts.user_id = ${viewer.id}))
    and (suggested_files.post_id = 0 or exists (select 1 from posts where posts.id = suggested_files.post_id and ${visible(viewer)}))))`
}

/**
 * A file is hidden with the posts, comments and suggested edits that it stands in. One that stands nowhere yet is being written about; its address is known to its uploader only.
 * Nobody hides somebody else's file by putting it into a text of their own and deleting that: only what its uploader has done with it hides it.
 */
const seen = (viewer: Viewer, types: SuggestionsSeen) => sql<SqlBool>`(files.source in ('avatar', 'branding')
  or (not ${used(sql`file_uses.user_id = files.user_id`)} and not ${suggested(sql`suggested_files.user_id = files.user_id`)})
  or ${suggested(seenSuggestion(viewer, types))}
  or ${used(sql`exists (select 1 from posts where posts.id = file_uses.post_id and ${visible(viewer)})
    and (file_uses.comment_id = 0 or exists (select 1 from comments where comments.id = file_uses.comment_id
    and ${seenComment(viewer)}))`)})`

export const findVisibleFile = (db: Db, path: string, viewer: Viewer, types: SuggestionsSeen) =>
  db
    .selectFrom('files')
    .selectAll()
    .where('path', '=', path)
    .where('deleted_at', '=', 0)
    .where(seen(viewer, types))
    .executeTakeFirst()

/** Of these, the files that this member may show to others: their own, and what they see themselves. */
export const listShowableIds = async (db: Db, paths: string[], { id, viewer, types }: Showing) =>
  (
    await db
      .selectFrom('files')
      .select('id')
      .where('path', 'in', paths)
      .where(sql<SqlBool>`(files.user_id = ${id} or ${seen(viewer, types)})`)
      .execute()
  ).map((file) => file.id)

/** The paths of these, but of deleted ones. */
export const listFilePaths = async (db: Db, ids: number[]) =>
  new Map(
    ids.length
      ? (
          await db
            .selectFrom('files')
            .select(['id', 'path'])
            .where('id', 'in', evenLength(ids))
            .where('deleted_at', '=', 0)
            .execute()
        ).map(({ id, path }) => [id, path])
      : [],
  )

export const insertUses = (db: Db, uses: DB['file_uses'][]) =>
  db
    .insertInto('file_uses')
    .values(uses)
    .onConflict((on) => on.doNothing())
    .execute()

export const insertSuggested = (db: Db, uses: DB['suggested_files'][]) =>
  db.insertInto('suggested_files').values(uses).execute()

/** Files that were only named in these posts, their comments and their suggested edits: they are deleted with them. Others stay. */
export const deleteUsesIn = async (db: Db, post_ids: number[]) => {
  const used = await db
    .selectFrom('file_uses')
    .select('file_id')
    .where('post_id', 'in', post_ids)
    .union(db.selectFrom('suggested_files').select('file_id').where('post_id', 'in', post_ids))
    .execute()
  await db.deleteFrom('file_uses').where('post_id', 'in', post_ids).execute()
  await db.deleteFrom('suggested_files').where('post_id', 'in', post_ids).execute()
  if (used.length === 0) return
  await db
    .updateTable('files')
    .set({ deleted_at: FOR_GOOD })
    .where(
      'id',
      'in',
      used.map((row) => row.file_id),
    )
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('file_uses').select('file_id').whereRef('file_uses.file_id', '=', 'files.id'))),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('suggested_files').select('file_id').whereRef('suggested_files.file_id', '=', 'files.id'),
        ),
      ),
    )
    .execute()
}

export const deleteAvatarsOf = (db: Db, user_id: number) =>
  db
    .updateTable('files')
    .set({ deleted_at: FOR_GOOD })
    .where('user_id', '=', user_id)
    .where('source', '=', 'avatar')
    .execute()

/** The time of those that nobody can want back: what belonged to erased posts and members, and what an admin has cleared away. */
export const FOR_GOOD = 1

/** Deleted by then, and not removed yet from these places. */
export const listDropped = (db: Db, places: UploadStore[], until: number, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'path', 'width', 'storage'])
    .where('storage', 'in', places)
    .where('deleted_at', '>', 0)
    .where('deleted_at', '<=', Math.max(FOR_GOOD, until))
    .limit(limit)
    .execute()

/** A text names them after all: those deleted since then come back. */
export const reviveFiles = (db: Db, paths: string[], since: number) =>
  db
    .updateTable('files')
    .set({ deleted_at: 0 })
    .where('path', 'in', paths)
    .where('deleted_at', '>', Math.max(FOR_GOOD, since))
    .execute()

/** Those of these that lie there; one that was moved meanwhile still has a file elsewhere. */
export const deleteFiles = (db: Db, storage: UploadStore, ids: number[]) =>
  db.deleteFrom('files').where('id', 'in', ids).where('storage', '=', storage).execute()

/** Uploads that stand in no text whose files are recorded; those of the site itself are never among them. They may still be named elsewhere. */
export const listUnused = (db: Db, { after, before, limit }: { after: number; before: number; limit: number }) =>
  db
    .selectFrom('files')
    .select(['id', 'path', 'bytes', 'source'])
    .where('id', '>', after)
    .where('created_at', '<', before)
    .where('deleted_at', '=', 0)
    .where('source', '!=', 'branding')
    .where(sql<SqlBool>`not ${used(sql`1 = 1`)} and not ${suggested(sql`1 = 1`)}`)
    .orderBy('id')
    .limit(limit)
    .execute()

/** How much a member's uploads take that stand in no text. */
export const unusedBytesOf = async (db: Db, user_id: number, sources: readonly DB['files']['source'][]) =>
  Number(
    (
      await db
        .selectFrom('files')
        .select((eb) => eb.fn.sum<number | string | null>('bytes').as('bytes'))
        .where('user_id', '=', user_id)
        .where('source', 'in', sources)
        .where(sql<SqlBool>`not ${used(sql`1 = 1`)} and not ${suggested(sql`1 = 1`)}`)
        .executeTakeFirstOrThrow()
    ).bytes ?? 0,
  )

/** Those of these that nobody has put into a text meanwhile. */
export const dropUnused = (db: Db, ids: number[], at: number) =>
  db
    .updateTable('files')
    .set({ deleted_at: at })
    .where('id', 'in', ids)
    .where('deleted_at', '=', 0)
    .where(sql<SqlBool>`not ${used(sql`1 = 1`)} and not ${suggested(sql`1 = 1`)}`)
    .execute()

/** Pictures of texts, for the smaller copies that they should have. */
export const listPictures = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'path', 'width', 'storage'])
    .where('id', '>', after)
    .where('source', '=', 'post')
    .where('deleted_at', '=', 0)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Whether any upload lies there. */
export const anyStored = async (db: Db, storage: UploadStore) =>
  (await db.selectFrom('files').select('id').where('storage', '=', storage).limit(1).executeTakeFirst()) !== undefined

/** The last one that lies there: one that readers may want, or else a deleted one, which may come back. */
export const lastStored = async (db: Db, storage: UploadStore) => {
  const last = db
    .selectFrom('files')
    .select(['path', 'bytes'])
    .where('storage', '=', storage)
    .orderBy('id', 'desc')
    .limit(1)
  return (await last.where('deleted_at', '=', 0).executeTakeFirst()) ?? (await last.executeTakeFirst())
}

/** Those that lie there, deleted ones too: they may come back. */
export const listStored = (db: Db, storage: UploadStore, after: number, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'path', 'width', 'mime', 'bytes'])
    .where('storage', '=', storage)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export const countStored = async (db: Db, storage: UploadStore) =>
  Number(
    (
      await db
        .selectFrom('files')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .where('storage', '=', storage)
        .executeTakeFirstOrThrow()
    ).count,
  )

/** From now on it lies there; false where somebody else has moved it. */
export const setStored = async (db: Db, id: number, from: UploadStore, to: UploadStore) =>
  Number(
    (
      await db
        .updateTable('files')
        .set({ storage: to })
        .where('id', '=', id)
        .where('storage', '=', from)
        .executeTakeFirst()
    ).numUpdatedRows,
  ) > 0

/** Of these paths, those of uploads that lie there. */
export const listPathsIn = async (db: Db, storage: UploadStore, paths: string[]) =>
  new Set(
    paths.length
      ? (
          await db
            .selectFrom('files')
            .select('path')
            .where('path', 'in', paths)
            .where('storage', '=', storage)
            .execute()
        ).map(({ path }) => path)
      : [],
  )

/** A backup has brought all of them to the disk. */
export const setAllOnDisk = (db: Db) =>
  db.updateTable('files').set({ storage: 'disk' }).where('storage', '!=', 'disk').execute()
