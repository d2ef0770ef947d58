import type { Runtime } from '../src/runtime.ts'
import { openSession } from '../src/features/users/sessions/service.ts'
import { createUser } from '../src/features/users/users/service.ts'
import { grant } from '../src/features/engagement/reputation/service.ts'
import { findUserByName } from '../src/features/users/users/names/queries.ts'
import { updateUser } from '../src/features/users/users/queries.ts'
import type { TestUser } from './world.ts'

let count = 0

/** `given.member({ rank: 100 })`: an activated, logged-in person with so much reputation; `given.moderator()`, `given.admin()`. */
export const giveMember = (runtime: Runtime) => {
  const member = async (
    options: { name?: string; rank?: number; role_id?: number; active?: boolean } = {},
  ): Promise<TestUser> => {
    const app = runtime.app!
    const name = options.name ?? `person${++count}`
    const id = await app.transaction(async (tx) => {
      const user = await createUser(tx, {
        display_name: name,
        e_mail: `${name.toLowerCase()}@example.com`,
        activated: options.active ?? true,
      })
      if (options.role_id) await updateUser(tx.db, user, { role_id: options.role_id })
      if (options.rank !== undefined && options.rank > 1)
        await grant(tx, {
          user_id: user,
          points: options.rank - 1,
          reason: 'opening',
          cause: `opening:${user}`,
          capped: 0,
          post_id: 0,
          trigger_user_id: 0,
        })
      return user
    })
    const token = await openSession(app, id)
    const row = await app.db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirstOrThrow()
    return { id, username: row.username, token }
  }
  return {
    member,
    moderator: (options: { name?: string } = {}) => member({ ...options, role_id: 3 }),
    /** The admin who installed the site. */
    admin: async (): Promise<TestUser> => {
      const user = (await findUserByName(runtime.app!.db, 'admin'))!
      return { id: user.id, username: 'admin', token: await openSession(runtime.app!, user.id) }
    },
  }
}
