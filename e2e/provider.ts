import { generateKeyPairSync } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
// @ts-expect-error it brings no types of its own
import Provider from 'oidc-provider'

const CLIENT = { client_id: 'askwell', client_secret: 'known-to-both-of-us' }
const PAGE = (body: string) =>
  `<!doctype html><html lang="en"><title>The club</title><link rel="icon" href="data:,"><h1>The club</h1>${body}</html>`
const LOGIN = PAGE(
  '<form method="post"><label>Who are you? <input name="login" required></label> <button name="act" value="go">Go on</button></form>',
)
const CONSENT = PAGE(
  '<form method="post"><button name="act" value="agree">Agree</button> <button name="act" value="refuse">Refuse</button></form>',
)

/** A real OpenID Connect provider with two pages, on a port of its own. A person who logs in as `ann` has ann@example.com, verified unless the name begins with `new`. */
export const startProvider = async (redirect_uris: string[]) => {
  const server = http.createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = {
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    kid: 'first',
    alg: 'RS256',
    use: 'sig',
  }
  const provider = new Provider(`http://${host}`, {
    clients: [{ ...CLIENT, redirect_uris, grant_types: ['authorization_code'], response_types: ['code'] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: `${sub}@example.com`,
        email_verified: !sub.startsWith('new'),
        preferred_username: sub,
        name: sub,
      }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    jwks: { keys: [key] },
    cookies: { keys: ['a key of the journeys'] },
  })

  const interact = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (request.method === 'GET')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(prompt.name === 'login' ? LOGIN : CONSENT)
    const form = new URLSearchParams(await text(request))
    const grantId = async () => {
      const grant = new provider.Grant({ accountId: session.accountId as string, clientId: params.client_id as string })
      grant.addOIDCScope('openid email profile')
      return (await grant.save()) as string
    }
    const result =
      form.get('act') === 'refuse'
        ? { error: 'access_denied' }
        : prompt.name === 'login'
          ? { login: { accountId: form.get('login') } }
          : { consent: { grantId: await grantId() } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  }
  const callback = provider.callback() as http.RequestListener
  server.on('request', (request, response) =>
    request.url?.startsWith('/interaction/') ? void interact(request, response) : callback(request, response),
  )
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { host, settings: { issuer: `http://${host}`, ...CLIENT }, stop }
}
