import { isMailable } from '@askwell/contract/formats.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import type { App } from '../../../events/events.ts'
import { BadRequest, Forbidden, Invalid } from '../../../lib/errors.ts'
import { hashPassword } from '../../../lib/passwords.ts'
import { hashToken } from '../../../lib/tokens.ts'
import { loginInForce } from '../../operations/settings/views.ts'
import { isAllowedDomain } from '../accounts/policy.ts'
import { logIn, requestCode } from '../accounts/service.ts'
import type { Origin } from '../sessions/service.ts'
import { mailbox, tidyName, wrongChosenName } from '../users/policy.ts'
import { findUserByEmail } from '../users/queries.ts'
import { againIfTaken, createUser } from '../users/service.ts'
import { userCards } from '../users/views.ts'
import { record } from './inviting.ts'
import * as queries from './queries.ts'
import { roleKey, roleName } from './views.ts'

const gone = () => new Forbidden('error.invitation.gone')

export const invitationOf = async (app: App, code: string, language: string) => {
  const found = await queries.findOpenByCode(app.db, hashToken(code), app.clock.now())
  if (!found) return null
  const { inviter_id, e_mail, display_name, role_id, expires_at } = found
  const invited_by = (await userCards(app.db, [inviter_id])).get(inviter_id)!.display_name
  return { invited_by, e_mail, display_name, role_id, role_name: roleName(role_id, language), expires_at }
}

interface Acceptance {
  code: string
  name: string
  e_mail: string
  pass: string
}

const wrongAddress = (reason: string) => new Invalid([{ field: 'e_mail', reason }], reason)

/** A link doesn't say who uses it: the address has to be given, be one that the site takes, and be confirmed. */
const addressGiven = async (app: App, e_mail: string) => {
  if (!isMailable(mailbox(e_mail))) throw wrongAddress('field.bad_email')
  if (!isAllowedDomain(await loginInForce(app), e_mail)) throw wrongAddress('error.email.illegal_email_domain_error')
  return mailbox(e_mail)
}

export const accept = async (
  app: App,
  { code, pass, ...sent }: Acceptance,
  { language, ...origin }: Origin & { language: string },
) => {
  const login = await loginInForce(app)
  if (!login.allow_password_login) throw new BadRequest('error.user.not_allowed_password_login')
  const display_name = tidyName(sent.name)
  const wrong = wrongChosenName('name', display_name)
  if (wrong.length) throw new Invalid(wrong)
  const code_hash = hashToken(code)
  const found = await queries.findOpenByCode(app.db, code_hash, app.clock.now())
  if (!found) throw gone()
  const activated = found.e_mail !== ''
  const e_mail = activated ? found.e_mail : await addressGiven(app, sent.e_mail)
  const password_hash = await hashPassword(pass)
  return againIfTaken(() =>
    app.transaction(async (tx) => {
      const invitation = await queries.useInvitation(tx.db, code_hash, tx.now())
      if (!invitation) throw gone()
      if (await findUserByEmail(tx.db, e_mail)) throw wrongAddress('error.email.duplicate')
      const { role_id } = invitation
      const id = await createUser(tx, { display_name, e_mail, password_hash, activated, role_id })
      await queries.insertUse(tx.db, { user_id: id, invitation_id: invitation.id, created_at: tx.now() })
      if (role_id !== ROLE.user)
        await record(tx, { id }, 'invitation.accepted', {
          invitation: invitation.id,
          role: roleKey(role_id),
        })
      if (!activated) await requestCode(tx, id, id, { purpose: 'activation', e_mail, language })
      return logIn(tx, id, origin) // nobody has a second factor yet
    }),
  )
}
