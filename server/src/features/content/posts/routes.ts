import { renderPost } from '@askwell/contract/posts.ts'
import type { Api } from '../../../http/api/perform.ts'
import { renderText } from '../../../workers/texts.ts'

export const routes = (api: Api) => {
  api.on(renderPost, async ({ body }) => (await renderText(body.content, { field: 'content' })).html)
}
