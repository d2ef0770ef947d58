import { ROLE } from '@askwell/contract/roles.ts'
import { isDuplicate } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import { MAIL_STATUS } from '../../../lib/actor.ts'
import type { FieldError } from '../../../lib/errors.ts'
import { isUsername, usernameFrom } from '../../../lib/slug.ts'
import { isReserved, mailbox } from './policy.ts'
import * as queries from './queries.ts'
import { deleteFormerName, holderOfName, addFormerName } from './names/queries.ts'
import { eraseUser, listErasable } from './erasure/queries.ts'
import type { User } from './queries.ts'
import { recordAudit } from '../../operations/audit/queries.ts'

export const fact = (actor_id: number, user_id: number) => ({
  actor_id,
  object_type: 'user' as const,
  object_id: user_id,
  question_id: 0,
})

const ATTEMPTS = 5
const FAR = 1_000_000

/** Made from the display name; with a number if it is taken, at last a random one, so that common names don't take long. */
const freeUsername = async (tx: Tx, display_name: string) => {
  for (let attempt = 1; ; attempt++) {
    const username = usernameFrom(display_name, attempt <= ATTEMPTS ? attempt : Math.ceil(Math.random() * FAR))
    if (!isReserved(username, false) && (await holderOfName(tx.db, username)) === undefined) return username
  }
}

export interface NewAccount {
  display_name: string
  /** Null for imported members, who can't log in yet. */
  e_mail: string | null
  password_hash?: string | null
  /** The address is known to be theirs. */
  activated: boolean
  /** Where not given it is made of the display name. */
  username?: string
  role_id?: number
  language?: string
}

export const createUser = async (
  tx: Tx,
  { display_name, e_mail, password_hash = null, activated, username, role_id = ROLE.user, language = '' }: NewAccount,
) => {
  const id = await queries.insertUser(tx.db, {
    username: username ?? (await freeUsername(tx, display_name)),
    display_name,
    e_mail: e_mail && mailbox(e_mail),
    password_hash,
    role_id,
    language,
    mail_status: activated ? MAIL_STATUS.activated : MAIL_STATUS.waiting,
    created_at: tx.now(),
  })
  await tx.emit('user.registered', fact(id, id))
  if (activated) await tx.emit('user.activated', fact(id, id))
  return id
}

const TRIES = 20

/** Several may want one name or address at the same time: the unique key decides, and the slower ones try again with another. */
export const againIfTaken = async <T>(work: () => Promise<T>) => {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isDuplicate(error) || tries === TRIES) throw error
    }
  }
}

/** Lets go of the old name, which leads on from now, and takes the new one, or says why not. */
export const takeUsername = async (tx: Tx, user: User, username: string, forAdmin: boolean): Promise<FieldError[]> => {
  if (!isUsername(username)) return [{ field: 'username', reason: 'field.bad_username' }]
  if (isReserved(username, forAdmin)) return [{ field: 'username', reason: 'field.reserved' }]
  const holder = await holderOfName(tx.db, username)
  if (holder !== undefined && holder !== user.id)
    return [{ field: 'username', reason: 'error.user.username_duplicate' }]
  await deleteFormerName(tx.db, username)
  await addFormerName(tx.db, user.username, user.id, tx.now())
  return []
}

const ERASED_AT_ONCE = 100

/** Where nobody was quicker, or has brought them back. */
export const eraseDeletedUser = async (tx: Tx, actor_id: number, id: number) => {
  const erased = await eraseUser(tx.db, id)
  if (!erased) return erased
  await tx.emit('user.erased', fact(actor_id, id))
  if (actor_id)
    await recordAudit(tx, {
      actor_id,
      action: 'user.erased',
      object_type: 'user',
      object_id: id,
      before: null,
      after: null,
    })
  return erased
}

/** Of accounts deleted until then nothing stays but a number beside what they wrote; nothing brings them back. */
export const eraseDeletedUsers = async (app: App, until: number) => {
  for (let after = 0; ;) {
    const ids = await listErasable(app.db, { until, after, limit: ERASED_AT_ONCE })
    for (const id of ids) await app.transaction((tx) => eraseDeletedUser(tx, 0, id))
    if (ids.length < ERASED_AT_ONCE) return
    after = ids.at(-1)!
  }
}
