import { lookAtText, renderPost, SECRETS_FOUND } from '@askwell/contract/posts.ts'
import type { Api } from '../../../http/api/perform.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { linksFor } from './links/link-titles.ts'
import { findSecrets, renderText } from '../../../workers/texts.ts'
import { Invalid } from '../../../lib/errors.ts'

export const routes = (api: Api) => {
  api.on(lookAtText, async ({ body }) => {
    const secrets = await findSecrets(Object.values(body))
    const found = Object.keys(body).flatMap((field, at) =>
      secrets[at]!.map(({ kind, line }) => ({
        field,
        reason: `error.text.secret_${kind}` as const,
        values: { line },
      })),
    )
    if (found.length) throw new Invalid(found, SECRETS_FOUND)
    return null
  })
  api.on(renderPost, async ({ app, actor, body }) => {
    const { html } = await renderText(body.content, { field: 'content', plugins: app.plugins })
    return (await linksFor(app.db, [html], { viewer: actor, settings: await siteSettings(app) }))(html)
  })
}
