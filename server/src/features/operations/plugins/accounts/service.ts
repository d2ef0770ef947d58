import type { PluginAccount } from '@askwell/plugin-kit'
import { isMailable } from '@askwell/contract/formats.ts'
import { ROLE, ROLES } from '@askwell/contract/roles.ts'
import { advisoryLock, type Db } from '../../../../db/dialect.ts'
import type { App, Tx } from '../../../../events/events.ts'
import { type Actor, MAIL_STATUS, USER_STATUS } from '../../../../lib/actor.ts'
import { BadRequest, Invalid } from '../../../../lib/errors.ts'
import { DEFAULT_LANGUAGE, translateReason } from '../../../../lib/messages.ts'
import { isUsername } from '../../../../lib/slug.ts'
import { changeRole, changeStatus, editAccount } from '../../../users/users/administration/service.ts'
import { holderOfName } from '../../../users/users/names/queries.ts'
import { isReserved, mailbox, tidyName, wrongName } from '../../../users/users/policy.ts'
import { findUser, findUserByEmail, listUsers, lockAdmins, lockUser, type User } from '../../../users/users/queries.ts'
import { createUser } from '../../../users/users/service.ts'
import { recordAudit } from '../../audit/queries.ts'
import { accountsOf } from '../policy.ts'
import { countStored, findStoredRow, listStoredRows, upsertStored } from '../storage/queries.ts'

// Accounts that plugins look after. Which they are stands in the storage of plugins, under a name that no plugin has.

const LISTED_MAX = 100
const ID_CHARACTERS = 200

/** What the site remembers of one: whether it is the plugin that has switched it off, and the role that the plugin has given. */
export interface Kept {
  off: boolean
  role_id?: number
}

/** In audit logs it is the site that acts, with the plugin's name beside it. */
const SITE: Actor = {
  id: 0,
  username: '',
  display_name: '',
  rank: 0,
  role_id: ROLE.admin,
  status: USER_STATUS.normal,
  mail_status: MAIL_STATUS.activated,
  language: '',
}

const refused = (field: string, why: string) => new Error(`${field}: ${why}`)

const idOf = (given: unknown) => {
  if (typeof given !== 'string' || given === '' || given.length > ID_CHARACTERS || given.includes('\0'))
    throw refused('external_id', `it has to be a text of 1 to ${ID_CHARACTERS} characters`)
  return given
}

const shown = (external_id: string, user: User): PluginAccount => ({
  external_id,
  username: user.username,
  display_name: user.display_name,
  e_mail: user.e_mail ?? '',
  active: user.status === USER_STATUS.normal,
  role: ROLES.find((role) => ROLE[role] === user.role_id) ?? 'user',
  created_at: user.created_at,
})

const isThere = (user: User | undefined): user is User => user !== undefined && user.status !== USER_STATUS.deleted

const found = async (db: Db, plugin: string, external_id: string) => {
  const row = await findStoredRow(db, accountsOf(plugin), external_id)
  const user = row && (await findUser(db, row.user_id))
  return row && isThere(user) ? { user, kept: JSON.parse(row.value) as Kept } : undefined
}

const getAccount = async (db: Db, plugin: string, external_id: string) => {
  const account = await found(db, plugin, external_id)
  if (!account) throw refused('external_id', 'there is no such account')
  return account
}
/** Whoever an admin of the site has made staff is no business of a plugin any more. */
const isOwn = ({ user, kept }: { user: User; kept: Kept }) =>
  user.role_id === ROLE.user || user.role_id === kept.role_id

/** As it is, and stays until the transaction ends. Admins first, as wherever their number matters. */
const lockAccount = async (db: Db, plugin: string, external_id: string) => {
  const row = await findStoredRow(db, accountsOf(plugin), external_id)
  await lockAdmins(db)
  if (row) await lockUser(db, row.user_id)
  return getAccount(db, plugin, external_id)
}

