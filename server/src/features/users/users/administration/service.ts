import { isMailable } from '@askwell/contract/formats.ts'
import type { NewUser } from '@askwell/contract/user-administration.ts'
import { BULK_USERS, type SUSPENSIONS } from '@askwell/contract/limits.ts'
import { ROLE, ROLES } from '@askwell/contract/roles.ts'
import type { UserStatus } from '@askwell/contract/shapes.ts'
import type { App, Tx } from '../../../../events/events.ts'
import { MAIL_STATUS, type Actor, USER_STATUS } from '../../../../lib/actor.ts'
import { hashPassword } from '../../../../lib/passwords.ts'
import { BadRequest, type FieldError, Invalid, NotFound } from '../../../../lib/errors.ts'
import { translateReason } from '../../../../lib/messages.ts'
import { isErased, mailbox, accountState, tidyName, wrongName, wrongNewUser } from '../policy.ts'
import * as queries from '../queries.ts'
import { againIfTaken, createUser, fact, takeUsername } from '../service.ts'
import { statusChanges } from './standing.ts'
import type { UserChanges } from '../queries.ts'
import { changedFields, SECRET_CHANGED, withoutSecrets } from '../../../operations/audit/changed-fields.ts'
import { recordAudit } from '../../../operations/audit/queries.ts'

/** So many accounts are written in one turn of the event loop. */
const IN_ONE_TURN = 50

const nextTurn = () => new Promise((resume) => setImmediate(resume))

const record = (
  tx: Tx,
  actor: Actor,
  action: string,
  user_id: number,
  change: { before: object | null; after: object | null },
) => recordAudit(tx, { actor_id: actor.id, action, object_type: 'user', object_id: user_id, ...change })

/** Adds activated accounts, all or none; `taken` says how to tell of an address that somebody has. */
const addAll = async (app: App, actor: Actor, drafts: NewUser[], taken: (index: number) => FieldError) => {
  if (!app.ownAccounts()) throw new BadRequest('error.user.user_center_only')
  // Known before thousands of passwords are hashed in vain.
  const boxes = drafts.map(({ email }) => mailbox(email))
  const first = new Map(boxes.map((box, index) => [box, index] as const).toReversed())
  const doubles = boxes.flatMap((box, index) => (first.get(box) === index ? [] : [taken(index)]))
  if (doubles.length) throw new Invalid(doubles)
  const hashed: (NewUser & { password_hash: string })[] = []
  for (const draft of drafts)
    hashed.push({ ...draft, password_hash: await hashPassword(draft.password, { patient: drafts.length > 1 }) })
  await againIfTaken(() =>
    app.transaction(async (tx) => {
      const wrong: FieldError[] = []
      for (const [index, { display_name, email, password_hash }] of hashed.entries()) {
        // SQLite answers at once, so thousands would keep everybody waiting who only reads.
        if (index % IN_ONE_TURN === IN_ONE_TURN - 1) await nextTurn()
        if (await queries.findUserByEmail(tx.db, mailbox(email))) wrong.push(taken(index))
        else {
          const id = await createUser(tx, { display_name, e_mail: email, password_hash, activated: true })
          await record(tx, actor, 'user.added', id, { before: null, after: { display_name } })
        }
      }
      if (wrong.length) throw new Invalid(wrong)
    }),
  )
  return null
}

export const addUser = async (app: App, actor: Actor, draft: NewUser) => {
  const display_name = tidyName(draft.display_name)
  const wrong = wrongName('display_name', display_name)
  if (wrong.length) throw new Invalid(wrong)
  return addAll(app, actor, [{ ...draft, display_name }], () => ({ field: 'email', reason: 'error.email.duplicate' }))
}

