import { ROLE } from '@askwell/contract/roles.ts'
import type { App } from '../../../../events/events.ts'
import { MAIL_STATUS, type Actor, USER_STATUS } from '../../../../lib/actor.ts'
import { BadRequest } from '../../../../lib/errors.ts'
import { deleteTokensOf } from '../../api-tokens/queries.ts'
import { accountState } from '../../users/policy.ts'
import { lockAdmins, lockUser, updateUser } from '../../users/queries.ts'
import { NO_SUSPENSION } from '../../users/administration/standing.ts'
import * as queries from '../queries.ts'
import { warn } from '../../users/warn.ts'
import { ensureOwner, selfFact, wrongPassword } from '../service.ts'

/** Gone at once; staff can bring it back for thirty days, then nothing is left. */
export const deleteOwnAccount = async (
  app: App,
  actor: Actor,
  { pass, remove_all_content }: { pass?: string; remove_all_content: boolean },
  token: string,
) => {
  await ensureOwner(app.db, actor, { pass, token, now: app.clock.now() }, () =>
    wrongPassword('pass', 'error.user.wrong_password'),
  )
  await app.transaction(async (tx) => {
    const admins = await lockAdmins(tx.db)
    const user = (await lockUser(tx.db, actor.id))!
    if (user.role_id === ROLE.admin && !admins.some(({ id }) => id !== user.id))
      throw new BadRequest('error.user.last_admin')
    await updateUser(tx.db, user.id, { status: USER_STATUS.deleted, deleted_at: tx.now(), ...NO_SUSPENSION })
    await queries.deleteOpenCodesOf(tx.db, user.id)
    await deleteTokensOf(tx.db, user.id)
    if (user.e_mail && user.mail_status === MAIL_STATUS.activated)
      await warn(tx, user.id, { kind: 'account_deleted', e_mail: user.e_mail })
    await tx.emit('user.status_changed', {
      ...selfFact(user.id),
      before: accountState(user),
      after: USER_STATUS.deleted,
      remove_all_content,
    })
  })
  return null
}
