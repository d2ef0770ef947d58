import type { App, LaterEffect } from '../../../events/events.ts'
import type { TaskDoing } from '../../../events/tasks/task.ts'
import { composeEmail } from '../../../lib/email-layout.ts'
import { translate } from '../../../lib/messages.ts'
import { hashToken, newToken } from '../../../lib/tokens.ts'
import { mailer, siteSettings } from '../../operations/settings/views.ts'
import * as queries from '../../users/site-invitations/queries.ts'
import { invitationUrl, roleName } from '../../users/site-invitations/views.ts'
import { userCards } from '../../users/users/views.ts'

const invitationEmail = (
  site: { name: string; site_url: string },
  invited: { by: string; role: string; name: string; code: string; until: string },
  language: string,
) => {
  const words = { site: site.name, ...invited }
  const tell = (key: 'subject' | 'greeting' | 'greeting_name' | 'reason' | 'link' | 'rest') =>
    translate(language, `mail.site_invitation.${key}`, words)
  return {
    subject: tell('subject'),
    ...composeEmail({
      language,
      site: { name: site.name, address: site.site_url },
      preview: tell('reason'),
      greeting: tell(invited.name ? 'greeting_name' : 'greeting'),
      lines: [tell('reason')],
      button: { label: tell('link'), address: invitationUrl(site.site_url, invited.code) },
      after: [tell('rest')],
    }),
  }
}

/** Makes the code and mails it, if the invitation is still open. Run twice, only the code in the last e-mail works. @returns whether it was sent. */
const mailInvitation = async (app: App, id: number) => {
  const now = app.clock.now()
  const invitation = await queries.findOpen(app.db, id, now)
  if (!invitation?.e_mail) return false
  const { general, interface: site } = await siteSettings(app)
  const code = newToken()
  if (!(await app.transaction((tx) => queries.replaceCode(tx.db, id, hashToken(code), tx.now())))) return false
  const { inviter_id, role_id, expires_at, display_name: name, e_mail } = invitation
  const day = new Intl.DateTimeFormat(site.language.replace('_', '-'), {
    dateStyle: 'long',
    timeZone: site.time_zone || 'UTC',
  })
  const words = {
    by: (await userCards(app.db, [inviter_id])).get(inviter_id)!.display_name,
    role: roleName(role_id, site.language),
    name,
    code,
    until: day.format(expires_at * 1000),
  }
  try {
    await (await mailer(app)).send({ to: e_mail, ...invitationEmail(general, words, site.language) })
  } catch (error) {
    const send_error = String(error).replace(/^Error: /, '')
    await app.transaction((tx) => queries.setSent(tx.db, id, { send_error }))
    throw error
  }
  await app.transaction((tx) => queries.setSent(tx.db, id, { sent_at: tx.now() }))
  return true
}

export const mailSiteInvitation: LaterEffect<'site_invitation.email_requested'> = async (app, { invitation_id }) => {
  await mailInvitation(app, invitation_id)
}

/** One bad address is no reason to stop; so many in a row mean that the mail server takes nothing. */
const GIVE_UP_AFTER = 5

interface Progress {
  /** All up to this one are sent, or could not be sent while others could. */
  after: number
  sent: number
  failed: number
}

/** Sends the e-mails of a list of people, one after the other. */
export const mailInvitations = async (app: App, { batch }: { batch: string }, doing: TaskDoing) => {
  const total = await queries.countBatch(app.db, batch)
  let saved = (doing.state as Progress | undefined) ?? { after: 0, sent: 0, failed: 0 }
  let { after } = saved
  let row = 0
  for (;;) {
    doing.signal.throwIfAborted()
    const next = await queries.findUnsent(app.db, batch, after)
    if (!next) return { sent: saved.sent, failed: saved.failed + row }
    after = next.id
    try {
      const sent = await mailInvitation(app, next.id)
      saved = { after, sent: saved.sent + Number(sent), failed: saved.failed + row }
      row = 0
      await doing.save(saved)
    } catch (error) {
      if (++row === GIVE_UP_AFTER) throw error
    }
    doing.progress(saved.sent + saved.failed + row, total, 'e-mails')
  }
}