/** One account a line: name, e-mail, password, which may itself have commas. Every wrong line is named. */
export const addUsers = async (app: App, actor: Actor, text: string, language: string) => {
  const lines = text
    .split(/\r?\n/)
    .map((line, index) => ({ line: index + 1, parts: line.split(',').map((part) => part.trim()) }))
    .filter(({ parts }) => parts.join('') !== '')
  if (lines.length > BULK_USERS.max)
    throw new Invalid([{ field: 'users', reason: 'field.too_many', values: { max: BULK_USERS.max } }])
  const bad = (line: number, { reason, values }: Pick<FieldError, 'reason' | 'values'>): FieldError => ({
    field: 'users',
    reason: 'field.bad_user_line',
    values: { line, message: translateReason(language, reason, values) },
  })
  const drafts = lines.map(({ parts: [name = '', email = '', ...rest] }) => ({
    display_name: tidyName(name),
    email,
    password: rest.join(','),
  }))
  const wrong = drafts.flatMap((draft, index) => {
    const { line, parts } = lines[index]!
    return parts.length < 3
      ? [{ field: 'users', reason: 'field.bad_line', values: { line } }]
      : wrongNewUser(draft).map((why) => bad(line, why))
  })
  if (wrong.length) throw new Invalid(wrong)
  return addAll(app, actor, drafts, (index) => bad(lines[index]!.line, { reason: 'error.email.duplicate' }))
}

/** Somebody an admin may act upon, with the other admins held still, so that two can't remove each other. */
const lockForAdmin = async (tx: Tx, user_id: number, staysAdmin: boolean) => {
  const admins = await queries.lockAdmins(tx.db)
  const user = await queries.lockUser(tx.db, user_id)
  if (!user) throw new NotFound('error.user.not_found')
  if (user.role_id === ROLE.admin && !staysAdmin && !admins.some(({ id }) => id !== user.id))
    throw new BadRequest('error.user.last_admin')
  return user
}

const roleName = (role_id: number) => ROLES.find((name) => ROLE[name] === role_id)

interface RoleChange {
  user_id: number
  role_id: number
  /** Which decides it, where no admin does. */
  plugin?: string
}

/** @returns the role before. */
export const changeRole = async (tx: Tx, actor: Actor, { user_id, role_id, plugin }: RoleChange) => {
  if (!(Object.values(ROLE) as number[]).includes(role_id)) throw new BadRequest('error.role.not_found')
  if (user_id === actor.id) throw new BadRequest('error.user.cannot_change_own_role')
  const user = await lockForAdmin(tx, user_id, role_id === ROLE.admin)
  if (user.status === USER_STATUS.deleted) throw new NotFound('error.user.not_found')
  if (user.role_id !== role_id) {
    await queries.updateUser(tx.db, user_id, { role_id })
    await record(tx, actor, 'user.role_changed', user_id, {
      before: { role: roleName(user.role_id) },
      after: { role: roleName(role_id), ...(plugin && { plugin }) },
    })
    await tx.emit('user.changed', fact(actor.id, user_id))
    await tx.emit('user.role_changed', { ...fact(actor.id, user_id), before: user.role_id, after: role_id })
  }
  return user.role_id
}

export const setRole = async (app: App, actor: Actor, wish: { user_id: number; role_id: number }) => {
  await app.transaction((tx) => changeRole(tx, actor, wish))
  return null
}

/** Those an admin acts upon, as they are; the deleted only come back by their status. */
const lockPresent = async (tx: Tx, user_id: number) => {
  const user = await queries.lockUser(tx.db, user_id)
  if (!user || user.status === USER_STATUS.deleted) throw new NotFound('error.user.not_found')
  return user
}

/** One's own takes the old password (settings): a page left open must not be enough to keep an account. */
const refuseOwnLogin = (actor: Actor, user_id: number) => {
  if (user_id === actor.id) throw new BadRequest('error.user.cannot_change_own_login')
}

export const setPassword = async (
  app: App,
  actor: Actor,
  { user_id, password }: { user_id: number; password: string },
) => {
  refuseOwnLogin(actor, user_id)
  const password_hash = await hashPassword(password)
  await app.transaction(async (tx) => {
    const user = await lockPresent(tx, user_id)
    if (!app.ownAccounts() && user.role_id !== ROLE.admin) throw new BadRequest('error.user.user_center_only')
    await queries.updateUser(tx.db, user.id, { password_hash })
    await record(tx, actor, 'user.password_set', user.id, { before: null, after: { password: SECRET_CHANGED } })
    await tx.emit('user.login_changed', fact(actor.id, user.id))
  })
  return null
}

interface AccountEdit {
  user_id: number
  display_name: string
  username?: string
  email: string
}

