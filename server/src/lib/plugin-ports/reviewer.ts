import type { Reviewer } from '@askwell/contract/reviewers.ts'
import type { Reviewed } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { call, simplePort } from './port.ts'
import type { Asking } from './running.ts'

const REASON_CHARACTERS = 500

export const reviewer = simplePort('reviewer', {
  reviewer: call<Reviewed>()(
    8000,
    Type.Object({
      verdict: Type.Union([Type.Literal('approved'), Type.Literal('waiting'), Type.Literal('deleted')]),
      reason: Type.Optional(Type.String()),
    }),
  ),
})

/** As the site's own reviewers; it gets neither address, browser nor name of the author, unless an admin has agreed to that. */
export const reviewerOf = (plugins: Asking, slug_name: string): Reviewer => ({
  slug_name,
  async review({ user_agent, ip, author, ...text }) {
    const { id: _, role_id: _role, username, display_name, e_mail, ...figures } = author
    const maySee = plugins.manifestOf(slug_name).permissions.includes('read:senders')
    const sender = maySee && { sender: { ip, user_agent, username, display_name, e_mail } }
    const { verdict, reason } = await plugins.ask(slug_name, 'reviewer', { ...text, author: figures, ...sender })
    return { verdict, ...(reason !== undefined && { reason: reason.slice(0, REASON_CHARACTERS) }) }
  },
})

/** One that an admin wants and that doesn't run: what it would have judged waits. */
export const absentReviewer = (slug_name: string): Reviewer => ({
  slug_name,
  review: () => Promise.reject(new Error("it isn't running")),
})
