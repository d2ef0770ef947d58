import { createHash } from 'node:crypto'
import { type ExternalIdentity, type Kit, type SignIn, textOf } from '@askwell/plugin-kit'
import { type Claims, type PublishedKey, readIdToken } from './id-token.ts'

const SCOPES = 'openid email profile'

/** What a service says of itself (OpenID Connect Discovery). */
interface Metadata {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
  userinfo_endpoint?: string
  token_endpoint_auth_methods_supported?: string[]
  authorization_response_iss_parameter_supported?: boolean
}

const json = async <T>({ fetch }: Kit, address: string, init?: Parameters<Kit['fetch']>[1]): Promise<T> => {
  const response = await fetch(address, init)
  const said = (await response.json().catch(() => ({}))) as T & { error?: string; error_description?: string }
  if (response.ok) return said
  const why = [said.error, said.error_description].filter((text) => typeof text === 'string').join(': ')
  throw new Error(`${new URL(address).host} answered ${response.status}: ${why}`)
}

const issuerOf = ({ config }: Kit) => textOf(config, 'issuer').replace(/\/+$/, '')

/** Once for each process; its settings don't change while it runs. */
let metadata: Promise<Metadata> | undefined
const discover = async (kit: Kit) => {
  const issuer = issuerOf(kit)
  const found = await json<Metadata>(kit, `${issuer}/.well-known/openid-configuration`)
  if (found.issuer?.replace(/\/+$/, '') !== issuer) throw new Error(`the service calls itself ${found.issuer}`)
  return found
}
const metadataOf = (kit: Kit) =>
  (metadata ??= discover(kit).catch((error: unknown) => {
    metadata = undefined
    throw error
  }))

/** Where somebody is sent to log in. */
export const loginAddress = async ({ redirect_uri, state, nonce, code_verifier }: SignIn, kit: Kit) => {
  const address = new URL((await metadataOf(kit)).authorization_endpoint)
  const asked = {
    response_type: 'code',
    client_id: textOf(kit.config, 'client_id'),
    redirect_uri,
    scope: SCOPES,
    state,
    nonce,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  return address.href
}

const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

const tokensFor = async (code: string, { redirect_uri, code_verifier }: SignIn, found: Metadata, kit: Kit) => {
  const [client_id, client_secret] = [textOf(kit.config, 'client_id'), textOf(kit.config, 'client_secret')]
  const ways = found.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const isBasic = ways.includes('client_secret_basic')
  const basic = Buffer.from(`${formEncoded(client_id)}:${formEncoded(client_secret)}`).toString('base64')
  return json<{ access_token?: string; id_token?: string }>(kit, found.token_endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(isBasic && { authorization: `Basic ${basic}` }),
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      code_verifier,
      ...(!isBasic && { client_id, client_secret }),
    }).toString(),
  })
}

/** What it says of them now; only from its own host, as the site reaches no other. */
const claimsNow = async (claims: Claims, access_token: string, found: Metadata, kit: Kit) => {
  const { userinfo_endpoint } = found
  if (!userinfo_endpoint || new URL(userinfo_endpoint).host !== new URL(found.issuer).host) return claims
  const said = await json<Claims>(kit, userinfo_endpoint, { headers: { authorization: `Bearer ${access_token}` } })
  if (said.sub !== claims.sub) throw new Error('the service speaks of somebody else')
  return said
}

const identityIn = (said: Claims): ExternalIdentity => {
  const text = (name: string) => (typeof said[name] === 'string' && said[name] ? said[name] : undefined)
  return {
    external_id: said.sub,
    username: text('preferred_username'),
    display_name: text('name') ?? text('nickname'),
    e_mail: text('email'),
    // Some say it in a word.
    e_mail_verified: said.email_verified === true || said.email_verified === 'true',
  }
}

/** Who has come back from there. */
export const whoCame = async (
  { address, ...signIn }: SignIn & { address: string },
  kit: Kit,
): Promise<ExternalIdentity | { refused: true }> => {
  const said = new URL(address).searchParams
  const found = await metadataOf(kit)
  if (said.get('state') !== signIn.state) throw new Error('that belongs to another sign-in')
  // Another service that the site trusts must not pass its answer off as this one's (RFC 9207).
  const iss = said.get('iss')
  if (iss === null ? found.authorization_response_iss_parameter_supported : iss !== found.issuer)
    throw new Error('that is the answer of another service')
  if (said.get('error') === 'access_denied') return { refused: true }
  const code = said.get('code')
  if (!code) throw new Error(`the service said: ${said.get('error') ?? 'nothing'}`.slice(0, 200))
  const { access_token = '', id_token = '' } = await tokensFor(code, signIn, found, kit)
  const { keys } = await json<{ keys: PublishedKey[] }>(kit, found.jwks_uri)
  const claims = readIdToken(id_token, keys, {
    issuer: found.issuer,
    client_id: textOf(kit.config, 'client_id'),
    nonce: signIn.nonce,
    now: Math.floor(Date.now() / 1000),
  })
  return identityIn(await claimsNow(claims, access_token, found, kit))
}
