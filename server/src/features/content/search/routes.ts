import { search, searchEngine } from '@askwell/contract/search.ts'
import { withoutSyntax } from '@askwell/contract/search-syntax.ts'
import type { Api } from '../../../http/api/perform.ts'
import { wordOf } from '../../../plugin-host/isolated/manifest.ts'
import { findByPlugin } from './by-plugin/find.ts'
import { postsNear } from './meaning/near.ts'
import { indexLanguage } from './queries.ts'
import { foundPage, searchPage } from './views.ts'

export const routes = (api: Api) => {
  api.on(search, async ({ app, actor, query: { q: typed, pasted, order, page, size: page_size } }) => {
    const q = pasted ? withoutSyntax(pasted) : typed
    const found = await findByPlugin(app, { q, order, page, page_size, language: () => indexLanguage(app.db) })
    if (found) return foundPage(app.db, q, actor, found, { page, page_size })
    return searchPage(app.db, q, actor, { order, page, page_size }, postsNear(app, actor))
  })
  api.on(searchEngine, ({ app: { plugins }, caller }) => {
    const plugin = plugins.having('search')[0]
    if (plugin === undefined) return { name: '', icon: '', link: '' }
    const manifest = plugins.manifestOf(plugin)
    return { name: wordOf(manifest, caller.language, 'name'), icon: plugins.iconOf(plugin), link: manifest.link }
  })
}
