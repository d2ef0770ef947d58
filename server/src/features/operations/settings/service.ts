import { CUSTOM_LEVEL, type Level, privilegeOf } from '@askwell/contract/privileges.ts'
import pTimeout, { TimeoutError } from 'p-timeout'
import type { App } from '../../../events/events.ts'
import { withCauses } from '../../../lib/causes.ts'
import { BadRequest, Invalid } from '../../../lib/errors.ts'
import type { Actor } from '../../../lib/actor.ts'
import type { SmtpLine } from '../../../lib/smtp.ts'
import { outsideSlot } from '../../../lib/concurrency-slot.ts'
import { given, type Section, type SiteSettings } from './policy.ts'
import { saveSection } from './save-section.ts'
import { saveSetting } from './queries.ts'
import { prepareSection } from './section-changes.ts'
import { MAIL_TESTED, PASSWORD_MASK, siteSettings, testEmail, tryMailer } from './views.ts'

export const save = async <S extends Section>(app: App, actor: Actor, name: S, sent: Partial<SiteSettings[S]>) => {
  const { changes, wrong } = await prepareSection(name, sent, await siteSettings(app))
  return saveSection(app, actor, name, changes, wrong)
}

export const saveGeneral = async (app: App, actor: Actor, sent: Partial<SiteSettings['general']>) => {
  await save(app, actor, 'general', sent)
  return (await siteSettings(app)).general
}

/** If a recipient is named, the settings are tried first and saved only if the e-mail is accepted: a server that refuses must not get members' e-mails. */
export const saveSmtp = async (
  app: App,
  actor: Actor,
  sent: Partial<SiteSettings['smtp']> & { test_email_recipient?: string },
  language: string,
) => {
  const { test_email_recipient, smtp_password, ...rest } = sent
  const { smtp_host, smtp_password: known } = (await siteSettings(app)).smtp
  // A password is for the server it was typed for: whoever names another one knows it, too.
  const isKept = known && (smtp_password === undefined || smtp_password === PASSWORD_MASK)
  if (isKept && rest.smtp_host && rest.smtp_host !== smtp_host)
    throw new Invalid([{ field: 'smtp_password', reason: 'field.password_of_other_host' }])
  const { changes } = await prepareSection(
    'smtp',
    { ...rest, ...(smtp_password !== PASSWORD_MASK && given({ smtp_password })) },
    await siteSettings(app),
  )
  if (!test_email_recipient) return saveSection(app, actor, 'smtp', changes)
  const conversation = await sendTestMail(app, changes, test_email_recipient, language)
  await app.transaction((tx) => saveSetting(tx.db, MAIL_TESTED, tx.now(), tx.now()))
  await saveSection(app, actor, 'smtp', changes)
  return { conversation }
}

/** The page waits ten seconds for an answer; a server that says nothing has to be told from a site that says nothing. */
const TEST_STEP_MS = 6000
const TEST_MS = 8000

/** Of what both say; a server may go on and on. */
const LINES_MAX = 100
const LINE_MAX = 500

const sendTestMail = async (app: App, changes: Partial<SiteSettings['smtp']>, to: string, language: string) => {
  const { general, smtp: saved } = await siteSettings(app)
  const smtp = { ...saved, ...changes }
  const said: SmtpLine[] = []
  const hear = ({ by, text }: SmtpLine) => {
    if (said.length < LINES_MAX) said.push({ by, text: text.slice(0, LINE_MAX) })
  }
  const sent = tryMailer(app, smtp, TEST_STEP_MS, hear).send({ to, ...testEmail(general, language) })
  try {
    await outsideSlot(() => pTimeout(sent, { milliseconds: TEST_MS }))
    return said
  } catch (error) {
    const isSilent = error instanceof TimeoutError || (error as { code?: string }).code === 'ETIMEDOUT'
    throw new BadRequest(isSilent ? 'error.smtp.silent' : 'error.smtp.failed', {
      values: {
        message: withCauses(error),
        server: `${smtp.smtp_host}:${smtp.smtp_port}`,
        seconds: TEST_MS / 1000,
      },
      data: { err_type: 'toast', conversation: said },
    })
  }
}

export const savePrivileges = async (
  app: App,
  actor: Actor,
  { level, custom_privileges }: { level: Level; custom_privileges?: { key: string; value: number }[] },
) => {
  if ((custom_privileges ?? []).some(({ key }) => !privilegeOf(key)))
    throw new Invalid([{ field: 'custom_privileges', reason: 'field.not_a_choice' }])
  if (level !== CUSTOM_LEVEL) return save(app, actor, 'privileges', { level })
  const custom = Object.fromEntries((custom_privileges ?? []).map(({ key, value }) => [privilegeOf(key), value]))
  return save(app, actor, 'privileges', { level, custom })
}
