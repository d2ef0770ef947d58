import { NewUser } from '@askwell/contract/user-administration.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import type { App, Tx } from '../events/events.ts'
import { SECRET_CHANGED } from '../features/operations/audit/changed-fields.ts'
import { recordAudit } from '../features/operations/audit/queries.ts'
import { mailbox, tidyName, wrongName } from '../features/users/users/policy.ts'
import { findUserByName } from '../features/users/users/names/queries.ts'
import { findUserByEmail, lockAdmins, lockUser, updateUser } from '../features/users/users/queries.ts'
import { againIfTaken, createUser, fact } from '../features/users/users/service.ts'
import { USER_STATUS } from '../lib/actor.ts'
import { Invalid } from '../lib/errors.ts'
import { hashPassword } from '../lib/passwords.ts'
import { check } from '../lib/validate.ts'
import { Problem } from './problem.ts'

const record = (tx: Tx, action: string, id: number, before: object | null, after: object) =>
  recordAudit(tx, { actor_id: 0, action, object_type: 'user', object_id: id, before, after })

const checked = (given: Partial<NewUser>) => {
  const found = check(NewUser, { display_name: 'somebody', email: 'somebody@example.com', ...given }, 'body')
  if ('refusals' in found) throw new Invalid(found.refusals)
}

/** A new account that is an admin and needs no activation. @returns its username. */
export const makeAdmin = async (
  app: App,
  { email, password, ...given }: { name: string; email: string; password: string },
): Promise<string> => {
  checked({ display_name: given.name, email, password })
  const display_name = tidyName(given.name)
  const wrong = wrongName('display_name', display_name)
  if (wrong.length) throw new Invalid(wrong)
  const password_hash = await hashPassword(password)
  return againIfTaken(() =>
    app.transaction(async (tx) => {
      if (await findUserByEmail(tx.db, mailbox(email)))
        throw new Problem(`Somebody has the address ${email} already; \`set-role\` makes them an admin.`)
      const id = await createUser(tx, {
        display_name,
        e_mail: email,
        password_hash,
        activated: true,
        role_id: ROLE.admin,
      })
      await record(tx, 'user.added', id, null, { display_name, role: 'admin' })
      return (await lockUser(tx.db, id))!.username
    }),
  )
}

const lockNamed = async (tx: Tx, username: string) => {
  const found = await findUserByName(tx.db, username)
  const user = found && (await lockUser(tx.db, found.id))
  if (!user || user.status === USER_STATUS.deleted) throw new Problem(`There is no member called "${username}".`)
  return user
}

/** Ends all sessions and tokens of the member, too. @returns their username. */
export const setPasswordOf = async (
  app: App,
  { username, password }: { username: string; password: string },
): Promise<string> => {
  checked({ password })
  const password_hash = await hashPassword(password)
  return app.transaction(async (tx) => {
    const user = await lockNamed(tx, username)
    await updateUser(tx.db, user.id, { password_hash })
    await record(tx, 'user.password_set', user.id, null, { password: SECRET_CHANGED })
    await tx.emit('user.login_changed', fact(0, user.id))
    return user.username
  })
}

/** @returns their username. */
export const setRoleOf = (
  app: App,
  { username, role }: { username: string; role: keyof typeof ROLE },
): Promise<string> =>
  app.transaction(async (tx) => {
    const admins = await lockAdmins(tx.db)
    const user = await lockNamed(tx, username)
    const role_id = ROLE[role]
    if (user.role_id === role_id) return user.username
    if (user.role_id === ROLE.admin && !admins.some(({ id }) => id !== user.id))
      throw new Problem(`${user.username} is the only admin; make another one first.`)
    await updateUser(tx.db, user.id, { role_id })
    const former = Object.entries(ROLE).find(([, id]) => id === user.role_id)?.[0]
    await record(tx, 'user.role_changed', user.id, { role: former }, { role })
    await tx.emit('user.changed', fact(0, user.id))
    await tx.emit('user.role_changed', { ...fact(0, user.id), before: user.role_id, after: role_id })
    return user.username
  })
