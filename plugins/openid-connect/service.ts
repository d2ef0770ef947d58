import {
  type ConnectorPart,
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
  ClientError,
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

const withoutSlash = (address: string) => address.replace(/\/$/, '')

/** How a service writes its address, where it was refused for nothing but a slash at the end that was typed or wasn't. */
const asWritten = (typed: string, error: unknown) => {
  const { attribute, body } = ((error instanceof ClientError && error.cause) || {}) as {
    attribute?: string
    body?: { issuer: string }
  }
  const written = attribute === 'issuer' ? body?.issuer : undefined
  return written !== undefined && withoutSlash(written) === withoutSlash(typed) ? written : undefined
}

/** What the service says of itself. */
const discover = async ({ issuer, client_id, secret }: Client, kit: Kit) => {
  const [plain, auth] = typeof secret === 'string' ? [secret, undefined] : [undefined, secret]
  const at = (address: URL) =>
    discovery(address, client_id, plain, auth, {
      [customFetch]: fetchBy(kit),
      timeout: OUTGOING_SECONDS,
      execute: [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])],
    })
  return at(safeAddress(issuer)).catch((error: unknown) => {
    const written = asWritten(issuer, error)
    if (written === undefined) throw error
    return at(safeAddress(written))
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
export const connectorBy = (
  clientOf: (config: PluginConfig) => Client,
  { parameters = {}, posts = false, nameIn }: Ways = {},
) => {
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
  return {
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
  } satisfies ConnectorPart
}

/** A plugin that is nothing but that. */
export const signInBy = (...way: Parameters<typeof connectorBy>): PluginParts =>
  plugin({ connector: connectorBy(...way) })
