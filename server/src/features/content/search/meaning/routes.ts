import { deleteVectors, saveMeaningSettings, meaningSettings, tryEmbeddings } from '@askwell/contract/meaning.ts'
import type { Api } from '../../../../http/api/perform.ts'
import { PASSWORD_MASK, siteSettings } from '../../../operations/settings/views.ts'
import { forgetVectors, meaningProgress, saveMeaning, tryMeaning } from './service.ts'

export const routes = (api: Api) => {
  api.on(meaningSettings, async ({ app, caller }) => {
    const { search } = await siteSettings(app)
    return {
      ...search,
      embeddings_secret: search.embeddings_secret && PASSWORD_MASK,
      plugins: app.plugins.named('embedding'),
      progress: await meaningProgress(app, caller.language),
    }
  })
  api.on(saveMeaningSettings, ({ app, actor, body }) => saveMeaning(app, actor, body))
  api.on(tryEmbeddings, ({ app, body }) => tryMeaning(app, body))
  api.on(deleteVectors, ({ app, actor }) => forgetVectors(app, actor))
}
