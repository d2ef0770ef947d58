import { type Connector, ConsentRefused, fetchFromService, OUTGOING_SECONDS, safeAddress } from '@askwell/plugin-kit'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'

/** Somebody didn't want to, in the standard's word and in Apple's. */
const REFUSED = new Set(['access_denied', 'user_cancelled_authorize'])
const SCOPES = 'openid email profile'

/** At which service, and as whom. */
export interface Client {
  issuer: string
  client_id: string
  /** The secret, or what proves otherwise who asks. */
  secret: string | ClientAuth
}

/** What a service does in its own way. */
export interface Ways {
  /** More of what it is asked for. */
  parameters?: Record<string, string>
  /** It sends people back with a form. */
  posts?: boolean
  /** A name that it tells beside the token. */
  nameIn?(posted: URLSearchParams): string | undefined
}

export const discover = ({ issuer, client_id, secret }: Client) => {
  const address = safeAddress(issuer)
  const [plain, auth] = typeof secret === 'string' ? [secret, undefined] : [undefined, secret]
  return discovery(address, client_id, plain, auth, {
    [customFetch]: fetchFromService,
    timeout: OUTGOING_SECONDS,
    execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
  })
}

/** What the service says of itself is looked up once, and again after a failure. Its signature is checked even though the answer came over TLS. */
export const createConnector = (client: Client, { parameters = {}, posts = false, nameIn }: Ways = {}): Connector => {
  let found: Promise<Configuration> | undefined
  const service = () =>
    (found ??= discover(client).catch((error: unknown) => {
      found = undefined
      throw error
    }))
  return {
    async begin({ redirect_uri, state, nonce, code_verifier }) {
      const code_challenge = await calculatePKCECodeChallenge(code_verifier)
      return buildAuthorizationUrl(await service(), {
        redirect_uri,
        scope: SCOPES,
        ...parameters,
        state,
        nonce,
        code_challenge,
        code_challenge_method: 'S256',
      }).href
    },
    async finish(cameTo, { state, nonce, code_verifier }, posted) {
      const configuration = await service()
      const address = posts ? new URL(`?${posted.toString()}`, cameTo) : cameTo
      const tokens = await authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: code_verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      }).catch((error: unknown) => {
        if (error instanceof AuthorizationResponseError && REFUSED.has(error.error)) throw new ConsentRefused()
        throw error
      })
      const claims = tokens.claims()!
      const said: Record<string, unknown> = configuration.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims
      const text = (name: string) => (typeof said[name] === 'string' && said[name] ? said[name] : undefined)
      return {
        external_id: claims.sub,
        username: text('preferred_username'),
        display_name: text('name') ?? text('nickname') ?? nameIn?.(posted),
        e_mail: text('email'),
        // Some say it in a word.
        e_mail_verified: said.email_verified === true || said.email_verified === 'true',
      }
    },
  }
}
