import { search, searchEngine } from '@askwell/contract/search.ts'
import { withoutSyntax } from '@askwell/contract/search-syntax.ts'
import type { Api } from '../../../http/api/perform.ts'
import { postsNear } from './meaning/near.ts'
import { searchPage } from './views.ts'

export const routes = (api: Api) => {
  api.on(search, ({ app, actor, query: { q, pasted, order, page, size } }) =>
    searchPage(
      app.db,
      pasted ? withoutSyntax(pasted) : q,
      actor,
      { order, page, page_size: size },
      postsNear(app, actor),
    ),
  )
  api.on(searchEngine, () => ({ name: '', icon: '', link: '' }))
}
