import {
  type ExternalIdentity,
  fetchBy,
  type Kit,
  OUTGOING_SECONDS,
  plugin,
  type PluginConfig,
  safeAddress,
  type SignIn,
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

export const credentials = (config: PluginConfig) => ({
  client_id: textOf(config, 'client_id'),
  client_secret: textOf(config, 'client_secret'),
})

/** The service as the library knows it, which is asked by way of the site. */
const configurationOf = ({ authorize_url, token_url, client_id, client_secret }: Service, kit: Kit) => {
  const [authorize, token] = [safeAddress(authorize_url), safeAddress(token_url)]
  const found = new Configuration(
    { issuer: authorize.origin, authorization_endpoint: authorize.href, token_endpoint: token.href },
    client_id,
    undefined,
    ClientSecretPost(client_secret),
  )
  found[customFetch] = fetchBy(kit)
  found.timeout = OUTGOING_SECONDS
  if (token.protocol === 'http:') allowInsecureRequests(found)
  return found
}

const loginAddress = async (service: Service, { redirect_uri, state, code_verifier }: SignIn, kit: Kit) =>
  buildAuthorizationUrl(configurationOf(service, kit), {
    redirect_uri,
    state,
    ...(service.scope && { scope: service.scope }),
    code_challenge: await calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
  }).href

/** Who the service says it is, by what it has given for the code. */
const identityBy = async (
  { user_url, emails_url, fields }: Service,
  configuration: Configuration,
  access_token: string,
): Promise<ExternalIdentity> => {
  const ask = async (address: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/json' })
    const to = safeAddress(address)
    const response = await fetchProtectedResource(configuration, access_token, to, 'GET', undefined, headers)
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return response.json()
  }
  const said = await ask(user_url)
  const external_id = textAt(said, fields.external_id)
  if (!external_id) throw new Error(`the service names nobody at ${fields.external_id}`)
  return {
    external_id,
    username: textAt(said, fields.username),
    display_name: textAt(said, fields.display_name),
    ...(emails_url
      ? addressIn(await ask(emails_url))
      : { e_mail: textAt(said, fields.e_mail), e_mail_verified: at(said, fields.e_mail_verified) === true }),
  }
}

/** Signing in by a service that the settings name, or of which only the credentials differ. */
export const signInBy = (serviceOf: (config: PluginConfig) => Service) =>
  plugin({
    connector: {
      begin: (signIn, kit) => loginAddress(serviceOf(kit.config), signIn, kit),
      async finish({ address, state, code_verifier }, kit) {
        const service = serviceOf(kit.config)
        const configuration = configurationOf(service, kit)
        try {
          const { access_token } = await authorizationCodeGrant(configuration, new URL(address), {
            pkceCodeVerifier: code_verifier,
            expectedState: state,
          })
          return await identityBy(service, configuration, access_token)
        } catch (error) {
          if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return { refused: true }
          throw error
        }
      },
    },
  })
