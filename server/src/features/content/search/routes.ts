import { search, searchEngine } from '@askwell/contract/search.ts'
import { withoutSyntax } from '@askwell/contract/search-syntax.ts'
import type { Api } from '../../../http/api/perform.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { searchOnce } from './kept-searches.ts'
import { postsNear } from './meaning/near.ts'
import { searchPage } from './views.ts'

export const routes = (api: Api) => {
  api.on(search, async ({ app, actor, query: { q, pasted, order, page, size } }) => {
    const text = pasted ? withoutSyntax(pasted) : q
    const find = () => searchPage(app.db, text, actor, { order, page, page_size: size }, postsNear(app, actor))
    // What a service makes of words may come late, and be better the next time.
    const isAlike = actor === null && !(await siteSettings(app)).search.meaning
    return isAlike ? searchOnce(app, [text, order, page, size], find) : find()
  })
  api.on(searchEngine, () => ({ name: '', icon: '', link: '' }))
}
