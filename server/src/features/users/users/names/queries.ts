import type { Db } from '../../../../db/dialect.ts'
import { USER_STATUS } from '../../../../lib/actor.ts'
import type { User } from '../queries.ts'

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

/** Those of the names that lead to a member who isn't deleted, also as former ones. */
export const listHeldNames = async (db: Db, names: string[]) => {
  if (names.length === 0) return []
  const held = db.selectFrom('users').select('username').where('username', 'in', names)
  const former = db
    .selectFrom('former_usernames')
    .innerJoin('users', 'users.id', 'former_usernames.user_id')
    .select('former_usernames.username')
    .where('former_usernames.username', 'in', names)
  const isThere = ['users.status', '!=', USER_STATUS.deleted] as const
  const rows = await held
    .where(...isThere)
    .union(former.where(...isThere))
    .execute()
  return rows.map(({ username }) => username)
}

export const addFormerName = async (db: Db, username: string, user_id: number, created_at: number) => {
  await db
    .insertInto('former_usernames')
    .values({ username, user_id, created_at })
    .onConflict((on) => on.column('username').doNothing())
    .execute()
}

export const deleteFormerName = (db: Db, username: string) =>
  db.deleteFrom('former_usernames').where('username', '=', username).execute()
