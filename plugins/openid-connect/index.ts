import {
  type ConfigField,
  type Connector,
  ConsentRefused,
  definePlugin,
  fetchFromService,
  letterIcon,
  OUTGOING_SECONDS,
  type PluginConfig,
  safeAddress,
  textOf,
} from '@askwell/plugin-kit'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'

const SCOPES = 'openid email profile'

const discover = (issuer: URL, client_id: string, client_secret: string) =>
  discovery(issuer, client_id, client_secret, undefined, {
    [customFetch]: fetchFromService,
    timeout: OUTGOING_SECONDS,
    execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
  })

/** What the service says of itself is looked up once, and again after a failure. Its signature is checked even though the answer came over TLS. */
const createConnector = (issuer: string, client_id: string, client_secret: string): Connector => {
  const address = safeAddress(issuer)
  let found: Promise<Configuration> | undefined
  const service = () =>
    (found ??= discover(address, client_id, client_secret).catch((error: unknown) => {
      found = undefined
      throw error
    }))
  return {
    async begin({ redirect_uri, state, nonce, code_verifier }) {
      const code_challenge = await calculatePKCECodeChallenge(code_verifier)
      return buildAuthorizationUrl(await service(), {
        redirect_uri,
        scope: SCOPES,
        state,
        nonce,
        code_challenge,
        code_challenge_method: 'S256',
      }).href
    },
    async finish(address, { state, nonce, code_verifier }) {
      const configuration = await service()
      const tokens = await authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: code_verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      }).catch((error: unknown) => {
        if (error instanceof AuthorizationResponseError && error.error === 'access_denied') throw new ConsentRefused()
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
        display_name: text('name') ?? text('nickname'),
        e_mail: text('email'),
        e_mail_verified: said.email_verified === true,
      }
    },
  }
}

const CREDENTIALS: ConfigField[] = [
  { name: 'client_id', kind: 'text', required: true },
  { name: 'client_secret', kind: 'secret', required: true },
]
const connectTo = (issuer: string, config: PluginConfig) =>
  createConnector(issuer, textOf(config, 'client_id'), textOf(config, 'client_secret'))

const openidConnect = definePlugin({
  slug_name: 'openid_connect',
  version: '1.0.0',
  type: 'connector',
  name: 'OpenID Connect',
  icon: letterIcon('O', '#4a5568'),
  config: [{ name: 'name', kind: 'text' }, { name: 'issuer', kind: 'address', required: true }, ...CREDENTIALS],
  tried: {
    name: 'issuer',
    reach: async (config) =>
      void (await discover(
        safeAddress(textOf(config, 'issuer')),
        textOf(config, 'client_id'),
        textOf(config, 'client_secret'),
      )),
  },
  connect: (config) => connectTo(textOf(config, 'issuer'), config),
})

/** A service with one issuer for everybody. */
const preset = (slug_name: string, name: string, issuer: string, colour: string) =>
  definePlugin({
    slug_name,
    version: '1.0.0',
    type: 'connector',
    name,
    icon: letterIcon(name[0]!, colour),
    config: CREDENTIALS,
    connect: (config) => connectTo(issuer, config),
  })

const google = preset('google', 'Google', 'https://accounts.google.com', '#3367d6')
const gitlab = preset('gitlab', 'GitLab', 'https://gitlab.com', '#c2410c')
const slack = preset('slack', 'Slack', 'https://slack.com', '#6b2c6b')

/** Each organization has an issuer of its own; one for all of them would let anybody in who makes an organization. */
const microsoft = definePlugin({
  slug_name: 'microsoft',
  version: '1.0.0',
  type: 'connector',
  name: 'Microsoft',
  icon: letterIcon('M', '#0b6a94'),
  config: [{ name: 'tenant', kind: 'text', required: true }, ...CREDENTIALS],
  connect: (config) =>
    connectTo(`https://login.microsoftonline.com/${encodeURIComponent(textOf(config, 'tenant'))}/v2.0`, config),
})

export const plugins = [google, gitlab, microsoft, slack, openidConnect]
