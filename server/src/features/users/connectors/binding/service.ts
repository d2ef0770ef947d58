import { isMailable } from '@askwell/contract/formats.ts'
import type { App, Tx } from '../../../../events/events.ts'
import { MAIL_STATUS, type Actor, USER_STATUS } from '../../../../lib/actor.ts'
import { BadRequest, Invalid, NotFound, Forbidden } from '../../../../lib/errors.ts'
import { hashToken } from '../../../../lib/tokens.ts'
import { canUsePassword, isAllowedDomain, isSuspended } from '../../accounts/policy.ts'
import { deleteOpenCodesOf } from '../../accounts/queries.ts'
import { deleteSessionsOf } from '../../sessions/queries.ts'
import { entered, logInUnlessMore } from '../../accounts/service.ts'
import type { Origin } from '../../sessions/service.ts'
import { suspensionCode } from '../../accounts/views.ts'
import { deleteTokensOf } from '../../api-tokens/queries.ts'
import { listPasskeys } from '../../second-factors/queries.ts'
import { loginInForce, type SiteSettings, siteSettings } from '../../../operations/settings/views.ts'
import { mailbox } from '../../users/policy.ts'
import { findUserByEmail, lockUser, updateUser, type User } from '../../users/queries.ts'
import { againIfTaken } from '../../users/service.ts'
import { canUnbind, LETTERS, tidyTyped, TRIES } from '../policy.ts'
import * as queries from '../queries.ts'
import { addLogin, createFrom } from '../logins/service.ts'

const selfFact = (id: number) => ({ actor_id: id, object_type: 'user' as const, object_id: id, question_id: 0 })

const gone = () => new BadRequest('error.user.not_found')
const keyOf = (binding_key: string, browser = '') => ({
  key_hash: hashToken(binding_key),
  browser_hash: hashToken(browser),
})

export const pendingLogin = async (app: App, binding_key: string, browser?: string) => {
  const profile = await queries.findProfile(app.db, keyOf(binding_key, browser), app.clock.now())
  if (!profile) throw gone()
  const { service: name, known_as, e_mail } = profile
  return { name, known_as, e_mail }
}

/** The data of a new account whose address is yet to be proven. */
const refuseNew = (login: SiteSettings['login'], e_mail: string) => {
  const refuse = (reason: string) => {
    throw new Invalid([{ field: 'email', reason }], reason)
  }
  if (!login.allow_new_registrations) refuse('error.user.not_allowed_registration')
  if (!isAllowedDomain(login, e_mail)) refuse('error.email.illegal_email_domain_error')
  if (!isMailable(e_mail)) refuse('field.bad_email')
}

/** Whether members can still log in by it: it may have been switched off since they began. */
type IsOffered = (slug_name: string) => boolean

interface Named {
  binding_key: string
  email: string
  must: boolean
}

/** The code goes to the address itself: only a person who reads it there and types it in the browser where they began gets access. */
export const bindByEmail = async (
  app: App,
  { binding_key, email, must }: Named,
  { browser, language, isOffered }: { browser?: string; language: string; isOffered: IsOffered },
) => {
  const { login } = await siteSettings(app)
  const e_mail = mailbox(email)
  const key = keyOf(binding_key, browser)
  return app.transaction(async (tx) => {
    const profile = await queries.findProfile(tx.db, key, tx.now())
    if (!profile || !isOffered(profile.connector)) throw gone()
    const holder = await findUserByEmail(tx.db, e_mail)
    if (holder?.status === USER_STATUS.deleted)
      throw new Invalid([{ field: 'email', reason: 'error.email.duplicate' }], 'error.email.duplicate')
    if (!holder) refuseNew(login, e_mail)
    if (holder && !must) return { email_exist_and_must_be_confirmed: true, access_token: '' }
    if (!(await queries.noteEmail(tx.db, key, e_mail, LETTERS))) throw new BadRequest('error.connector.start_over')
    await tx.emit('binding.requested', {
      actor_id: 0,
      object_type: 'user',
      object_id: holder?.id ?? 0,
      question_id: 0,
      purpose: 'binding',
      key_hash: key.key_hash,
      language: holder?.language || language,
    })
    return { email_exist_and_must_be_confirmed: false, access_token: '' }
  })
}

