import * as contract from '@askwell/contract/emails.ts'
import type { Api } from '../../../http/api/perform.ts'
import * as queries from './queries.ts'
import * as service from './service.ts'
import * as views from './views.ts'

/** As many as an admin needs to see what is wrong. */
const UNSENT_SHOWN = 50

export const routes = (api: Api) => {
  api.on(contract.mailChoices, async ({ app, actor }) => views.mailChoices(await queries.findChoices(app.db, actor.id)))
  api.on(contract.saveMailChoices, ({ app, actor, body }) => service.chooseMails(app, actor, body))
  api.on(contract.unsubscribe, ({ app, body }) => service.unsubscribe(app, body.code))
  api.on(contract.unsentMails, async ({ app }) => ({
    count: await queries.countUnsent(app.db),
    list: (await queries.listUnsent(app.db, UNSENT_SHOWN)).map(views.unsentMail),
  }))
  api.on(contract.sendUnsentMails, ({ app }) => service.sendUnsent(app))
}
