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

/** As the site's own reviewers; it gets neither address, browser nor number of the author. */
export const reviewerOf = (plugins: Asking, slug_name: string): Reviewer => ({
  slug_name,
  async review({ user_agent: _, ip: _ip, author: { id: _id, role_id: _role, ...author }, ...text }) {
    const { verdict, reason } = await plugins.ask(slug_name, 'reviewer', { ...text, author })
    return { verdict, ...(reason !== undefined && { reason: reason.slice(0, REASON_CHARACTERS) }) }
  },
})
