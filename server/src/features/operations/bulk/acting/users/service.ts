import type { Tx } from '../../../../../events/events.ts'
import { type Actor, USER_STATUS } from '../../../../../lib/actor.ts'
import { BadRequest } from '../../../../../lib/errors.ts'
import { changeRole, changeStanding } from '../../../../users/users/administration/service.ts'
import { NO_SUSPENSION, statusChanges } from '../../../../users/users/administration/standing.ts'
import { isErased } from '../../../../users/users/policy.ts'
import { lockUser, type User, type UserChanges } from '../../../../users/users/queries.ts'
import type { Particulars, Recorded, UserAct } from '../../things.ts'

const COLUMNS = ['status', 'mail_status', 'suspended_at', 'suspended_until', 'suspension_note', 'deleted_at'] as const
type Standing = Pick<User, (typeof COLUMNS)[number]>
const standingOf = (user: User) => Object.fromEntries(COLUMNS.map((name) => [name, user[name]])) as unknown as Standing

const changesFor = (act: Exclude<UserAct, 'role'>, wish: Particulars, user: User, now: number): UserChanges => {
  const { suspend_duration = 'forever', note = '' } = wish
  const already = { suspend: USER_STATUS.suspended, unsuspend: undefined, delete: USER_STATUS.deleted }[act]
  if (user.status === already) throw new BadRequest('error.bulk.already')
  if (user.status === USER_STATUS.deleted) throw new BadRequest('error.bulk.deleted')
  if (act !== 'unsuspend')
    return statusChanges({ status: act === 'suspend' ? 'suspended' : 'deleted', suspend_duration, note }, now)
  if (user.status !== USER_STATUS.suspended) throw new BadRequest('error.bulk.already')
  return { status: USER_STATUS.normal, ...NO_SUSPENSION }
}

export const actOnUser = async (
  tx: Tx,
  actor: Actor,
  act: UserAct,
  id: number,
  wish: Particulars,
): Promise<Recorded> => {
  if (act === 'role') {
    const role_id = wish.role_id!
    const before = await changeRole(tx, actor, { user_id: id, role_id })
    if (before === role_id) throw new BadRequest('error.bulk.already')
    return { before: { role_id: before }, after: { role_id } }
  }
  const before = await changeStanding(tx, actor, id, (user) => changesFor(act, wish, user, tx.now()))
  return { before: standingOf(before), after: standingOf((await lockUser(tx.db, id))!) }
}

export const undoOnUser = async (tx: Tx, actor: Actor, act: UserAct, id: number, { before, after }: Recorded) => {
  const user = await lockUser(tx.db, id)
  if (!user || isErased(user)) throw new BadRequest('error.bulk.gone')
  if (act === 'role') {
    if (user.role_id !== (after as { role_id: number }).role_id) throw new BadRequest('error.bulk.changed_since')
    await changeRole(tx, actor, { user_id: id, role_id: (before as { role_id: number }).role_id })
    return
  }
  const then = after as Standing
  if (COLUMNS.some((name) => name !== 'mail_status' && user[name] !== then[name]))
    throw new BadRequest('error.bulk.changed_since')
  const { mail_status: _mail, ...was } = before as Standing
  await changeStanding(tx, actor, id, () => was)
}
