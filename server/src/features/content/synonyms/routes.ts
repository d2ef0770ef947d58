import { numberOf } from '@askwell/contract/ids.ts'
import { mergeTags as mergeCall, saveSynonyms as saveCall, tagSynonyms } from '@askwell/contract/tags.ts'
import type { Api } from '../../../http/api/perform.ts'
import { NotFound } from '../../../lib/errors.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { findVisibleTag } from '../tags/queries.ts'
import { mergeTags, saveSynonyms } from './service.ts'
import { synonymList } from './views.ts'

export const routes = (api: Api) => {
  api.on(tagSynonyms, async ({ app, actor, caller, query }) => {
    const tag = await findVisibleTag(app.db, { id: numberOf('tag', query.tag_id) }, actor)
    if (!tag) throw new NotFound('error.tag.not_found')
    return synonymList(app.db, tag, { viewer: actor, settings: await siteSettings(app), language: caller.language })
  })

  api.on(mergeCall, ({ app, actor, body }) => mergeTags(app, actor, body))
  api.on(saveCall, ({ app, actor, body, caller }) =>
    saveSynonyms(app, actor, body.tag_id, body.synonym_tag_list, caller),
  )
}
