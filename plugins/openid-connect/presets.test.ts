import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { exportJWK, exportPKCS8, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose'
import type { ConnectorPart, Kit, PluginConfig, PluginParts } from '@askwell/plugin-kit'
import { beforeAll, describe, expect, test } from 'vitest'
import apple from './apple.ts'
import gitlab from './gitlab.ts'
import google from './google.ts'
import microsoft from './microsoft.ts'
import slack from './slack.ts'

const SIGN_IN = {
  redirect_uri: 'https://site.example/users/oauth/x/callback',
  state: 'the-state',
  nonce: 'the-nonce',
  code_verifier: 'v'.repeat(43),
}
const CREDENTIALS = { client_id: 'our-id', client_secret: 'our-secret' }
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const MICROSOFT = `https://login.microsoftonline.com/${TENANT}`

/** Where a service has what, and what it says of somebody, as it is documented and its discovery says. */
interface Service {
  parts: PluginParts
  config: PluginConfig
  issuer: string
  authorize: string
  token: string
  keys: string
  user?: string
  /** In the ID token, and beside it. */
  claims: Record<string, unknown>
  said?: Record<string, unknown>
}

const SERVICES: Record<string, Service> = {
  google: {
    parts: google,
    config: CREDENTIALS,
    issuer: 'https://accounts.google.com',
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
    user: 'https://openidconnect.googleapis.com/v1/userinfo',
    claims: { sub: '110169484474386276334', azp: 'our-id', email: 'ann@gmail.com', email_verified: true, at_hash: 'x' },
    said: {
      sub: '110169484474386276334',
      name: 'Ann Lee',
      given_name: 'Ann',
      email: 'ann@gmail.com',
      email_verified: true,
    },
  },
  gitlab: {
    parts: gitlab,
    config: CREDENTIALS,
    issuer: 'https://gitlab.com',
    authorize: 'https://gitlab.com/oauth/authorize',
    token: 'https://gitlab.com/oauth/token',
    keys: 'https://gitlab.com/oauth/discovery/keys',
    user: 'https://gitlab.com/oauth/userinfo',
    claims: { sub: '1234', sub_legacy: 'a1', name: 'Ann Lee', nickname: 'ann', preferred_username: 'ann' },
    said: {
      sub: '1234',
      name: 'Ann Lee',
      nickname: 'ann',
      preferred_username: 'ann',
      email: 'ann@example.com',
      email_verified: true,
      groups: [],
    },
  },
  slack: {
    parts: slack,
    config: CREDENTIALS,
    issuer: 'https://slack.com',
    authorize: 'https://slack.com/openid/connect/authorize',
    token: 'https://slack.com/api/openid.connect.token',
    keys: 'https://slack.com/openid/connect/keys',
    user: 'https://slack.com/api/openid.connect.userInfo',
    claims: { sub: 'U0R7MFMJM', 'https://slack.com/team_id': 'T0R7GR', email: 'ann@example.com', email_verified: true },
    said: {
      ok: true,
      sub: 'U0R7MFMJM',
      'https://slack.com/user_id': 'U0R7MFMJM',
      email: 'ann@example.com',
      email_verified: true,
      name: 'Ann Lee',
    },
  },
  microsoft: {
    parts: microsoft,
    config: { ...CREDENTIALS, tenant: TENANT },
    issuer: `${MICROSOFT}/v2.0`,
    authorize: `${MICROSOFT}/oauth2/v2.0/authorize`,
    token: `${MICROSOFT}/oauth2/v2.0/token`,
    keys: `${MICROSOFT}/discovery/v2.0/keys`,
    user: 'https://graph.microsoft.com/oidc/userinfo',
    claims: { sub: 'AAAA', oid: 'b', tid: TENANT, name: 'Ann Lee', preferred_username: 'ann@corp.example', ver: '2.0' },
    said: { sub: 'AAAA', name: 'Ann Lee', family_name: 'Lee', given_name: 'Ann', email: 'ann@corp.example' },
  },
  apple: {
    parts: apple,
    config: { services_id: 'our-id', team_id: 'TEAM123456', key_id: 'KEY1234567', private_key: '' },
    issuer: 'https://appleid.apple.com',
    authorize: 'https://appleid.apple.com/auth/authorize',
    token: 'https://appleid.apple.com/auth/token',
    keys: 'https://appleid.apple.com/auth/keys',
    // Words for true, and nothing beside the token.
    claims: { sub: '001.abc.002', email: 'relay@privaterelay.appleid.com', email_verified: 'true' },
  },
}

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>
let theirs: KeyPair
let ours: KeyPair
let published: JWK
let settings: Record<string, PluginConfig>
beforeAll(async () => {
  theirs = await generateKeyPair('RS256', { extractable: true })
  ours = await generateKeyPair('ES256', { extractable: true })
  published = { ...(await exportJWK(theirs.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const private_key = await exportPKCS8(ours.privateKey)
  settings = Object.fromEntries(
    Object.entries(SERVICES).map(([name, { config }]) => [
      name,
      name === 'apple' ? { ...config, private_key } : config,
    ]),
  )
})

const { askwell: manifests } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  askwell: { slug_name: string; permissions: string[] }[]
}
const hostsOf = (slug_name: string) =>
  manifests.find((one) => one.slug_name === slug_name)!.permissions.map((permission) => permission.replace('net:', ''))

interface Changed {
  claims?: Record<string, unknown>
  said?: Record<string, unknown>
  config?: PluginConfig
}

/** A service whose page everybody agrees to. */
const serviceOf = (name: string, changed: Changed = {}) => {
  const { parts, issuer, authorize, token, keys, user, ...own } = SERVICES[name]!
  const config = { ...settings[name]!, ...changed.config }
  const codes = new Set<string>()
  const heard: { kid?: string } = {}
  const json = (said: unknown, status = 200) => Response.json(said, { status })

  const isOurs = async (body: URLSearchParams) => {
    if (name === 'apple') {
      const { protectedHeader } = await jwtVerify(body.get('client_secret')!, ours.publicKey, {
        issuer: 'TEAM123456',
        subject: 'our-id',
        audience: issuer,
        maxTokenAge: '5 minutes',
      })
      heard.kid = protectedHeader.kid
      return body.get('client_id') === 'our-id'
    }
    return body.get('client_id') === 'our-id' && body.get('client_secret') === 'our-secret'
  }
  const giveTokens = async (_: Headers, body: URLSearchParams) => {
    const challenge = createHash('sha256').update(body.get('code_verifier')!).digest('base64url')
    if (!(await isOurs(body).catch(() => false))) return json({ error: 'invalid_client' }, 401)
    if (body.get('redirect_uri') !== SIGN_IN.redirect_uri || !codes.delete(`${body.get('code')} ${challenge}`))
      return json({ error: 'invalid_grant' }, 400)
    const id_token = await new SignJWT({ nonce: SIGN_IN.nonce, ...own.claims, ...changed.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(issuer)
      .setAudience('our-id')
      .setIssuedAt()
      .setExpirationTime('10 minutes')
      .sign(theirs.privateKey)
    return json({ ok: true, access_token: 'their-token', token_type: 'Bearer', expires_in: 3600, id_token })
  }
  const answers: Record<string, (headers: Headers, body: URLSearchParams) => Response | Promise<Response>> = {
    [`GET ${issuer}/.well-known/openid-configuration`]: () =>
      json({
        issuer,
        authorization_endpoint: authorize,
        token_endpoint: token,
        jwks_uri: keys,
        ...(user && { userinfo_endpoint: user }),
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      }),
    [`POST ${token}`]: giveTokens,
    [`GET ${keys}`]: () => json({ keys: [published] }),
    ...(user && {
      [`GET ${user}`]: (headers: Headers) =>
        headers.get('authorization') === 'Bearer their-token' ? json({ ...own.said, ...changed.said }) : json({}, 401),
    }),
  }
  const kit = {
    config,
    async fetch(address: string, { method = 'GET', headers = {}, body }: Parameters<Kit['fetch']>[1] = {}) {
      if (!hostsOf(name).includes(new URL(address).hostname)) throw new Error(`no permission for ${address}`)
      const answer = answers[`${method} ${address}`]
      return answer
        ? answer(new Headers(headers), new URLSearchParams(body?.toString()))
        : new Response('', { status: 404 })
    },
  } as unknown as Kit
  const begin = async () => new URL(await (parts.connector as ConnectorPart).begin(SIGN_IN, kit))
  const finish = (said: Record<string, string>) => {
    const [query, posted] = name === 'apple' ? [{ state: said.state! }, said] : [said, {}]
    const address = `${SIGN_IN.redirect_uri}?${new URLSearchParams(query)}`
    return (parts.connector as ConnectorPart).finish({ ...SIGN_IN, address, posted }, kit)
  }
  const agree = async (more: Record<string, string> = {}) => {
    const asked = (await begin()).searchParams
    codes.add(`the-code ${asked.get('code_challenge')}`)
    return finish({ code: 'the-code', state: asked.get('state')!, ...more })
  }
  return { begin, finish, agree, heard }
}

describe.each(Object.keys(SERVICES))('%s', (name) => {
  test('sends people to its page', async () => {
    const address = await serviceOf(name).begin()
    expect(address.origin + address.pathname).toBe(SERVICES[name]!.authorize)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'our-id',
      redirect_uri: SIGN_IN.redirect_uri,
      state: SIGN_IN.state,
      nonce: SIGN_IN.nonce,
      code_challenge: createHash('sha256').update(SIGN_IN.code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    expect(address.searchParams.get('scope')!.split(' ').sort()).toEqual(
      name === 'apple' ? ['email', 'name', 'openid'] : ['email', 'openid', 'profile'],
    )
  })

  test('another state, another nonce, another person beside the token, a code of somebody else and a no', async () => {
    const because = (what: string) => ({ cause: { message: expect.stringContaining(what) as unknown } })
    await expect(serviceOf(name).agree({ state: 'another' })).rejects.toMatchObject(because('state'))
    await expect(serviceOf(name, { claims: { nonce: 'another' } }).agree()).rejects.toMatchObject(because('nonce'))
    if (SERVICES[name]!.user)
      await expect(serviceOf(name, { said: { sub: 'another' } }).agree()).rejects.toMatchObject(because('sub'))
    await expect(serviceOf(name).agree({ code: 'another' })).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(serviceOf(name).agree({ iss: 'https://evil.example' })).rejects.toMatchObject(because('iss'))
    const refusal = { error: name === 'apple' ? 'user_cancelled_authorize' : 'access_denied', state: SIGN_IN.state }
    expect(await serviceOf(name).finish(refusal)).toEqual({ refused: true })
  })
})

test.each([
  [
    'google',
    { external_id: '110169484474386276334', display_name: 'Ann Lee', e_mail: 'ann@gmail.com', e_mail_verified: true },
  ],
  [
    'gitlab',
    { external_id: '1234', username: 'ann', display_name: 'Ann Lee', e_mail: 'ann@example.com', e_mail_verified: true },
  ],
  ['slack', { external_id: 'U0R7MFMJM', display_name: 'Ann Lee', e_mail: 'ann@example.com', e_mail_verified: true }],
  // It doesn't say whether it has seen that mail reaches them, so nobody is let in on the strength of it.
  ['microsoft', { external_id: 'AAAA', display_name: 'Ann Lee', e_mail: 'ann@corp.example', e_mail_verified: false }],
  ['apple', { external_id: '001.abc.002', e_mail: 'relay@privaterelay.appleid.com', e_mail_verified: true }],
])('who comes back from %s', async (name, who) => {
  expect(await serviceOf(name).agree()).toEqual(who)
})

test.each(['google', 'gitlab', 'slack'])('an address that %s hasn’t verified isn’t taken for one', async (name) => {
  for (const email_verified of [false, 'false', undefined, 1])
    expect(await serviceOf(name, { said: { email_verified } }).agree()).toMatchObject({ e_mail_verified: false })
})

describe('Apple', () => {
  test('sends people back with a form', async () => {
    expect((await serviceOf('apple').begin()).searchParams.get('response_mode')).toBe('form_post')
  })

  test('gets a token signed with the key for a secret, also where a field of one line has lost the ends of lines', async () => {
    const flat = String(settings.apple!.private_key).replaceAll('\n', ' ')
    for (const config of [settings.apple!, { private_key: flat }]) {
      const service = serviceOf('apple', { config })
      await service.agree()
      expect(service.heard.kid).toBe('KEY1234567')
    }
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const other = serviceOf('apple', { config: { private_key: await exportPKCS8(privateKey) } })
    await expect(other.agree()).rejects.toMatchObject({ error: 'invalid_client' })
  })

  test('tells a name by the form, the first time; the address is that of the token', async () => {
    const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: 'forged@example.com' })
    expect(await serviceOf('apple').agree({ user })).toMatchObject({
      external_id: '001.abc.002',
      display_name: 'Ada Lovelace',
      e_mail: 'relay@privaterelay.appleid.com',
    })
  })

  test.each(['', 'no JSON', '[]', 'null', '{"name":7}', '{"name":{"firstName":{}}}'])(
    'a name that is none is none: %j',
    async (user) =>
      expect(await serviceOf('apple').agree({ user })).not.toMatchObject({ display_name: expect.anything() }),
  )

  test('an address that isn’t verified isn’t taken for one', async () => {
    expect(await serviceOf('apple', { claims: { email_verified: 'false' } }).agree()).toMatchObject({
      e_mail_verified: false,
    })
  })
})
