import type { Tx } from '../../../../events/events.ts'
import { isUsername } from '../../../../lib/slug.ts'
import { warn } from '../../users/warn.ts'
import { isReserved } from '../../users/policy.ts'
import { holderOfName } from '../../users/names/queries.ts'
import { createUser } from '../../users/service.ts'
import type { Newcomer } from '../policy.ts'
import * as queries from '../queries.ts'

const loginRow = (
  tx: Tx,
  user_id: number,
  connector: string,
  { external_id, known_as }: Pick<Newcomer, 'external_id' | 'known_as'>,
) => ({ user_id, connector, external_id, known_as, created_at: tx.now(), used_at: tx.now() })

export const addLogin = async (
  tx: Tx,
  user_id: number,
  connector: string,
  newcomer: Pick<Newcomer, 'external_id' | 'known_as'>,
) => {
  await queries.insertLogin(tx.db, loginRow(tx, user_id, connector, newcomer))
  await warn(tx, user_id, { kind: 'login_bound' })
}

/** Their name at the service if it is free here, else one made of their display name. */
const freeName = async (tx: Tx, username: string) =>
  isUsername(username) && !isReserved(username, false) && (await holderOfName(tx.db, username)) === undefined
    ? username
    : undefined

export const createFrom = async (
  tx: Tx,
  connector: string,
  newcomer: Pick<Newcomer, 'external_id' | 'known_as' | 'username' | 'display_name'>,
  e_mail: string,
) => {
  const user_id = await createUser(tx, {
    display_name: newcomer.display_name,
    username: await freeName(tx, newcomer.username),
    e_mail,
    activated: true,
  })
  await queries.insertLogin(tx.db, loginRow(tx, user_id, connector, newcomer))
  return user_id
}
