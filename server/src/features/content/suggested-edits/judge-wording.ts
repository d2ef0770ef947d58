import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { outsideLinks } from '../reviewers/policy.ts'
import { type From, judgeAtOnce } from '../reviewers/judge.ts'
import { renderText } from '../../../workers/texts.ts'
import type { Revised } from '../revisions/queries.ts'

interface Wording extends Revised {
  title: string
  original_text: string
  former: string
}
export const judgeWording = async (
  app: App,
  actor: Actor,
  { object_type, title, original_text, former }: Wording,
  from: From,
) => {
  const { html, links } = await renderText(original_text, { field: 'content', plugins: app.plugins })
  return judgeAtOnce(
    app,
    actor,
    { object_type, title, content: original_text, html, tags: [], links: outsideLinks(links), former },
    from,
    'content',
  )
}
