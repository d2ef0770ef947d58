import { type PluginConfig, textOf } from '@askwell/plugin-kit'
import { importPKCS8, SignJWT } from 'jose'
import type { ClientAuth } from 'openid-client'
import { signInBy } from './service.ts'

const APPLE = 'https://appleid.apple.com'
const SECRET_SECONDS = 300

/** A field of one line has lost the ends of lines. */
const asPem = (typed: string) => {
  const base64 = typed.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, '')
  return `-----BEGIN PRIVATE KEY-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----`
}

/** In the place of a secret each request has a token, signed with the key and good for some minutes. What is in the settings Apple's page for developers shows. */
const signed =
  (config: PluginConfig): ClientAuth =>
  async (_server, _client, body) => {
    const services_id = textOf(config, 'services_id')
    const token = new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: textOf(config, 'key_id') })
      .setIssuer(textOf(config, 'team_id'))
      .setSubject(services_id)
      .setAudience(APPLE)
      .setIssuedAt()
      .setExpirationTime(`${SECRET_SECONDS} s`)
    body.set('client_id', services_id)
    body.set('client_secret', await token.sign(await importPKCS8(asPem(textOf(config, 'private_key')), 'ES256')))
  }

/** Said once only, when somebody agrees for the first time. */
const nameIn = ({ user = '' }: Record<string, string>) => {
  try {
    const { name } = JSON.parse(user) as { name?: { firstName?: unknown; lastName?: unknown } }
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string')
    return parts.join(' ').trim() || undefined
  } catch {
    return undefined
  }
}

/** Its secret is made of a key, and whoever asks for a name or an address there is sent back with a form. */
export default signInBy(
  (config) => ({ issuer: APPLE, client_id: textOf(config, 'services_id'), secret: signed(config) }),
  { parameters: { scope: 'openid name email', response_mode: 'form_post' }, posts: true, nameIn },
)
