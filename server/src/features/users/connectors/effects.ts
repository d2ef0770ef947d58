import { CODE_SECONDS } from '@askwell/contract/limits.ts'
import type { App, Effect, LaterEffect } from '../../../events/events.ts'
import { newTypedCode } from '../../../lib/one-time.ts'
import { hashToken } from '../../../lib/tokens.ts'
import { typedCodeEmail } from '../../outbound/email/views.ts'
import { mailer, siteSettings } from '../../operations/settings/views.ts'
import { tidyTyped } from './policy.ts'
import * as queries from './queries.ts'

/** Makes the code and e-mails it. If it runs twice, the code in the later e-mail works. */
export const mailBindingCode: LaterEffect<'binding.requested'> = async (app, { key_hash, language }) => {
  const profile = await queries.findProfileToMail(app.db, key_hash, app.clock.now())
  if (!profile?.code_e_mail) return
  const { general, interface: site } = await siteSettings(app)
  const code = newTypedCode()
  await app.transaction((tx) => queries.keepCode(tx.db, key_hash, hashToken(tidyTyped(code)), tx.now() + CODE_SECONDS))
  const words = { code, service: profile.service, known_as: profile.known_as, language: language || site.language }
  await (await mailer(app)).send({ to: profile.code_e_mail, ...typedCodeEmail(general, words) })
}

export const deleteLoginsOfUser: Effect<'user.erased'> = (tx, { object_id }) => queries.deleteLoginsOf(tx.db, object_id)

export const deleteOldSignIns = (app: App) => app.transaction((tx) => queries.deleteOldSignIns(tx.db, tx.now()))
