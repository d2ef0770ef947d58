import type { App } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import type { Rendered } from '../policy.ts'
import { type From, judge } from '../../reviewers/judge.ts'

export const judgeAnswer = (
  app: App,
  actor: Actor,
  { original_text, parsed_text, links, former }: Rendered & { former?: string },
  from: From,
) =>
  judge(
    app,
    actor,
    { object_type: 'answer', title: '', content: original_text, html: parsed_text, tags: [], links, former },
    from,
  )
