import { ROLE } from '@askwell/contract/roles.ts'
import { type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import { insertWithIds } from '../../../db/insert-many.ts'
import { containing, type Db, locking } from '../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../db/page.ts'
import type { DB } from '../../../db/tables.ts'
import { isAnswer, listed } from '../../../db/visible.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../lib/member.ts'

export type User = Selectable<DB['users']>
export type UserChanges = Partial<Omit<User, 'id'>>
export type NewUser = Pick<User, 'username' | 'display_name' | 'created_at'> & UserChanges

/** As `isErased` has it. */
const notErased = sql<SqlBool>`username <> 'user' || id`

const EMPTY: Omit<Insertable<DB['users']>, 'id' | 'username' | 'display_name' | 'created_at'> = {
  e_mail: null,
  password_hash: null,
  avatar_type: 'default',
  avatar_custom: '',
  bio: '',
  bio_html: '',
  website: '',
  location: '',
  language: '',
  color_scheme: '',
  role_id: ROLE.user,
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

export const insertUser = async (db: Db, user: NewUser) =>
  (
    await db
      .insertInto('users')
      .values({ ...EMPTY, ...user })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Inserts many at once; the ids come in the order of the users. */
export const insertUsers = (db: Db, users: NewUser[]) =>
  insertWithIds(
    db,
    'users',
    users.map((user) => ({ ...EMPTY, ...user })),
  )

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

const DELETED_NAME = /^user([1-9]\d{0,14})$/

/** By the present name or a former one. Deleted members are only `user` and their id. */
export const findUserByName = async (db: Db, name: string): Promise<User | undefined> => {
  const username = name.toLowerCase()
  const number = DELETED_NAME.exec(username)?.[1]
  const user =
    (await db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()) ??
    (await db
      .selectFrom('former_usernames')
      .innerJoin('users', 'users.id', 'former_usernames.user_id')
      .selectAll('users')
      .where('former_usernames.username', '=', username)
      .executeTakeFirst()) ??
    (number
      ? await db
          .selectFrom('users')
          .selectAll()
          .where('id', '=', Number(number))
          .where('status', '=', USER_STATUS.deleted)
          .executeTakeFirst()
      : undefined)
  return user?.status === USER_STATUS.deleted && `user${user.id}` !== username ? undefined : user
}

/** Whether a member has this name, or had it: then it redirects to them. */
export const holderOfName = async (db: Db, username: string) =>
  (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst())?.id ??
  (await db.selectFrom('former_usernames').select('user_id as id').where('username', '=', username).executeTakeFirst())
    ?.id

export const keepFormerName = async (db: Db, username: string, user_id: number, created_at: number) => {
  await db
    .insertInto('former_usernames')
    .values({ username, user_id, created_at })
    .onConflict((on) => on.column('username').doNothing())
    .execute()
}

export const deleteFormerName = (db: Db, username: string) =>
  db.deleteFrom('former_usernames').where('username', '=', username).execute()

export const updateUser = (db: Db, id: number, changes: UserChanges) =>
  db.updateTable('users').set(changes).where('id', '=', id).execute()

/** Added in SQL, so that two at once can't lose one. */
export const addToRank = (db: Db, id: number, points: number) =>
  db
    .updateTable('users')
    .set((eb) => ({ rank: eb('rank', '+', points) }))
    .where('id', '=', id)
    .execute()

/** Added in SQL, so that two at once can't lose one. */
export const addToFollowCounts = async (db: Db, ids: number[], by: number) => {
  if (ids.length)
    await db
      .updateTable('users')
      .set((eb) => ({ follow_count: eb('follow_count', '+', by) }))
      .where('id', 'in', ids)
      .execute()
}

/** By how many they are followed. */
export const setFollowCounts = (db: Db, ids: number[]) =>
  db
    .updateTable('users')
    .where('id', 'in', ids)
    .set((eb) => ({
      follow_count: eb
        .selectFrom('follows')
        .whereRef('object_id', '=', 'users.id')
        .where('object_type', '=', 'user')
        .select(({ fn }) => fn.countAll<number>().as('count')),
    }))
    .execute()

/** Counts what public lists show: nothing deleted, pending or unlisted. */
export const recountPostsOf = async (db: Db, ids: number[]) => {
  await db
    .updateTable('users')
    .where('id', 'in', ids)
    .set((eb) => {
      const count = (kind: 'question' | 'answer') =>
        eb
          .selectFrom('posts')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('posts.user_id', '=', 'users.id')
          .where('posts.kind', '=', kind)
          .where(listed(null))
      return { question_count: count('question'), answer_count: count('answer') }
    })
    .execute()
}

/** Corrects reputations that differ from the sum of their entries in the ledger. */
export const setRanks = (db: Db, ids: number[]) =>
  db
    .updateTable('users')
    .where('id', 'in', ids)
    .set((eb) => ({
      rank: eb
        .selectFrom('reputation_entries')
        .whereRef('user_id', '=', 'users.id')
        .where('taken_back_at', '=', 0)
        .select((e) => e.fn.coalesce(e.fn.sum<number>('points'), e.lit(0)).as('sum')),
    }))
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

const beginning = (column: string, piece: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like ${`${piece.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

/** Suggestions for mentions: activated members, those with most reputation first. */
const people = (db: Db, start: string, limit: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('status', '=', USER_STATUS.normal)
    .where('mail_status', '=', MAIL_STATUS.activated)
    .where((eb) => eb.or([beginning('username', start), beginning('display_name', start)]))
    .orderBy('rank', 'desc')
    .orderBy('id')
    .limit(limit)

/** Only its author and staff may know of a deleted or pending post, or an answer under it; so `post_id` leaves the others out. */
const knows = (
  post_id: number,
) => sql<SqlBool>`(role_id > 1 or exists (select 1 from posts inner join posts as question on question.id = posts.question_id
  where posts.id = ${post_id} and (posts.status < 10 or posts.user_id = users.id) and (question.status < 10 or question.user_id = users.id)))`

export const listByNameStart = async (db: Db, start: string, limit: number, post_id?: number) =>
  (
    await people(db, start, limit)
      .$if(post_id !== undefined, (q) => q.where(knows(post_id!)))
      .execute()
  ).map(({ id }) => id)

export const listStaff = async (db: Db, start: string, limit: number) =>
  (await people(db, start, limit).where('role_id', '>', ROLE.user).execute()).map(({ id }) => id)

const hasSecondFactor = sql<number>`case when exists (select 1 from passkeys where passkeys.user_id = users.id)
  or exists (select 1 from one_time_secrets where one_time_secrets.user_id = users.id and confirmed_at > 0) then 1 else 0 end`

export type StatusFilter = '' | 'normal' | 'suspended' | 'deleted' | 'inactive'

/** For the admin. Without a status all but deleted members, inactive ones too. */
export const userPage = async (
  db: Db,
  { query, staff, status, ...page }: Page & { query: string; staff: boolean; status: StatusFilter },
) => {
  let found = db.selectFrom('users')
  if (status === '') found = found.where('status', '!=', USER_STATUS.deleted)
  if (status === 'normal')
    found = found.where('status', '=', USER_STATUS.normal).where('mail_status', '=', MAIL_STATUS.activated)
  if (status === 'inactive')
    found = found.where('status', '=', USER_STATUS.normal).where('mail_status', '=', MAIL_STATUS.waiting)
  if (status === 'suspended') found = found.where('status', '=', USER_STATUS.suspended)
  if (status === 'deleted') found = found.where('status', '=', USER_STATUS.deleted).where(notErased)
  if (staff) found = found.where('role_id', '>', ROLE.user)
  const id = /^user:(\d{1,15})$/.exec(query)?.[1]
  if (id) found = found.where('id', '=', Number(id))
  else if (query)
    found = found.where((eb) =>
      eb.or(['username', 'display_name', 'e_mail'].map((column) => containing(db, column, query))),
    )
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const list = await found
    .selectAll()
    .select(hasSecondFactor.as('has_second_factor'))
    .orderBy('id', 'desc')
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
  return { count, list }
}

/** Ends the suspensions whose time is over. */
export const endSuspensionsBefore = async (db: Db, now: number) =>
  (
    await db
      .updateTable('users')
      .set({ status: USER_STATUS.normal, suspended_at: 0, suspended_until: 0, suspension_note: '' })
      .where('status', '=', USER_STATUS.suspended)
      .where('suspended_until', '>', 0)
      .where('suspended_until', '<=', now)
      .returning('id')
      .execute()
  ).map(({ id }) => id)

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

/** Accounts deleted until then, and not erased yet. */
export const listErasable = async (db: Db, { until, after, limit }: { until: number; after: number; limit: number }) =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('status', '=', USER_STATUS.deleted)
      .where('deleted_at', '<=', until)
      .where(notErased)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map((row) => row.id)

/** Deletes name, address, password, profile and former names; the row stays, since posts refer to its id. @returns whether it was a deleted account. */
export const eraseUser = async (db: Db, id: number) => {
  const name = sql<string>`'user' || id`
  const { numUpdatedRows } = await db
    .updateTable('users')
    .where('id', '=', id)
    .where('status', '=', USER_STATUS.deleted)
    .where(notErased)
    .set({
      username: name,
      display_name: name,
      e_mail: null,
      password_hash: null,
      avatar_type: 'default',
      avatar_custom: '',
      bio: '',
      bio_html: '',
      website: '',
      location: '',
      language: '',
      role_id: ROLE.user,
    })
    .executeTakeFirst()
  await db.deleteFrom('former_usernames').where('user_id', '=', id).execute()
  return numUpdatedRows > 0
}
