import { renderPost } from '@askwell/contract/posts.ts'
import type { Api } from '../../http/api.ts'
import { renderMarkdown } from '../../lib/markdown.ts'

export const routes = (api: Api) => {
  api.on(renderPost, ({ body }) => renderMarkdown(body.content).html)
}
