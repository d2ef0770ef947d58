import * as contract from '@askwell/contract/emails.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import type { Api } from '../../../http/api/perform.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'
import { listOutcomes } from './sent/queries.ts'
import { resend } from './sent/outcomes.ts'
import * as views from './views.ts'

/** As many as an admin needs to see what is wrong. */
const UNSENT_SHOWN = 50
const SENT_SHOWN = 30

export const routes = (api: Api) => {
  api.on(contract.mailChoices, async ({ app, actor }) => views.mailChoices(await queries.findChoices(app.db, actor.id)))
  api.on(contract.saveMailChoices, ({ app, actor, body }) => service.chooseMails(app, actor, body))
  api.on(contract.unsubscribe, ({ app, body }) => service.unsubscribe(app, body.code))
  api.on(contract.unsentMails, async ({ app }) => ({
    count: await queries.countUnsent(app.db),
    list: (await queries.listUnsent(app.db, UNSENT_SHOWN)).map(views.unsentMail),
  }))
  api.on(contract.sentMails, async ({ app, query }) => {
    const before = query.before === undefined ? undefined : userNumber(query.before)
    const rows = await listOutcomes(app.db, { ...query, before }, SENT_SHOWN + 1)
    return { more: rows.length > SENT_SHOWN, list: rows.slice(0, SENT_SHOWN).map(views.sentMail) }
  })
  api.on(contract.resendMail, ({ app, actor, body }) => resend(app, actor.id, userNumber(body.id)))
  api.on(contract.sendUnsentMails, ({ app, actor }) => service.sendUnsent(app, actor))
}