/** Nobody had proven the address before: the person who registered with it loses access, and everything that could let them back in is deleted. */
const takeOver = async (tx: Tx, { id }: User) => {
  await updateUser(tx.db, id, { password_hash: null, mail_status: MAIL_STATUS.activated })
  await deleteSessionsOf(tx.db, id)
  await deleteOpenCodesOf(tx.db, id)
  await deleteTokensOf(tx.db, id)
  await queries.deleteLoginsOf(tx.db, [id])
  await tx.emit('user.activated', selfFact(id))
  await tx.emit('user.changed', selfFact(id))
}

const lockHolder = async (app: App, tx: Tx, { id }: User) => {
  const holder = await lockUser(tx.db, id)
  if (!holder || holder.status === USER_STATUS.deleted) throw gone()
  if (isSuspended(holder, tx.now()))
    throw new Forbidden('error.user.suspended', { data: { type: 'suspended', about: suspensionCode(app.secret, id) } })
  return holder
}

const bindHolder = async (app: App, tx: Tx, found: User, profile: queries.Profile) => {
  const holder = await lockHolder(app, tx, found)
  if (holder.mail_status !== MAIL_STATUS.activated) await takeOver(tx, holder)
  if ((await queries.listLoginsOf(tx.db, holder.id)).some(({ connector }) => connector === profile.connector))
    throw new BadRequest('error.connector.already_bound', { values: { name: profile.service } })
  await addLogin(tx, holder.id, profile.connector, profile)
  return holder.id
}

/** A wrong code counts as a try, so the refusal comes after that is committed. */
export const bindByCode = async (
  app: App,
  { binding_key, code }: { binding_key: string; code: string },
  { browser, isOffered, ...origin }: Origin & { browser?: string; isOffered: IsOffered },
) => {
  const key = keyOf(binding_key, browser)
  const { login } = await siteSettings(app)
  const tried = await app.transaction((tx) => queries.tryProfile(tx.db, key, tx.now(), TRIES))
  if (!tried || !isOffered(tried.connector)) throw new BadRequest('error.connector.start_over')
  if (tried.code_hash !== hashToken(tidyTyped(code)))
    throw new Invalid([{ field: 'code', reason: 'error.connector.wrong_code' }], 'error.connector.wrong_code')
  return entered(
    await againIfTaken(() =>
      app.transaction(async (tx) => {
        if (!(await queries.takeProfile(tx.db, key.key_hash, tried.code_hash))) throw gone()
        if (await queries.findLogin(tx.db, tried.connector, tried.external_id))
          throw new BadRequest('error.connector.taken', { values: { name: tried.service } })
        const holder = await findUserByEmail(tx.db, tried.code_e_mail)
        if (!holder) refuseNew(login, tried.code_e_mail)
        return logInUnlessMore(
          tx,
          holder
            ? await bindHolder(app, tx, holder, tried)
            : await createFrom(tx, tried.connector, tried, tried.code_e_mail),
          origin,
        )
      }),
    ),
  )
}

export const unbindLogin = async (
  app: App,
  actor: Actor,
  { external_id, slug_name }: { external_id: string; slug_name?: string },
  isOffered: IsOffered,
) => {
  const login = await loginInForce(app)
  await app.transaction(async (tx) => {
    const user = (await lockUser(tx.db, actor.id))!
    const all = await queries.listLoginsOf(tx.db, user.id)
    const bound = all.find((one) => one.external_id === external_id && (!slug_name || one.connector === slug_name))
    if (!bound) throw new NotFound('error.object.not_found')
    const password = user.password_hash !== null && canUsePassword(login, user)
    const others = all.filter((one) => one !== bound && isOffered(one.connector)).length
    if (!canUnbind({ password, passkeys: (await listPasskeys(tx.db, user.id)).length, others }))
      throw new BadRequest('error.connector.last_way')
    await queries.deleteLogin(tx.db, user.id, bound.connector, external_id)
  })
  return null
}