/** One that it looks after. */
const own = async (db: Db, plugin: string, external_id: string) => {
  const account = await lockAccount(db, plugin, external_id)
  if (!isOwn(account)) throw refused('external_id', 'it belongs to the staff')
  return account
}

export const keep = async (tx: Tx, plugin: string, external_id: string, user_id: number, kept: Kept) => {
  const value = JSON.stringify(kept)
  await upsertStored(tx.db, {
    plugin: accountsOf(plugin),
    key: external_id,
    user_id,
    value,
    bytes: 0,
    updated_at: tx.now(),
  })
}

const FIELDS: Record<string, string> = { email: 'e_mail' }
/** Wrong fields as one sentence each, in the names that plugins know them by. */
const inWords = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const said = error.fields.map(
      ({ field, reason, values }) => `${FIELDS[field] ?? field}: ${translateReason(DEFAULT_LANGUAGE, reason, values)}`,
    )
    throw new Error(said.join('; '), { cause: error })
  }
}

const ensureAddress = (e_mail: string) => {
  if (!isMailable(e_mail)) throw refused('e_mail', "it isn't an address that mail can be sent to")
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

export const listAccounts = async (app: App, plugin: string, given: unknown) => {
  const { offset, limit } = (given ?? {}) as { offset?: unknown; limit?: unknown }
  const rows = await listStoredRows(app.db, accountsOf(plugin), {
    offset: Math.max(0, Math.floor(Number(offset) || 0)),
    limit: Math.min(LISTED_MAX, Math.max(0, Math.floor(Number(limit) || 0))),
  })
  const users = new Map(
    (
      await listUsers(
        app.db,
        rows.map(({ user_id }) => user_id),
      )
    ).map((user) => [user.id, user]),
  )
  return {
    accounts: rows.flatMap(({ key, user_id }) => {
      const user = users.get(user_id)
      return isThere(user) ? [shown(key, user)] : []
    }),
    count: await countStored(app.db, accountsOf(plugin)),
  }
}

export const findAccount = async (app: App, plugin: string, external_id: unknown) => {
  const id = idOf(external_id)
  const account = await found(app.db, plugin, id)
  return account ? shown(id, account.user) : null
}

/** Their name elsewhere if it is free here, else one made of their display name. */
const freeName = async (tx: Tx, username: string) =>
  isUsername(username) && !isReserved(username, false) && (await holderOfName(tx.db, username)) === undefined
    ? username
    : undefined

export const createAccount = async (app: App, plugin: string, given: unknown) => {
  const sent = (given ?? {}) as Record<string, unknown>
  const external_id = idOf(sent.external_id)
  const e_mail = mailbox(text(sent.e_mail))
  ensureAddress(e_mail)
  const display_name = tidyName(text(sent.display_name))
  return app.transaction(async (tx) => {
    await advisoryLock(tx.db, `accounts of ${plugin}`)
    if (await found(tx.db, plugin, external_id)) throw refused('external_id', 'there is such an account already')
    const holder = await findUserByEmail(tx.db, e_mail)
    if (holder) {
      if (!isThere(holder) || holder.role_id !== ROLE.user) throw refused('e_mail', 'it is taken')
      // Looked after twice, an account could be switched on and off against itself.
      const [named] = await listStoredRows(tx.db, accountsOf(plugin), { user_id: holder.id, offset: 0, limit: 1 })
      if (named) throw refused('e_mail', 'it is taken')
      await keep(tx, plugin, external_id, holder.id, { off: false })
      await record(tx, plugin, 'user.taken_over', holder.id)
      return shown(external_id, holder)
    }
    const wrong = wrongName('display_name', display_name)
    if (wrong.length) throw new Invalid(wrong)
    const username = await freeName(tx, text(sent.username))
    const id = await createUser(tx, { display_name, e_mail, username, activated: true })
    await keep(tx, plugin, external_id, id, { off: false })
    await record(tx, plugin, 'user.added', id, { display_name })
    return shown(external_id, (await findUser(tx.db, id))!)
  })
}

const record = (tx: Tx, plugin: string, action: string, object_id: number, after: object = {}) =>
  recordAudit(tx, { actor_id: 0, action, object_type: 'user', object_id, before: null, after: { ...after, plugin } })

export const changeAccount = (app: App, plugin: string, external_id: unknown, given: unknown) => {
  const id = idOf(external_id)
  const sent = (given ?? {}) as Record<string, unknown>
  return app.transaction(async (tx) => {
    const { user } = await own(tx.db, plugin, id)
    const email = typeof sent.e_mail === 'string' ? mailbox(sent.e_mail) : (user.e_mail ?? '')
    ensureAddress(email)
    await editAccount(tx, SITE, {
      user_id: user.id,
      display_name: typeof sent.display_name === 'string' ? sent.display_name : user.display_name,
      email,
      ...(typeof sent.username === 'string' && { username: sent.username }),
    })
    return shown(id, (await findUser(tx.db, user.id))!)
  })
}

const butForLastAdmin = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof BadRequest ? refused('role', 'the last admin of the site stays one') : error
  })

