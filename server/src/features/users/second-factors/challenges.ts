import { CHALLENGE_SECONDS } from '@askwell/contract/limits.ts'
import type { SecondStep } from '@askwell/contract/second-factors.ts'
import type { Tx } from '../../../events/events.ts'
import { stepOf } from '../../../lib/one-time.ts'
import { Invalid, Forbidden } from '../../../lib/errors.ts'
import { hashToken, newToken } from '../../../lib/tokens.ts'
import { isOneTimePassword, tidyCode } from './policy.ts'
import * as queries from './queries.ts'
import type { Purpose } from './queries.ts'

const TRIES = 5

export const wrongCode = () =>
  new Invalid([{ field: 'code', reason: 'error.second_factor.wrong_code' }], 'error.second_factor.wrong_code')
export const takenTooLong = () => new Forbidden('error.second_factor.over', { data: { type: 'second_factor_over' } })

export const openChallenge = async (tx: Tx, purpose: Purpose, user_id: number, secret: string) => {
  const challenge = newToken()
  await queries.deleteExpiredChallenges(tx.db, tx.now())
  await queries.insertChallenge(tx.db, {
    id_hash: hashToken(challenge),
    purpose,
    secret,
    user_id,
    expires_at: tx.now() + CHALLENGE_SECONDS,
  })
  return challenge
}

/** The challenge after the password; undefined if the password is enough. */
export const secondStepOf = async (tx: Tx, user_id: number): Promise<SecondStep | undefined> => {
  const { one_time_password, passkey } = await queries.methodsOf(tx.db, user_id)
  if (!one_time_password && !passkey) return undefined
  const methods: SecondStep['methods'] = [
    ...(passkey ? ['passkey' as const] : []),
    ...(one_time_password ? ['one_time_password' as const] : []),
    'recovery_code',
  ]
  return {
    type: 'second_factor',
    err_type: 'modal',
    challenge: await openChallenge(tx, 'second_factor', user_id, ''),
    methods,
  }
}

/** Whether it is the code of this half minute, or a recovery code; either works once. */
export const spendCode = async (tx: Tx, user_id: number, typed: string) => {
  const code = tidyCode(typed)
  if (!isOneTimePassword(code)) return queries.useRecoveryCode(tx.db, user_id, hashToken(code), tx.now())
  const stored = await queries.findSecret(tx.db, user_id)
  const step = stored && stored.confirmed_at > 0 ? stepOf(stored.secret, code, tx.now()) : undefined
  return step !== undefined && queries.useStep(tx.db, user_id, step)
}

/** One try at the second step. @returns the member, or undefined for a wrong code; the try counts either way. */
export const answerChallenge = async (tx: Tx, challenge: string, code: string) => {
  const tried = await queries.tryChallenge(tx.db, hashToken(challenge), 'second_factor', tx.now(), TRIES)
  if (!tried) throw takenTooLong()
  if (!(await spendCode(tx, tried.user_id, code))) return undefined
  await queries.takeChallenge(tx.db, hashToken(challenge), 'second_factor', tx.now())
  return tried.user_id
}
