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
  ClientSecretPost,
  Configuration,
  customFetch,
  fetchProtectedResource,
} from 'openid-client'
import { addressIn, at, textAt } from './answers.ts'

interface Service {
  authorize_url: string
  token_url: string
  user_url: string
  /** Where addresses are kept apart: answers a list of `{ email, primary, verified }`. */
  emails_url: string
  scope: string
  client_id: string
  client_secret: string
  /** Where in what `user_url` answers each thing stands: `id`, or `data.user.id`. What is empty isn't said. */
  fields: { external_id: string; username: string; display_name: string; e_mail: string; e_mail_verified: string }
}

const createConnector = ({
  authorize_url,
  token_url,
  user_url,
  emails_url,
  scope,
  client_id,
  client_secret,
  fields,
}: Service): Connector => {
  const [authorize, token] = [authorize_url, token_url].map((address) => safeAddress(address)) as [URL, URL]
  const service = new Configuration(
    { issuer: authorize.origin, authorization_endpoint: authorize.href, token_endpoint: token.href },
    client_id,
    undefined,
    ClientSecretPost(client_secret),
  )
  service[customFetch] = fetchFromService
  service.timeout = OUTGOING_SECONDS
  if (token.protocol === 'http:') allowInsecureRequests(service)

  const ask = async (access_token: string, address: string): Promise<unknown> => {
    const response = await fetchProtectedResource(
      service,
      access_token,
      safeAddress(address),
      'GET',
      undefined,
      new Headers({ accept: 'application/json' }),
    )
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return response.json()
  }
  const addressOf = async (access_token: string, said: unknown) =>
    emails_url
      ? addressIn(await ask(access_token, emails_url))
      : { e_mail: textAt(said, fields.e_mail), e_mail_verified: at(said, fields.e_mail_verified) === true }

  return {
    async begin({ redirect_uri, state, code_verifier }) {
      const code_challenge = await calculatePKCECodeChallenge(code_verifier)
      return buildAuthorizationUrl(service, {
        redirect_uri,
        state,
        ...(scope && { scope }),
        code_challenge,
        code_challenge_method: 'S256',
      }).href
    },
    async finish(address, { state, code_verifier }) {
      const { access_token } = await authorizationCodeGrant(service, address, {
        pkceCodeVerifier: code_verifier,
        expectedState: state,
      }).catch((error: unknown) => {
        if (error instanceof AuthorizationResponseError && error.error === 'access_denied') throw new ConsentRefused()
        throw error
      })
      const said = await ask(access_token, user_url)
      const external_id = textAt(said, fields.external_id)
      if (!external_id) throw new Error(`the service names nobody at ${fields.external_id}`)
      return {
        external_id,
        username: textAt(said, fields.username),
        display_name: textAt(said, fields.display_name),
        ...(await addressOf(access_token, said)),
      }
    },
  }
}

const CREDENTIALS: ConfigField[] = [
  { name: 'client_id', kind: 'text', required: true },
  { name: 'client_secret', kind: 'secret', required: true },
]
const credentials = (config: PluginConfig) => ({
  client_id: textOf(config, 'client_id'),
  client_secret: textOf(config, 'client_secret'),
})

const oauth2 = definePlugin({
  slug_name: 'oauth2',
  version: '1.0.0',
  type: 'connector',
  name: 'OAuth 2',
  icon: letterIcon('2', '#4a5568'),
  config: [
    { name: 'name', kind: 'text' },
    ...CREDENTIALS,
    { name: 'authorize_url', kind: 'address', required: true },
    { name: 'token_url', kind: 'address', required: true },
    { name: 'user_url', kind: 'address', required: true },
    { name: 'emails_url', kind: 'address' },
    { name: 'scope', kind: 'text' },
    { name: 'path_external_id', kind: 'text', required: true, default: 'id' },
    { name: 'path_username', kind: 'text', default: 'username' },
    { name: 'path_display_name', kind: 'text', default: 'name' },
    { name: 'path_e_mail', kind: 'text', default: 'email' },
    { name: 'path_e_mail_verified', kind: 'text', default: 'email_verified' },
  ],
  connect: (config) =>
    createConnector({
      authorize_url: textOf(config, 'authorize_url'),
      token_url: textOf(config, 'token_url'),
      user_url: textOf(config, 'user_url'),
      emails_url: textOf(config, 'emails_url'),
      scope: textOf(config, 'scope'),
      ...credentials(config),
      fields: {
        external_id: textOf(config, 'path_external_id'),
        username: textOf(config, 'path_username'),
        display_name: textOf(config, 'path_display_name'),
        e_mail: textOf(config, 'path_e_mail'),
        e_mail_verified: textOf(config, 'path_e_mail_verified'),
      },
    }),
})

const github = definePlugin({
  slug_name: 'github',
  version: '1.0.0',
  type: 'connector',
  name: 'GitHub',
  icon: letterIcon('G', '#24292f'),
  config: CREDENTIALS,
  connect: (config) =>
    createConnector({
      authorize_url: 'https://github.com/login/oauth/authorize',
      token_url: 'https://github.com/login/oauth/access_token',
      user_url: 'https://api.github.com/user',
      emails_url: 'https://api.github.com/user/emails',
      scope: 'read:user user:email',
      ...credentials(config),
      fields: { external_id: 'id', username: 'login', display_name: 'name', e_mail: '', e_mail_verified: '' },
    }),
})

const discord = definePlugin({
  slug_name: 'discord',
  version: '1.0.0',
  type: 'connector',
  name: 'Discord',
  icon: letterIcon('D', '#4752c4'),
  config: CREDENTIALS,
  connect: (config) =>
    createConnector({
      authorize_url: 'https://discord.com/oauth2/authorize',
      token_url: 'https://discord.com/api/oauth2/token',
      user_url: 'https://discord.com/api/users/@me',
      emails_url: '',
      scope: 'identify email',
      ...credentials(config),
      fields: {
        external_id: 'id',
        username: 'username',
        display_name: 'global_name',
        e_mail: 'email',
        e_mail_verified: 'verified',
      },
    }),
})

export const plugins = [github, discord, oauth2]