/** Names and address of somebody's account, whatever members may change themselves. */
export const editAccount = async (tx: Tx, actor: Actor, { user_id, ...sent }: AccountEdit) => {
  const display_name = tidyName(sent.display_name)
  const e_mail = mailbox(sent.email)
  const user = await lockPresent(tx, user_id)
  const username = sent.username === undefined || sent.username === user.username ? undefined : sent.username
  const wrong: FieldError[] = wrongName('display_name', display_name)
  const moves = e_mail !== user.e_mail
  if (moves && !isMailable(e_mail)) wrong.push({ field: 'email', reason: 'field.bad_email' })
  const holder = await queries.findUserByEmail(tx.db, e_mail)
  if (holder && holder.id !== user.id) wrong.push({ field: 'email', reason: 'error.email.duplicate' })
  if (username !== undefined) wrong.push(...(await takeUsername(tx, user, username, true)))
  if (wrong.length) throw new Invalid(wrong)
  if (moves) refuseOwnLogin(actor, user.id)
  if (!moves && username === undefined && display_name === user.display_name) return
  await queries.updateUser(tx.db, user.id, { display_name, e_mail, ...(username !== undefined && { username }) })
  const name = username ?? user.username
  const changed = changedFields({ ...user }, { display_name, username: name, e_mail })
  if (changed) await record(tx, actor, 'user.edited', user.id, withoutSecrets(changed, ['e_mail']))
  await tx.emit('user.changed', fact(actor.id, user.id))
  if (moves) await tx.emit('user.login_changed', fact(actor.id, user.id))
}

export const editUser = async (app: App, actor: Actor, edit: AccountEdit) => {
  await againIfTaken(() => app.transaction((tx) => editAccount(tx, actor, edit)))
  return null
}

export interface NewStatus {
  user_id: number
  status: UserStatus
  suspend_duration: (typeof SUSPENSIONS)[number]
  remove_all_content: boolean
  note: string
}

/** Suspensions are acts of moderation, the others are administration. */
const statusAct = (before: number, status: UserStatus) => {
  if (status === 'suspended') return 'suspension.set'
  if (before === USER_STATUS.suspended && status === 'normal') return 'suspension.ended'
  if (before === USER_STATUS.deleted) return 'user.restored'
  return { normal: 'user.activated', inactive: 'user.deactivated', deleted: 'user.deleted' }[status]
}

/** Suspends, deletes, deactivates or restores an account. */
export const changeStatus = async (tx: Tx, actor: Actor, options: NewStatus) => {
  if (options.user_id === actor.id) throw new BadRequest('error.user.cannot_change_own_status')
  const user = await lockForAdmin(tx, options.user_id, options.status === 'normal')
  if (isErased(user)) throw new NotFound('error.user.not_found')
  const changes = statusChanges(options, tx.now())
  await queries.updateUser(tx.db, user.id, changes)
  const [before, after] = [accountState(user), accountState({ ...user, ...changes })]
  if (after === USER_STATUS.normal && user.mail_status !== MAIL_STATUS.activated)
    await tx.emit('user.activated', fact(actor.id, user.id))
  await tx.emit('user.status_changed', {
    ...fact(actor.id, user.id),
    before,
    after,
    ...(after === USER_STATUS.deleted && { remove_all_content: options.remove_all_content }),
  })
  const changed = changedFields({ ...user }, { ...changes })
  await record(tx, actor, statusAct(before, options.status), user.id, {
    before: changed?.before ?? null,
    after: { ...changed?.after, ...(options.remove_all_content && { remove_all_content: true }) },
  })
}

export const setStatus = async (app: App, actor: Actor, options: NewStatus) => {
  await app.transaction((tx) => changeStatus(tx, actor, options))
  return null
}

/** Suspends, deletes or restores an account as it is told, column by column. @returns what it was. */
export const changeStanding = async (
  tx: Tx,
  actor: Actor,
  user_id: number,
  changesOf: (user: queries.User) => UserChanges,
) => {
  if (user_id === actor.id) throw new BadRequest('error.user.cannot_change_own_status')
  const seen = await queries.findUser(tx.db, user_id)
  const user = await lockForAdmin(tx, user_id, seen !== undefined && changesOf(seen).status === USER_STATUS.normal)
  if (isErased(user)) throw new BadRequest('error.bulk.gone')
  const changes = changesOf(user)
  await queries.updateUser(tx.db, user.id, changes)
  await tx.emit('user.status_changed', {
    ...fact(actor.id, user.id),
    before: accountState(user),
    after: accountState({ ...user, ...changes }),
  })
  return user
}
