import type { MemberFile } from '@askwell/contract/bulk.ts'
import { objectId } from '@askwell/contract/ids.ts'
import type { Db } from '../../../../db/dialect.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { NotFound } from '../../../../lib/errors.ts'
import { mayAct } from '@askwell/contract/staff-actions.ts'
import { listNotes } from '../../../users/notes/queries.ts'
import { findUser } from '../../../users/users/queries.ts'
import { userCards } from '../../../users/users/views.ts'
import {
  countAuditAbout,
  countCommented,
  countFlagsOf,
  countOf,
  countWritten,
  lastSeen,
  listFlagsOf,
  listSuspensions,
} from './file-queries.ts'

const NOTES_MAX = 100

type Flag = Awaited<ReturnType<typeof listFlagsOf>>[number]
const flagView = ({ id, object_type, object_id, question_id, ...flag }: Flag) => ({
  ...flag,
  id: String(id),
  object_id: objectId(object_type, object_id),
  question_id: objectId('question', question_id),
})

/** All that staff know of a member; notes only for those who may write some. */
export const memberFileOf = async (db: Db, actor: Actor, user_id: number): Promise<MemberFile> => {
  if (!(await findUser(db, user_id))) throw new NotFound('error.user.not_found')
  const suspensions = await listSuspensions(db, user_id)
  const notes = mayAct(actor, 'member.note') ? await listNotes(db, user_id, NOTES_MAX) : []
  const people = await userCards(db, [
    ...suspensions.map(({ actor_id }) => actor_id),
    ...notes.map(({ author_id }) => author_id),
  ])
  return {
    questions: await countWritten(db, user_id, 'question'),
    answers: await countWritten(db, user_id, 'answer'),
    comments: await countCommented(db, user_id),
    votes: await countOf(db, 'votes', user_id),
    sessions: await countOf(db, 'sessions', user_id),
    last_seen_at: await lastSeen(db, user_id),
    suspensions: suspensions.map(({ actor_id, after, created_at }) => ({
      suspended: after === 9,
      by: actor_id ? people.get(actor_id)!.display_name : '',
      at: created_at,
    })),
    flags_by: (await listFlagsOf(db, 'user_id', user_id)).map(flagView),
    flags_on: (await listFlagsOf(db, 'author_id', user_id)).map(flagView),
    flags_by_count: await countFlagsOf(db, 'user_id', user_id),
    flags_on_count: await countFlagsOf(db, 'author_id', user_id),
    audit_count: await countAuditAbout(db, user_id),
    notes: notes.map(({ id, text, author_id, created_at }) => ({
      id: String(id),
      text,
      written_by: people.get(author_id)!.display_name,
      created_at,
      own: author_id === actor.id,
    })),
  }
}
