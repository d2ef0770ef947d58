import * as contract from '@askwell/contract/revisions.ts'
import type { App } from '../../../events/events.ts'
import type { Api } from '../../../http/api/perform.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { allow, NotFound } from '../../../lib/errors.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { canDecide, canEdit, canEditAtOnce } from './policy.ts'
import { revisedBy } from '../revisions/policy.ts'
import { revisionNumber } from '../revisions/withdraw.ts'
import { decideSuggestion, withdrawSuggestion } from './service.ts'
import { rollBack } from './roll-back.ts'
import { refuseWhileOneWaits } from '../revisions/waiting-edit.ts'
import { suggestionsFor, unreviewedList } from './views.ts'
import { findThing, ownedBy, revisionList } from './earlier-texts.ts'

/** What an object id refers to, if the viewer may see it. */
const seenThing = async (app: App, viewer: Viewer, object_id: string) => {
  const revised = revisedBy(object_id)
  if (!revised) throw new NotFound('error.object.not_found')
  const thing = await findThing(app.db, viewer, revised)
  if (!thing) throw new NotFound(`error.${revised.object_type}.not_found`)
  return { revised, thing }
}

export const routes = (api: Api) => {
  api.on(contract.revisions, async ({ app, actor, query }) => {
    const { revised } = await seenThing(app, actor, query.object_id)
    return revisionList(app.db, revised, query)
  })

  api.on(contract.checkEdit, async ({ app, actor, query }) => {
    const { revised, thing } = await seenThing(app, actor, query.id)
    allow(canEdit(await siteSettings(app), actor, ownedBy(thing)))
    await refuseWhileOneWaits(app, revised)
    return null
  })

  api.on(contract.suggestions, async ({ app, actor, query }) => {
    const { revised, thing } = await seenThing(app, actor, query.object_id)
    const settings = await siteSettings(app)
    const { suggestion, ...shown } = await suggestionsFor(app.db, settings, actor, revised, thing)
    const owned = ownedBy(thing)
    return {
      ...shown,
      is_own: shown.waiting !== null && suggestion?.user_id === actor.id,
      may_decide: shown.waiting !== null && suggestion !== undefined && canDecide(settings, actor, suggestion) === true,
      may_edit: canEdit(settings, actor, owned) === true,
      needs_review: canEditAtOnce(settings, actor, owned) !== true,
    }
  })

  api.on(contract.withdrawSuggestion, ({ app, actor, body }) => withdrawSuggestion(app, actor, revisionNumber(body.id)))
  api.on(contract.unreviewed, async ({ app, actor, query }) =>
    unreviewedList(app.db, await siteSettings(app), actor, query),
  )
  api.on(contract.auditRevision, ({ app, actor, body, caller }) =>
    decideSuggestion(app, actor, revisionNumber(body.id), body, caller),
  )
  api.on(contract.rollBack, ({ app, actor, body, caller }) =>
    rollBack(app, actor, revisionNumber(body.revision_id), body.reason ?? '', caller),
  )
}
