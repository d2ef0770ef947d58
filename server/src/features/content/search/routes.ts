import { search, searchEngine } from '@askwell/contract/search.ts'
import { searchIn } from '@askwell/contract/search-syntax.ts'
import type { Api } from '../../../http/api/perform.ts'
import { wordOf } from '../../../lib/isolated-plugin.ts'
import { findByPlugin } from './by-plugin/find.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { searchOnce } from './kept-searches.ts'
import { postsNear } from './meaning/near.ts'
import { indexLanguage } from './queries.ts'
import { foundPage, searchPage } from './views.ts'

export const routes = (api: Api) => {
  api.on(search, async ({ app, actor, query: { q, pasted, order, page, size: page_size } }) => {
    const text = pasted ? searchIn(pasted) : q
    const byPlugin = await findByPlugin(app, {
      q: text,
      order,
      page,
      page_size,
      language: () => indexLanguage(app.db),
    })
    if (byPlugin) return foundPage(app.db, text, actor, byPlugin, { page, page_size })
    const find = () => searchPage(app.db, text, actor, { order, page, page_size }, postsNear(app, actor))
    // What a service makes of words may come late, and be better the next time.
    const isAlike = actor === null && !(await siteSettings(app)).search.meaning
    return isAlike ? searchOnce(app, [text, order, page, page_size], find) : find()
  })
  api.on(searchEngine, ({ app: { plugins }, caller }) => {
    const plugin = plugins.having('search')[0]
    if (plugin === undefined) return { name: '', icon: '', link: '' }
    const manifest = plugins.manifestOf(plugin)
    return { name: wordOf(manifest, caller.language, 'name'), icon: plugins.iconOf(plugin), link: manifest.link }
  })
}
