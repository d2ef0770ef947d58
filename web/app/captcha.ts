import { actionRecord, type CaptchaAction, type CaptchaToSolve } from '@askwell/contract/accounts.ts'
import { CAPTCHA_ACTION_OF } from '@askwell/contract/captcha-actions.ts'
import type { Endpoint } from '@askwell/contract/endpoint.ts'
import { type Ask, CallFailed } from '@askwell/web/context.ts'

// Captchas are asked for in one place: with scripts in a dialog, before the call continues; else in the form that was refused.

export interface Solved {
  captcha_id: string
  captcha_code: string
}

/** Why it is asked, and, where it is known already, what. */
export interface CaptchaRequest {
  action: CaptchaAction
  message: string
  first?: CaptchaToSolve
}

/** Nothing comes of it when the person gives up. */
export type AskUser = (wanted: CaptchaRequest) => Promise<Solved | undefined>

/** The page puts its dialog in here. */
export const captchaDialog: { ask: AskUser | undefined } = { ask: undefined }

const actionOf = ({ method, path }: Endpoint) => CAPTCHA_ACTION_OF[`${method} ${path}`]

export const isCaptchaRefusal = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.reason === 'error.object.captcha_verification_failed'

const withSolved =
  (ask: Ask, solved: Partial<Solved>): Ask =>
  (endpoint, asked = {}) =>
    ask(endpoint, {
      ...asked,
      ...(endpoint.method === 'GET'
        ? { query: { ...asked.query, ...solved } }
        : { body: { ...asked.body, ...solved } }),
    } as never)

/** Asks for a captcha if the site wants one, as often as needed, and then makes the call. */
export const askingFirst =
  (ask: Ask): Ask =>
  async (endpoint, asked) => {
    const action = actionOf(endpoint)
    if (!action || !captchaDialog.ask) return ask(endpoint, asked)
    // Calls that send an e-mail ask each time: a first refusal would count as one of the few e-mails.
    const first = action === 'email' ? await ask(actionRecord, { query: { action, scripts: true } }) : undefined
    let solved = first?.verify ? await captchaDialog.ask({ action, message: '', first }) : undefined
    for (;;) {
      try {
        return await (solved ? withSolved(ask, solved) : ask)(endpoint, asked)
      } catch (error) {
        const givenUp = first?.verify === true && !solved
        if (!isCaptchaRefusal(error) || givenUp || !captchaDialog.ask) throw error
        const again = await captchaDialog.ask({ action, message: solved ? messageOf(error) : '' })
        if (!again) throw error
        solved = again
      }
    }
  }

export const messageOf = (error: CallFailed) =>
  (error.data as { error_msg: string }[] | null)?.[0]?.error_msg ?? error.message

/** What a form carries of a captcha goes with the calls it is for; `challenge` is a new one, if they were refused because a captcha is needed. */
export const withTyped = (ask: Ask, typed: { get(name: string): unknown }) => {
  let action: CaptchaAction | undefined
  const solved = {
    captcha_id: String(typed.get('captcha_id') ?? ''),
    captcha_code: String(typed.get('captcha_code') ?? ''),
  }
  const call: Ask = (endpoint, asked) => {
    const own = actionOf(endpoint)
    if (own) action = own
    return (own && solved.captcha_id ? withSolved(ask, solved) : ask)(endpoint, asked)
  }
  const challenge = async (error: unknown) =>
    action && isCaptchaRefusal(error)
      ? ask(actionRecord, { query: { action, alternative: typed.get('captcha_alternative') === 'on' } })
      : undefined
  return { call, challenge }
}
