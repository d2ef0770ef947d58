import { type Db, locking } from '../../../db/dialect.ts'
import { isQuestion, visible } from '../../../db/visible.ts'
import { MAIL_STATUS, USER_STATUS, type Viewer } from '../../../lib/actor.ts'

/** The question that members are asked to answer, as far as the viewer may see it. */
export const findVisibleQuestion = (db: Db, id: number, viewer: Viewer) =>
  db
    .selectFrom('posts')
    .select(['id', 'user_id', 'status'])
    .where('id', '=', id)
    .where(isQuestion())
    .where(visible(viewer))
    .executeTakeFirst()

/** The same, ours until the transaction ends. */
export const lockVisibleQuestion = async (db: Db, id: number, viewer: Viewer) => {
  await db.selectFrom('posts').select('id').where('id', '=', id).where(isQuestion()).$call(locking(db)).execute()
  return findVisibleQuestion(db, id, viewer)
}

export const listInvited = async (db: Db, question_id: number) =>
  (
    await db
      .selectFrom('invitations')
      .select('user_id')
      .where('question_id', '=', question_id)
      .where('withdrawn_at', '=', 0)
      .orderBy('created_at')
      .orderBy('user_id')
      .execute()
  ).map((row) => row.user_id)

/** Members of these names who can answer. */
export const listInvitable = (db: Db, usernames: string[]) =>
  usernames.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('users')
        .select(['id', 'username'])
        .where('username', 'in', usernames)
        .where('status', '=', USER_STATUS.normal)
        .where('mail_status', '=', MAIL_STATUS.activated)
        .execute()

/** Adds invitations. @returns the members who had none before: a withdrawn invitation is remembered, so that nobody is told of it twice. */
export const insertInvitations = async (
  db: Db,
  question_id: number,
  user_ids: number[],
  inviter_id: number,
  created_at: number,
) => {
  if (user_ids.length === 0) return []
  const known = (
    await db
      .selectFrom('invitations')
      .select('user_id')
      .where('question_id', '=', question_id)
      .where('user_id', 'in', user_ids)
      .execute()
  ).map(({ user_id }) => user_id)
  const isNew = (user_id: number) => !known.includes(user_id)
  await db
    .insertInto('invitations')
    .values(user_ids.map((user_id) => ({ question_id, user_id, inviter_id, created_at, withdrawn_at: 0 })))
    .onConflict((on) => on.columns(['question_id', 'user_id']).doUpdateSet({ withdrawn_at: 0, inviter_id, created_at }))
    .execute()
  return user_ids.filter(isNew)
}

export const withdrawInvitations = async (db: Db, question_id: number, user_ids: number[], withdrawn_at: number) => {
  if (user_ids.length)
    await db
      .updateTable('invitations')
      .set({ withdrawn_at })
      .where('question_id', '=', question_id)
      .where('user_id', 'in', user_ids)
      .execute()
}

export const deleteInvitationsTo = (db: Db, question_ids: number[]) =>
  db.deleteFrom('invitations').where('question_id', 'in', question_ids).execute()
export const deleteInvitationsOf = (db: Db, user_id: number) =>
  db.deleteFrom('invitations').where('user_id', '=', user_id).execute()

/** Who has asked this user to answer this question. */
export const listInviters = async (db: Db, question_id: number, user_id: number) =>
  (
    await db
      .selectFrom('invitations')
      .select('inviter_id')
      .where('question_id', '=', question_id)
      .where('user_id', '=', user_id)
      .where('withdrawn_at', '=', 0)
      .execute()
  ).map(({ inviter_id }) => inviter_id)
