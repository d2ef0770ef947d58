import { numberOf } from '@askwell/contract/ids.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Actor, Viewer } from '../../../lib/actor.ts'
import { allow, BadRequest, Invalid, NotFound } from '../../../lib/errors.ts'
import { mayDo } from '../../operations/settings/policy.ts'
import { siteSettings, type SiteSettings } from '../../operations/settings/views.ts'
import { cardsInOrder } from '../../users/users/views.ts'
import {
  findVisibleQuestion,
  insertInvitations,
  listInvitable,
  listInvited,
  lockVisibleQuestion,
  withdrawInvitations,
} from './queries.ts'

const missing = () => new NotFound('error.question.not_found')

export const invitedTo = async (app: App, viewer: Viewer, question_id: string) => {
  const question = await findVisibleQuestion(app.db, numberOf('question', question_id), viewer)
  if (!question) throw missing()
  return cardsInOrder(app.db, await listInvited(app.db, question.id))
}

/** Exactly these are asked to answer from now on. That takes reputation of its asker too; a question that nobody can answer invites nobody. Naming those who are invited already changes nothing, and takes nothing. */
export const inviteExactly = async (
  tx: Tx,
  actor: Actor,
  settings: SiteSettings,
  question_id: number,
  usernames: string[],
) => {
  const question = await lockVisibleQuestion(tx.db, question_id, actor)
  if (!question) throw missing()
  const names = [...new Set(usernames.map((name) => name.toLowerCase()))]
  const before = await listInvited(tx.db, question.id)
  const found = await listInvitable(tx.db, names)
  const wanted = found.map((user) => user.id).filter((user_id) => user_id !== question.user_id) // the asker knows of it
  const invited_ids = wanted.filter((user_id) => !before.includes(user_id))
  const unknown = found.length < names.length
  if (!unknown && invited_ids.length === 0 && wanted.length === before.length) return
  allow(mayDo(settings, actor, 'answer.invite_someone_to_answer'))
  if (unknown) throw new Invalid([{ field: 'invite_user', reason: 'error.user.not_found' }])
  if (invited_ids.length && question.status !== QUESTION_STATUS.available)
    throw new BadRequest('error.answer.question_closed_cannot_add')
  await withdrawInvitations(
    tx.db,
    question.id,
    before.filter((user_id) => !wanted.includes(user_id)),
    tx.now(),
  )
  await tx.emit('question.invited', {
    actor_id: actor.id,
    object_type: 'question',
    object_id: question.id,
    question_id: question.id,
    invited_ids: await insertInvitations(tx.db, question.id, invited_ids, actor.id, tx.now()),
  })
}

export const setInvited = async (app: App, actor: Actor, id: string, usernames: string[]) => {
  const settings = await siteSettings(app)
  await app.transaction((tx) => inviteExactly(tx, actor, settings, numberOf('question', id), usernames))
  return null
}
