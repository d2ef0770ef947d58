import { apiTokens, endApiToken, makeApiToken, type Scope } from '@askwell/contract/api-tokens.ts'
import { ownLogins, unbindLogin } from '@askwell/contract/connectors.ts'
import * as factors from '@askwell/contract/second-factors.ts'
import { endOtherSessions, endSession, sessions } from '@askwell/contract/sessions.ts'
import { isOn, type Submission, text } from '../../forms.tsx'
import type { RouteContext } from '../../session.ts'
import { UNBIND } from './logins-panel.tsx'

/** What the account tab shows of how its member comes in. */
export const loadSecurity = async ({ call }: RouteContext) => {
  const [here, ways, tokens, logins] = await Promise.all([
    call(sessions),
    call(factors.secondFactors),
    call(apiTokens),
    call(ownLogins),
  ])
  return { sessions: here, factors: ways, tokens, logins }
}

/** Only members who have a password are asked for it. */
const proof = (submission: Submission) => (submission.form.has('pass') ? { pass: text(submission.form, 'pass') } : {})

/** By the `intent` of each form. */
export const securityActs: Record<string, (submission: Submission) => Promise<unknown>> = {
  'end-session': ({ call, form }) => call(endSession, { body: { id: text(form, 'id') } }),
  'end-others': ({ call, form }) => call(endOtherSessions, { body: { api_tokens: isOn(form, 'api_tokens') } }),
  [UNBIND]: ({ call, form }) =>
    call(unbindLogin, { body: { external_id: text(form, 'external_id'), slug_name: text(form, 'slug_name') } }),
  'app-begin': (submission) => submission.call(factors.beginOneTimePassword, { body: proof(submission) }),
  'app-confirm': ({ call, form }) => call(factors.confirmOneTimePassword, { body: { code: text(form, 'code') } }),
  'app-remove': (submission) => submission.call(factors.removeOneTimePassword, { body: proof(submission) }),
  'passkey-begin': (submission) => submission.call(factors.passkeyOptions, { body: proof(submission) }),
  'passkey-add': ({ call, form }) =>
    call(factors.addPasskey, {
      body: { challenge: text(form, 'challenge'), credential: text(form, 'credential'), name: text(form, 'name') },
    }),
  'passkey-remove': (submission) =>
    submission.call(factors.removePasskey, { body: { id: text(submission.form, 'id'), ...proof(submission) } }),
  'codes-renew': (submission) => submission.call(factors.renewRecoveryCodes, { body: proof(submission) }),
  'token-make': (submission) =>
    submission.call(makeApiToken, {
      body: {
        name: text(submission.form, 'name'),
        scopes: submission.form.getAll('scopes').map(String) as Scope[],
        days: Number(text(submission.form, 'days')) as 0,
        ...proof(submission),
      },
    }),
  'token-end': ({ call, form }) => call(endApiToken, { body: { id: text(form, 'id') } }),
}
