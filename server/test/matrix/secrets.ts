import { createHash } from 'node:crypto'
import type { Endpoint } from '@askwell/contract/endpoint.ts'
import { IPS, type Kind, mailOf, PEOPLE, type Scene } from './cast.ts'

/** What belongs to whom and is told to nobody else: by itself and in each form that would give it away. */
export type Secrets = { kind: Kind; what: string; text: string }[]

const hashes = (text: string) =>
  ['md5', 'sha1', 'sha256'].flatMap((algorithm) => {
    const digest = createHash(algorithm).update(text).digest()
    return [digest.toString('hex'), digest.toString('base64'), digest.toString('base64url')].map((form) => ({
      what: `${algorithm} of it`,
      text: form,
    }))
  })

/** Addresses are there already; the hash of a password and the tokens are read from where they are kept. */
export const plantSecrets = async ({ cast, w }: Scene): Promise<Secrets> => {
  const users = await w.app.db.selectFrom('users').select(['id', 'password_hash']).execute()
  return PEOPLE.filter((kind) => kind !== 'nobody').flatMap((kind) => {
    const { id, token } = cast[kind]
    const password = users.find((user) => user.id === id)?.password_hash
    return [
      { kind, what: 'e-mail', text: mailOf(kind) },
      ...hashes(mailOf(kind)).map(({ what, text }) => ({ kind, what: `e-mail, ${what}`, text })),
      { kind, what: 'token', text: token },
      ...hashes(token).map(({ what, text }) => ({ kind, what: `token, ${what}`, text })),
      { kind, what: 'network address', text: IPS[kind] },
      ...(password ? [{ kind, what: 'password', text: password }] : []),
    ]
  })
}

/** What an admin's own lists hold is no secret to them. */
const ADMINS_LISTS: Record<string, string[]> = {
  '/users/page': ['e-mail'],
  // where each is logged in, by which an admin sees a stranger among them
  '/staff/logins': ['network address'],
}

/** The secrets of others in what somebody was told. One's own token may come back to one. */
export const foreignSecrets = (
  text: string,
  secrets: Secrets,
  { kind, endpoint }: { kind: Kind; endpoint: Pick<Endpoint, 'prefix' | 'path'> },
) => {
  const listed = kind === 'admin' && endpoint.prefix === 'admin' ? (ADMINS_LISTS[endpoint.path] ?? []) : []
  return secrets
    .filter((secret) => text.includes(secret.text) && secret.kind !== kind && !listed.includes(secret.what))
    .map(({ kind: whose, what }) => `${what} of ${whose}`)
}
