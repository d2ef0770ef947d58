import { generateKeyPairSync } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error it brings no types of its own
import Provider from 'oidc-provider'

/** As the provider says it. */
export interface Somebody {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  preferred_username?: string
}

export const CLIENT = { client_id: 'askwell', client_secret: 'known-to-both-of-us' }

const newKey = (kid: string) => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid,
  alg: 'RS256',
  use: 'sig',
})
const SCOPES = 'openid email profile'

/** A real OpenID Connect provider, whose people log in without being asked: as `is` says, and agreeing unless `agrees` is false. */
export const startProvider = async (redirect_uris: string[]) => {
  const server = http.createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Somebody>()
  const now = { is: undefined as Somebody | undefined, agrees: true, keysShown: undefined as unknown, refuses: false }

  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris, grant_types: ['authorization_code'], response_types: ['code'] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => people.get(sub) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    jwks: { keys: [newKey('first')] },
    cookies: { keys: ['a key of the tests'] },
  })

  /** What somebody would answer on the provider's own pages. */
  const answerOf = async (prompt: string, params: { client_id: string }) => {
    if (!now.agrees) return { error: 'access_denied', error_description: 'they said no' }
    if (prompt === 'login') return { login: { accountId: now.is!.sub } }
    const grant = new provider.Grant({ accountId: now.is!.sub, clientId: params.client_id })
    grant.addOIDCScope(SCOPES)
    return { consent: { grantId: (await grant.save()) as string } }
  }
  const interact = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { prompt, params } = await provider.interactionDetails(request, response)
    await provider.interactionFinished(
      request,
      response,
      await answerOf(prompt.name as string, params as { client_id: string }),
      { mergeWithLastSubmission: true },
    )
  }
  const callback = provider.callback() as http.RequestListener
  server.on('request', (request, response) => {
    if (now.refuses) return void response.writeHead(503).end()
    if (request.url?.startsWith('/interaction/')) return void interact(request, response)
    if (now.keysShown && request.url === '/jwks')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(now.keysShown))
    callback(request, response)
  })

  /** Follows a browser from the site to the provider and through its pages. @returns where it is sent back to. */
  const visit = async (address: string, somebody: Somebody) => {
    people.set(somebody.sub, somebody)
    now.is = somebody
    const cookies = new Map<string, string>()
    let next = address
    for (let step = 0; step < 10; step++) {
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
        cookies.set(name!, value!)
      }
      const location = response.headers.get('location')
      if (!location) throw new Error(`${next} answered ${response.status} ${await response.text()}`)
      next = new URL(location, next).href
      if (!next.startsWith(issuer)) return next
    }
    throw new Error('the provider sends round in circles')
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    issuer,
    now,
    visit,
    stop,
    otherKeys: () => ({
      keys: [newKey('first')].map(({ kty, n, e, kid, alg, use }: Record<string, unknown>) => ({
        kty,
        n,
        e,
        kid,
        alg,
        use,
      })),
    }),
  }
}
export type TestProvider = Awaited<ReturnType<typeof startProvider>>
