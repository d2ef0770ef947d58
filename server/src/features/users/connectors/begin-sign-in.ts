import type { App } from '../../../events/events.ts'
import { MAIL_STATUS, USER_STATUS, type Viewer } from '../../../lib/actor.ts'
import { hashToken, newToken, unsign } from '../../../lib/tokens.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { asksPassword, type Offer, SIGN_IN_SECONDS } from './policy.ts'
import * as queries from './queries.ts'
import { addressesOf, BIND, passwordPage } from './views.ts'
import { type Failed, failed } from './sign-in-failure.ts'

/** `bind`: the token from the page that connects an account; no other page can know it. */
export interface Beginning {
  slug_name: string
  browser: string
  actor: Viewer
  token: string
  bind: string | undefined
  back: string
}

export const beginSignIn = async (
  app: App,
  offer: Offer | undefined,
  { slug_name, browser, actor, token, bind, back }: Beginning,
): Promise<{ to: 'service'; address: string } | Failed> => {
  if (!offer) return failed('off')
  const isBinding = bind !== undefined
  if (
    isBinding &&
    (actor?.status !== USER_STATUS.normal ||
      actor.mail_status !== MAIL_STATUS.activated ||
      unsign(app.secret, BIND, bind) !== hashToken(token))
  )
    return failed('expired')
  const { general } = await siteSettings(app)
  const [state, nonce, code_verifier] = [newToken(), newToken(), newToken()] as const
  const { connector } = offer
  const begun = asksPassword(connector)
    ? Promise.resolve(passwordPage(general, slug_name, state))
    : connector.begin({ redirect_uri: addressesOf(general, slug_name).callback, state, nonce, code_verifier })
  const said = await begun.then(
    (address) => ({ address }),
    (error: unknown) => ({ error }),
  )
  if ('error' in said) return failed('error', said.error)
  await app.transaction((tx) =>
    queries.insertSignIn(tx.db, {
      state_hash: hashToken(state),
      connector: slug_name,
      browser_hash: hashToken(browser),
      nonce,
      code_verifier,
      back,
      user_id: isBinding ? actor!.id : 0,
      posted: '',
      expires_at: tx.now() + SIGN_IN_SECONDS,
    }),
  )
  return { to: 'service', address: said.address }
}
