import type { Connector } from '@askwell/plugin-kit'
import type { ClientAuth } from 'openid-client'
import { createConnector } from './connector.ts'

/** What Apple's page for developers shows of a service with “Sign in with Apple”. */
export interface AppleKey {
  services_id: string
  team_id: string
  key_id: string
  /** The file `.p8`, with or without its ends of lines. */
  private_key: string
}

export const APPLE = 'https://appleid.apple.com'
const SECRET_SECONDS = 300

/** A field of one line has lost the ends of lines. */
const asPem = (typed: string) => {
  const base64 = typed.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, '')
  return `-----BEGIN PRIVATE KEY-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----`
}

/** In the place of a secret each request has a token, signed with the key and good for some minutes. */
const signed =
  ({ services_id, team_id, key_id, private_key }: AppleKey, issuer: string): ClientAuth =>
  async (_server, _client, body) => {
    const { importPKCS8, SignJWT } = await import('jose') // only Apple needs it
    const token = new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: key_id })
      .setIssuer(team_id)
      .setSubject(services_id)
      .setAudience(issuer)
      .setIssuedAt()
      .setExpirationTime(`${SECRET_SECONDS} s`)
    body.set('client_id', services_id)
    body.set('client_secret', await token.sign(await importPKCS8(asPem(private_key), 'ES256')))
  }

/** Said once only, when somebody agrees for the first time. */
const nameIn = (posted: URLSearchParams) => {
  try {
    const { name } = JSON.parse(posted.get('user') ?? '') as { name?: { firstName?: unknown; lastName?: unknown } }
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string')
    return parts.join(' ').trim() || undefined
  } catch {
    return undefined
  }
}

/** Whoever asks for a name or an address there is sent back with a form. */
export const signInWithApple = (key: AppleKey, issuer = APPLE): Connector =>
  createConnector(
    { issuer, client_id: key.services_id, secret: signed(key, issuer) },
    { parameters: { scope: 'openid name email', response_mode: 'form_post' }, posts: true, nameIn },
  )
