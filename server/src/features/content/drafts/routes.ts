import { deleteDraft, draft, drafts, saveDraft } from '@askwell/contract/drafts.ts'
import type { Api } from '../../../http/api/perform.ts'
import * as service from './service.ts'
import { draftList } from './views.ts'

export const routes = (api: Api) => {
  api.on(drafts, async ({ app, actor }) => ({ list: await draftList(app.db, actor, app.clock.now()) }))
  api.on(draft, ({ app, actor, query }) => service.readDraft(app, actor, query.name))
  api.on(saveDraft, ({ app, actor, body }) => service.saveDraft(app, actor, body))
  api.on(deleteDraft, ({ app, actor, body }) => service.dropDraft(app, actor, body.name, body.based_on))
}
