import {
  type ExternalIdentity,
  fetchBy,
  type Kit,
  OUTGOING_SECONDS,
  plugin,
  type PluginConfig,
  type PluginParts,
  safeAddress,
  textOf,
} from '@askwell/plugin-kit'
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
interface Client {
  issuer: string
  client_id: string
  /** The secret, or what proves otherwise who asks. */
  secret: string | ClientAuth
}

/** What a service does in its own way. */
interface Ways {
  /** More of what it is asked for. */
  parameters?: Record<string, string>
  /** It sends people back with a form. */
  posts?: boolean
  /** A name that it tells beside the token. */
  nameIn?(posted: Record<string, string>): string | undefined
}

export const clientAt = (issuer: string, config: PluginConfig): Client => ({
  issuer,
  client_id: textOf(config, 'client_id'),
  secret: textOf(config, 'client_secret'),
})

/** What the service says of itself. */
const discover = ({ issuer, client_id, secret }: Client, kit: Kit) => {
  const address = safeAddress(issuer)
  const [plain, auth] = typeof secret === 'string' ? [secret, undefined] : [undefined, secret]
  return discovery(address, client_id, plain, auth, {
    [customFetch]: fetchBy(kit),
    timeout: OUTGOING_SECONDS,
    execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
  })
}

/** Who has come back with this address. */
const identityBy = async (
  configuration: Configuration,
  address: URL,
  { code_verifier, state, nonce }: { code_verifier: string; state: string; nonce: string },
): Promise<ExternalIdentity> => {
  const tokens = await authorizationCodeGrant(configuration, address, {
    pkceCodeVerifier: code_verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  const said: Record<string, unknown> = configuration.serverMetadata().userinfo_endpoint
    ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : claims
  const text = (name: string) => (typeof said[name] === 'string' && said[name] ? said[name] : undefined)
  return {
    external_id: claims.sub,
    username: text('preferred_username'),
    display_name: text('name') ?? text('nickname'),
    e_mail: text('email'),
    // Some say it in a word.
    e_mail_verified: said.email_verified === true || said.email_verified === 'true',
  }
}

/** Signing in by a service. Its signature is checked even though the answer came over TLS. */
export const signInBy = (
  clientOf: (config: PluginConfig) => Client,
  { parameters = {}, posts = false, nameIn }: Ways = {},
): PluginParts => {
  /** Looked up once, and again after a failure. */
  const found = new WeakMap<Kit, Promise<Configuration>>()
  const service = (kit: Kit) => {
    const looking = found.get(kit) ?? discover(clientOf(kit.config), kit)
    found.set(kit, looking)
    return looking.catch((error: unknown) => {
      found.delete(kit)
      throw error
    })
  }
  return plugin({
    connector: {
      async begin({ redirect_uri, state, nonce, code_verifier }, kit) {
        return buildAuthorizationUrl(await service(kit), {
          redirect_uri,
          scope: SCOPES,
          ...parameters,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(code_verifier),
          code_challenge_method: 'S256',
        }).href
      },
      async finish({ address, posted, ...signIn }, kit) {
        const came = posts ? new URL(`?${new URLSearchParams(posted)}`, address) : new URL(address)
        try {
          const identity = await identityBy(await service(kit), came, signIn)
          return { ...identity, display_name: identity.display_name ?? nameIn?.(posted) }
        } catch (error) {
          if (error instanceof AuthorizationResponseError && REFUSED.has(error.error)) return { refused: true }
          throw error
        }
      },
      reach: async (_, kit) => void (await discover(clientOf(kit.config), kit)),
    },
  })
}
