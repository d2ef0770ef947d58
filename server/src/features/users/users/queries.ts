import { ROLE } from '@askwell/contract/roles.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { evenLength, insertWithIds } from '../../../db/insert-many.ts'
import { type Db, locking } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'
import { isAnswer } from '../../../db/visible.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../lib/actor.ts'
import { insertNames, setNames } from './name-words/queries.ts'

export type User = Selectable<DB['users']>
export type UserChanges = Partial<Omit<User, 'id'>>
export type NewUser = Pick<User, 'username' | 'display_name' | 'created_at'> & UserChanges

/** An account of which nothing is known but its names; so one begins, and so an erased one ends. */
export const NOTHING_PERSONAL = {
  e_mail: null,
  password_hash: null,
  avatar_type: 'default',
  avatar_custom: '',
  bio: '',
  bio_html: '',
  website: '',
  location: '',
  language: '',
  editor_face: '',
  role_id: ROLE.user,
} as const

const EMPTY: Omit<Insertable<DB['users']>, 'id' | 'username' | 'display_name' | 'created_at'> = {
  ...NOTHING_PERSONAL,
  color_scheme: '',
  status: USER_STATUS.normal,
  mail_status: MAIL_STATUS.waiting,
  notice_status: 1,
  rank: 0,
  question_count: 0,
  answer_count: 0,
  follow_count: 0,
  last_login_at: 0,
  suspended_at: 0,
  suspended_until: 0,
  deleted_at: 0,
}

export const insertUser = async (db: Db, user: NewUser) => {
  const { id } = await db
    .insertInto('users')
    .values({ ...EMPTY, ...user })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertNames(db, [{ ...user, id }])
  return id
}

/** Inserts many at once; the ids come in the order of the users. */
export const insertUsers = async (db: Db, users: NewUser[]) => {
  const ids = await insertWithIds(
    db,
    'users',
    users.map((user) => ({ ...EMPTY, ...user })),
  )
  await insertNames(
    db,
    users.map((user, at) => ({ ...user, id: ids[at]! })),
  )
  return ids
}

export const findUser = (db: Db, id: number) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const listUsers = async (db: Db, ids: readonly number[]) =>
  ids.length
    ? db
        .selectFrom('users')
        .selectAll()
        .where('id', 'in', [...new Set(ids)])
        .execute()
    : []

export const lockUser = (db: Db, id: number) =>
  locking(db)(db.selectFrom('users').selectAll().where('id', '=', id)).executeTakeFirst()

/** Always in the same order, to avoid deadlocks. */
export const lockUsers = (db: Db, ids: number[]) =>
  db.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').$call(locking(db)).execute()

export const findUserByEmail = (db: Db, e_mail: string) =>
  db.selectFrom('users').selectAll().where('e_mail', '=', e_mail).executeTakeFirst()

export const listUserIdsByEmail = async (db: Db, e_mails: string[]): Promise<Map<string, number>> => {
  if (e_mails.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'e_mail'])
    .where('e_mail', 'in', evenLength(e_mails))
    .execute()
  return new Map(rows.map(({ id, e_mail }) => [e_mail!, id]))
}

/** Rows of accounts that nothing names. */
export const deleteUsers = async (db: Db, ids: number[]) => {
  await db.deleteFrom('user_names').where('user_id', 'in', evenLength(ids)).execute()
  await db.deleteFrom('former_usernames').where('user_id', 'in', evenLength(ids)).execute()
  await db.deleteFrom('users').where('id', 'in', evenLength(ids)).execute()
}

/** Addresses for members who have none. */
export const setEmails = async (db: Db, addresses: (readonly [id: number, e_mail: string])[]) => {
  if (addresses.length === 0) return
  const cases = addresses.map(([id, e_mail]) => sql`when ${id} then ${e_mail}`)
  await db
    .updateTable('users')
    .set({ e_mail: sql<string>`case id ${sql.join(cases, sql` `)} end` })
    .where(
      'id',
      'in',
      addresses.map(([id]) => id),
    )
    .where('e_mail', 'is', null)
    .execute()
}

export const updateUser = async (db: Db, id: number, changes: UserChanges) => {
  await db.updateTable('users').set(changes).where('id', '=', id).execute()
  if (changes.username !== undefined || changes.display_name !== undefined) await setNames(db, [id])
}

/** For users who have chosen no picture. */
export const setFirstAvatar = (db: Db, id: number, avatar_custom: string) =>
  db
    .updateTable('users')
    .set({ avatar_type: 'custom', avatar_custom })
    .where('id', '=', id)
    .where('avatar_type', '=', 'default')
    .execute()

/** Everybody who has a post under a question, in the order of locking. */
export const authorsUnder = async (db: Db, question_id: number) =>
  (
    await db
      .selectFrom('posts')
      .select('user_id')
      .where('id', '=', question_id)
      .union(db.selectFrom('posts').select('user_id').where('question_id', '=', question_id).where(isAnswer()))
      .orderBy('user_id')
      .execute()
  ).map(({ user_id }) => user_id)

/** Who made a thing, for rights that its owner has. */
export const ownerOf = async (db: Db, table: 'posts' | 'comments' | 'tags', id: number) =>
  (await db.selectFrom(table).select('user_id').where('id', '=', id).executeTakeFirst())?.user_id

/** Admins who can act as such, locked until the transaction ends; always in the same order. */
export const lockAdmins = (db: Db) =>
  locking(db)(
    db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', ROLE.admin)
      .where('status', '=', USER_STATUS.normal)
      .where('mail_status', '=', MAIL_STATUS.activated)
      .orderBy('id'),
  ).execute()

/** Whether this member has uploaded the picture as an avatar. */
export const isOwnAvatar = async (db: Db, user_id: number, path: string) =>
  Boolean(
    await db
      .selectFrom('files')
      .select('id')
      .where('path', '=', path)
      .where('user_id', '=', user_id)
      .where('source', '=', 'avatar')
      .where('deleted_at', '=', 0)
      .executeTakeFirst(),
  )

/** Activated members without a picture of their own, with ids from `after` on. */
export const listWithoutPicture = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .where('avatar_type', '=', 'default')
    .where('status', '=', 1)
    .where('mail_status', '=', 1)
    .where('e_mail', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()