/** Whoever moderators have suspended stays so: only what the plugin has switched off it can switch on. */
export const setAccountActive = (app: App, plugin: string, external_id: unknown, active: unknown) => {
  const id = idOf(external_id)
  return app.transaction(async (tx) => {
    const { user, kept } = await own(tx.db, plugin, id)
    const isOff = user.status === USER_STATUS.suspended
    const [begins, ends] = [active === false && !isOff, active === true && isOff && kept.off]
    if (begins || ends) {
      await butForLastAdmin(
        changeStatus(tx, SITE, {
          user_id: user.id,
          status: ends ? 'normal' : 'suspended',
          suspend_duration: 'forever',
          remove_all_content: false,
          note: '',
        }),
      )
      await keep(tx, plugin, id, user.id, { ...kept, off: begins })
    }
    return shown(id, (await findUser(tx.db, user.id))!)
  })
}

/** What staff have given stays; what the plugin has given it may change, and take back. */
export const setAccountRole = (app: App, plugin: string, external_id: unknown, role: unknown) => {
  const id = idOf(external_id)
  const wanted = ROLES.find((one) => one === role)
  if (!wanted) throw refused('role', `it has to be one of ${ROLES.join(', ')}`)
  const role_id = ROLE[wanted]
  return app.transaction(async (tx) => {
    const account = await lockAccount(tx.db, plugin, id)
    const { user, kept } = account
    if (isOwn(account) && user.role_id !== role_id) {
      await butForLastAdmin(changeRole(tx, SITE, { user_id: user.id, role_id, plugin }))
      await keep(tx, plugin, id, user.id, { ...kept, role_id: wanted === 'user' ? undefined : role_id })
    }
    return shown(id, (await findUser(tx.db, user.id))!)
  })
}

const ANSWERS: Record<string, (app: App, plugin: string, args: unknown[]) => Promise<unknown>> = {
  'accounts.list': (app, plugin, [from]) => listAccounts(app, plugin, from),
  'accounts.find': (app, plugin, [id]) => findAccount(app, plugin, id),
  'accounts.create': (app, plugin, [account]) => createAccount(app, plugin, account),
  'accounts.change': (app, plugin, [id, changes]) => changeAccount(app, plugin, id, changes),
  'accounts.set_active': (app, plugin, [id, active]) => setAccountActive(app, plugin, id, active),
  'accounts.set_role': (app, plugin, [id, role]) => setAccountRole(app, plugin, id, role),
}
/** What a plugin asks for about accounts. */
export const answerAboutAccounts = (app: App, plugin: string, what: string, args: unknown[]) => {
  const answer = Object.hasOwn(ANSWERS, what) ? ANSWERS[what] : undefined
  if (!answer) throw new Error(`${what.slice(0, 50)} is nothing that a plugin can ask for`)
  return inWords(answer(app, plugin, args))
}
