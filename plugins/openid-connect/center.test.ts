import type { ConnectorPart, Kit, PluginParts } from '@askwell/plugin-kit'
import { expect, test } from 'vitest'
import center from './center.ts'
import connect from './index.ts'

const SIGN_IN = {
  redirect_uri: 'https://site.example/users/oauth/x/callback',
  state: 'the-state',
  nonce: 'the-nonce',
  code_verifier: 'v'.repeat(43),
}
const TYPED = 'https://id.example/realms/club'
const METADATA = {
  issuer: TYPED,
  authorization_endpoint: `${TYPED}/auth`,
  token_endpoint: `${TYPED}/token`,
  jwks_uri: `${TYPED}/keys`,
}

/** A service that says this of itself and gives no tokens to anybody. */
const serviceAt = (typed: string, said: object) => {
  const heard: { headers?: Headers; body?: URLSearchParams } = {}
  const kit = {
    config: { issuer: typed, client_id: 'ask-us', client_secret: 'a-b_c d+é' },
    async fetch(address: string, { headers = {}, body }: Parameters<Kit['fetch']>[1] = {}) {
      if (address === `${TYPED}/.well-known/openid-configuration`) return Response.json({ ...METADATA, ...said })
      Object.assign(heard, { headers: new Headers(headers), body: new URLSearchParams(body?.toString()) })
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    },
  } as unknown as Kit
  return { kit, heard }
}
const comeBack = (kit: Kit) =>
  center.user_center!.finish(
    { ...SIGN_IN, address: `${SIGN_IN.redirect_uri}?code=c&state=${SIGN_IN.state}`, posted: {} },
    kit,
  )

test.each([undefined, ['client_secret_basic'], ['client_secret_post', 'client_secret_basic']])(
  'the secret goes in a header to a service that says of itself that it reads %j',
  async (token_endpoint_auth_methods_supported) => {
    const { kit, heard } = serviceAt(TYPED, { token_endpoint_auth_methods_supported })
    await expect(comeBack(kit)).rejects.toMatchObject({ error: 'invalid_grant' })
    const basic = Buffer.from('ask-us:a-b_c+d%2B%C3%A9').toString('base64')
    expect(heard.headers!.get('authorization')).toBe(`Basic ${basic}`)
    expect(heard.body!.has('client_secret')).toBe(false)
  },
)

test('and in the body to one that reads it nowhere else', async () => {
  const { kit, heard } = serviceAt(TYPED, { token_endpoint_auth_methods_supported: ['client_secret_post'] })
  await expect(comeBack(kit)).rejects.toMatchObject({ error: 'invalid_grant' })
  expect(heard.headers!.has('authorization')).toBe(false)
  expect(heard.body!.get('client_secret')).toBe('a-b_c d+é')
})

const begin = ({ connector, user_center }: PluginParts, kit: Kit) =>
  ((connector ?? user_center) as ConnectorPart).begin(SIGN_IN, kit)

test.each([
  ['with a slash more than the service writes', `${TYPED}/`, TYPED],
  ['with one less', TYPED, `${TYPED}/`],
])('an issuer typed %s is found', async (_, typed, issuer) => {
  for (const parts of [connect, center])
    expect(await begin(parts, serviceAt(typed, { issuer }).kit)).toContain(`${TYPED}/auth?`)
})

test.each(['https://evil.example/realms/club', `${TYPED}/x`, 'https://id.example', `${TYPED}?x`])(
  'a service that calls itself %s is another one',
  async (issuer) => {
    for (const parts of [connect, center])
      await expect(begin(parts, serviceAt(TYPED, { issuer }).kit)).rejects.toThrow('issuer')
  },
)
