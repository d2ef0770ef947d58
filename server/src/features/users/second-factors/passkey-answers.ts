import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Tx } from '../../../events/events.ts'
import { BadRequest } from '../../../lib/errors.ts'
import { hashToken } from '../../../lib/tokens.ts'
import * as queries from './queries.ts'
import type { Home } from './views.ts'
import { takenTooLong } from './challenges.ts'

/** Hundreds of modules for reading certificates: only loaded when a passkey is used, so that commands don't wait for them. */
export const webauthn = () => import('@simplewebauthn/server')
export const refusedPasskey = () => new BadRequest('error.passkey.refused')

export const parsed = <T>(text: string): T => {
  try {
    return JSON.parse(text) as T
  } catch {
    throw refusedPasskey()
  }
}
/** The library throws for everything that doesn't fit; all of that gets one answer. */
export const orRefused = <T>(work: Promise<T>) =>
  work.catch(() => {
    throw refusedPasskey()
  })

/** The challenge, for one answer only, and the passkey that has answered. */
export const takeAnswer = async (tx: Tx, { challenge, credential }: { challenge: string; credential: string }) => {
  const response = parsed<AuthenticationResponseJSON>(credential)
  const asked = await queries.takeChallenge(tx.db, hashToken(challenge), 'passkey_login', tx.now())
  if (!asked) throw takenTooLong()
  const passkey = typeof response.id === 'string' ? await queries.findPasskey(tx.db, response.id) : undefined
  return { asked, passkey, response }
}

type Answer = Awaited<ReturnType<typeof takeAnswer>>

/** Checks what the passkey has signed. @returns whose it is, and what to store when they log in. */
export const verifyAnswer = async ({ asked, passkey, response }: Answer, home: Home) => {
  if (!passkey) throw refusedPasskey()
  const { verified, authenticationInfo } = await orRefused(
    (await webauthn()).verifyAuthenticationResponse({
      ...home,
      response,
      expectedChallenge: asked.secret,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    }),
  )
  if (!verified) throw refusedPasskey()
  const note = async (tx: Tx) => {
    if (!(await queries.notePasskeyUse(tx.db, passkey, authenticationInfo.newCounter, tx.now()))) throw refusedPasskey()
  }
  return { user_id: passkey.user_id, note }
}
