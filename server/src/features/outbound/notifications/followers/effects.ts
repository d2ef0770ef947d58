import type { App, LaterEffect } from '../../../../events/events.ts'
import { listFollowers } from '../../../engagement/follows/queries.ts'
import { findAuthor } from '../../../content/posts/queries.ts'
import type { InboxAction } from '../policy.ts'
import { insertNotices, listReaders, listTold, renewUnreadOf } from '../queries.ts'
import { aboutAnswer } from '../tell.ts'
import { findPublic } from '../find-public.ts'

const FOLLOWERS_AT_ONCE = 500

/** All followers of a question, except those who are told anyway, or have been told since then. */
const tellFollowersOf = async (
  app: App,
  question_id: number,
  answer_id: number,
  { action, actor_id, except, since }: { action: InboxAction; actor_id: number; except: number[]; since: number },
) => {
  for (let after = 0; ;) {
    const followers = await listFollowers(app.db, 'question', question_id, after, FOLLOWERS_AT_ONCE)
    if (followers.length === 0) return
    await app.transaction(async (tx) => {
      const readers = await listReaders(
        tx.db,
        followers.filter((id) => !except.includes(id)),
      )
      const told = await listTold(tx.db, readers, { object_type: 'answer', object_id: answer_id, action, since })
      const others = readers.filter((id) => id !== actor_id && !told.includes(id))
      const notice = { ...aboutAnswer(answer_id, question_id), action, actor_id }
      const renewed = await renewUnreadOf(tx.db, others, notice, tx.now())
      const fresh = others.filter((id) => !renewed.includes(id))
      if (fresh.length)
        await insertNotices(
          tx.db,
          fresh.map((user_id) => ({ ...notice, user_id })),
          tx.now(),
        )
    })
    after = followers.at(-1)!
  }
}

/** Followers of a question hear of new and edited answers. */
export const tellFollowers: LaterEffect<'answer.given' | 'answer.approved' | 'answer.edited'> = async (app, fact) => {
  const answer = await findPublic(app, fact.object_id)
  if (!answer) return
  const except = [(await findAuthor(app.db, fact.question_id)) ?? 0]
  const edited = 'revision_id' in fact
  await tellFollowersOf(app, fact.question_id, answer.id, {
    action: edited ? 'update_answer' : 'answer_the_question',
    actor_id: edited ? fact.actor_id : answer.user_id,
    except,
    since: edited ? answer.edited_at : 0,
  })
}

export const tellFollowersOfAcceptance: LaterEffect<'answer.accepted'> = async (
  app,
  { actor_id, answer_id, answer_author_id, question_author_id, question_id },
) => {
  const answer = await findPublic(app, answer_id)
  if (answer)
    await tellFollowersOf(app, question_id, answer_id, {
      action: 'accept_answer',
      actor_id,
      except: [answer_author_id, question_author_id],
      since: 0,
    })
}
