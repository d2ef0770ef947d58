import { apiTokens, endApiToken, makeApiToken } from '@askwell/contract/api-tokens.ts'
import * as contract from '@askwell/contract/second-factors.ts'
import { takeOffFactors } from '@askwell/contract/user-administration.ts'
import { endOtherSessions, endSession, sessions } from '@askwell/contract/sessions.ts'
import { hashToken, newToken } from '../../../src/lib/tokens.ts'
import {
  insertPasskey,
  insertChallenge,
  storeSecret,
  confirmSecret,
  deleteFactorsOf,
  replaceRecoveryCodes,
} from '../../../src/features/users/second-factors/queries.ts'
import { updateUser } from '../../../src/features/users/users/queries.ts'
import { hashPassword } from '../../../src/lib/passwords.ts'
import { codeAt, newSecret } from '../../../src/lib/one-time.ts'
import { createAuthenticator } from '../../authenticator.ts'
import { FIRST_SITE } from '../../world.ts'
import { example, fresh, type Kind, type Scene } from '../cast.ts'

/** As at the beginning: the admin has a password; the others have none, and came in just now. */
const proof = async ({ w, cast }: Scene, who: Kind) => {
  const { id } = cast[who]
  const password_hash = who === 'admin' ? await hashPassword(FIRST_SITE.password) : null
  await w.app.transaction(async (tx) => {
    await updateUser(tx.db, id, { password_hash })
    await tx.db.updateTable('sessions').set({ created_at: tx.now() }).where('user_id', '=', id).execute()
  })
  return who === 'admin' ? { pass: FIRST_SITE.password } : {}
}
const ORIGIN = FIRST_SITE.site_url

const factorless = async ({ w, cast }: Scene, who: Kind) => {
  await w.app.transaction((tx) => deleteFactorsOf(tx.db, cast[who].id))
}
/** Somebody who has, or has begun to have, one-time passwords. */
const withSecret = async (s: Scene, who: Kind, { confirmed }: { confirmed: boolean }) => {
  await factorless(s, who)
  const secret = newSecret()
  await s.w.app.transaction(async (tx) => {
    await storeSecret(tx.db, s.cast[who].id, secret, tx.now())
    if (confirmed) await confirmSecret(tx.db, s.cast[who].id, tx.now())
  })
  return secret
}
const challengeFor = async (
  { w }: Scene,
  purpose: 'second_factor' | 'passkey' | 'passkey_login',
  user_id: number,
  secret: string,
) => {
  const challenge = newToken()
  await w.app.transaction((tx) =>
    insertChallenge(tx.db, { id_hash: hashToken(challenge), purpose, secret, user_id, expires_at: tx.now() + 600 }),
  )
  return challenge
}
export const withPasskey = async (s: Scene, user_id: number) => {
  const authenticator = createAuthenticator(ORIGIN)
  const { id, response } = JSON.parse(
    authenticator.create(JSON.stringify({ challenge: 'x', rp: { id: 'world.example' } })),
  ) as { id: string; response: { attestationObject: string } }
  // The key is the last 77 bytes of what the authenticator says of itself.
  const public_key = Buffer.from(response.attestationObject, 'base64url').subarray(-77).toString('base64url')
  await s.w.app.transaction((tx) =>
    insertPasskey(tx.db, {
      user_id,
      credential_id: id,
      public_key,
      transports: '',
      name: 'Key',
      counter: 0,
      created_at: tx.now(),
      used_at: 0,
    }),
  )
  const row = await s.w.app.db
    .selectFrom('passkeys')
    .select('id')
    .where('credential_id', '=', id)
    .executeTakeFirstOrThrow()
  return { authenticator, id: String(row.id) }
}
/** Somebody who is logging in, and nobody of the nine. */
const guestOf = async ({ w }: Scene) => (await w.given.member()).id
const asked = 'AAAAAAAAAAAAAAAAAAAAAA'

export const securing = {
  sessions: example(sessions),
  endSession: example(endSession, () => ({ body: { id: '999999' } })),
  endOtherSessions: example(endOtherSessions),

  finishLogIn: example(contract.finishLogIn, async (s) => {
    const [guest, code] = [await guestOf(s), fresh('recovery')]
    await s.w.app.transaction((tx) => replaceRecoveryCodes(tx.db, guest, [hashToken(code)]))
    return { body: { challenge: await challengeFor(s, 'second_factor', guest, ''), code } }
  }),
  passkeyLogInOptions: example(contract.passkeyLogInOptions),
  logInWithPasskey: example(contract.logInWithPasskey, async (s) => {
    const guest = await guestOf(s)
    const { authenticator } = await withPasskey(s, guest)
    const body = {
      challenge: await challengeFor(s, 'passkey_login', 0, asked),
      credential: authenticator.get(JSON.stringify({ challenge: asked, rpId: 'world.example' })),
    }
    return { body }
  }),
  secondFactors: example(contract.secondFactors),
  beginOneTimePassword: example(contract.beginOneTimePassword, async (s, who) => {
    await factorless(s, who)
    return { body: await proof(s, who) }
  }),
  confirmOneTimePassword: example(contract.confirmOneTimePassword, async (s, who) => ({
    body: { code: codeAt(await withSecret(s, who, { confirmed: false }), s.w.clock.now()) },
  })),
  removeOneTimePassword: example(contract.removeOneTimePassword, async (s, who) => {
    await withSecret(s, who, { confirmed: true })
    return { body: await proof(s, who) }
  }),
  passkeyOptions: example(contract.passkeyOptions, async (s, who) => ({ body: await proof(s, who) })),
  addPasskey: example(contract.addPasskey, async (s, who) => ({
    body: {
      challenge: await challengeFor(s, 'passkey', s.cast[who].id, asked),
      credential: createAuthenticator(ORIGIN).create(JSON.stringify({ challenge: asked, rp: { id: 'world.example' } })),
      name: 'Key',
    },
  })),
  removePasskey: example(contract.removePasskey, async (s, who) => ({
    body: { id: (await withPasskey(s, s.cast[who].id)).id, ...(await proof(s, who)) },
  })),
  renewRecoveryCodes: example(contract.renewRecoveryCodes, async (s, who) => {
    await withSecret(s, who, { confirmed: true })
    return { body: await proof(s, who) }
  }),

  takeOffFactors: example(takeOffFactors, async (s) => {
    const { id } = await s.w.given.member()
    await withPasskey(s, id)
    return { body: { user_id: String(id) } }
  }),

  apiTokens: example(apiTokens),
  makeApiToken: example(makeApiToken, async (s, who) => ({
    body: { name: fresh('program'), scopes: ['read'], days: 30, ...(await proof(s, who)) },
  })),
  'makeApiToken: for staff': example(makeApiToken, async (s, who) => ({
    body: { name: fresh('program'), scopes: ['staff'], days: 30, ...(await proof(s, who)) },
  })),
  endApiToken: example(endApiToken, () => ({ body: { id: '999999' } })),
}
