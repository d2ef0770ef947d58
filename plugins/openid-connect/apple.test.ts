import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { ConsentRefused } from '@askwell/plugin-kit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AppleKey, signInWithApple } from './apple.ts'

const SIGN_IN = {
  redirect_uri: 'https://site.example/users/oauth/apple/callback',
  state: 'the-state',
  nonce: 'the-nonce',
  code_verifier: 'v'.repeat(43),
}
const CLAIMS = { sub: '001.abc.002', email: 'relay@privaterelay.appleid.com', email_verified: 'true' }

/** Answers as Apple does: no userinfo, secrets that are tokens, words for true. */
describe('Sign in with Apple', () => {
  let server: Server
  let issuer: string
  let key: AppleKey
  let claims: Record<string, unknown>
  let asked: URLSearchParams[]
  let signedBy: string
  beforeEach(async () => {
    const [own, theirs] = [
      await generateKeyPair('ES256', { extractable: true }),
      await generateKeyPair('RS256', { extractable: true }),
    ]
    ;[claims, asked, signedBy] = [{ ...CLAIMS, nonce: SIGN_IN.nonce }, [], '']
    const answers: Record<string, (body: URLSearchParams) => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth/authorize`,
        token_endpoint: `${issuer}/auth/token`,
        jwks_uri: `${issuer}/auth/keys`,
        response_types_supported: ['code'],
        response_modes_supported: ['query', 'fragment', 'form_post'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      }),
      '/auth/keys': async () => ({ keys: [{ ...(await exportJWK(theirs.publicKey)), kid: 'k1', alg: 'RS256' }] }),
      '/auth/token': async (body) => {
        asked.push(body)
        const { protectedHeader } = await jwtVerify(body.get('client_secret')!, own.publicKey, {
          issuer: key.team_id,
          subject: key.services_id,
          audience: issuer,
          maxTokenAge: '5 minutes',
        })
        signedBy = protectedHeader.kid!
        const id_token = await new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
          .setIssuer(issuer)
          .setAudience(key.services_id)
          .setIssuedAt()
          .setExpirationTime('10 minutes')
          .sign(theirs.privateKey)
        return { access_token: 'a', token_type: 'Bearer', expires_in: 3600, id_token }
      },
    }
    server = createServer((request, response) => {
      void text(request).then(async (body) => {
        try {
          const said = await answers[request.url!]!(new URLSearchParams(body))
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
        } catch {
          response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}')
        }
      })
    })
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    key = {
      services_id: 'org.example.site',
      team_id: 'TEAM123456',
      key_id: 'KEY1234567',
      private_key: await exportPKCS8(own.privateKey),
    }
  })
  afterEach(() => void server.close())

  const comeBack = (posted: Record<string, string>, changed: Partial<AppleKey> = {}) =>
    signInWithApple({ ...key, ...changed }, issuer).finish(
      new URL(`${SIGN_IN.redirect_uri}?state=${SIGN_IN.state}`),
      SIGN_IN,
      new URLSearchParams({ state: SIGN_IN.state, code: 'the-code', ...posted }),
    )

  test('sends people to a page that sends them back with a form', async () => {
    const address = new URL(await signInWithApple(key, issuer).begin(SIGN_IN))
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: key.services_id,
      response_mode: 'form_post',
      scope: 'openid name email',
      nonce: SIGN_IN.nonce,
      redirect_uri: SIGN_IN.redirect_uri,
    })
  })

  test('knows them by the token, with the name that the form tells the first time', async () => {
    const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' }, email: 'forged@example.com' })
    expect(await comeBack({ user })).toEqual({
      external_id: CLAIMS.sub,
      username: undefined,
      display_name: 'Ada Lovelace',
      e_mail: CLAIMS.email,
      e_mail_verified: true,
    })
    expect([asked[0]!.get('code'), asked[0]!.get('redirect_uri'), signedBy]).toEqual([
      'the-code',
      SIGN_IN.redirect_uri,
      key.key_id,
    ])
  })

  test.each(['', 'no JSON', '[]', '{"name":7}', '{"name":{"firstName":{}}}'])(
    'a name that is none is none: %j',
    async (user) => expect((await comeBack({ user })).display_name).toBeUndefined(),
  )

  test('a key that has lost its ends of lines, as a field of one line makes it, is one all the same', async () => {
    const flat = key.private_key.replaceAll('\n', ' ')
    expect((await comeBack({}, { private_key: flat })).external_id).toBe(CLAIMS.sub)
  })

  test('an address that isn’t verified isn’t taken for one', async () => {
    claims.email_verified = 'false'
    expect((await comeBack({})).e_mail_verified).toBe(false)
  })

  test('another state, another nonce and another key are refused, and so is who changed their mind', async () => {
    const because = (what: string) => ({ cause: { message: expect.stringContaining(what) as unknown } })
    await expect(comeBack({ state: 'another' })).rejects.toMatchObject(because('state'))
    claims.nonce = 'another'
    await expect(comeBack({})).rejects.toMatchObject(because('nonce'))
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    await expect(comeBack({}, { private_key: await exportPKCS8(privateKey) })).rejects.toMatchObject({
      error: 'invalid_client',
    })
    const back = new URLSearchParams({ state: SIGN_IN.state, error: 'user_cancelled_authorize' })
    const finish = signInWithApple(key, issuer).finish(new URL(SIGN_IN.redirect_uri), SIGN_IN, back)
    await expect(finish).rejects.toThrow(ConsentRefused)
  })
})
