import type { App, LaterEffect } from '../../../../events/events.ts'
import { listFollowers } from '../../../engagement/follows/queries.ts'
import { findAuthor } from '../../../content/posts/queries.ts'
import type { InboxAction } from '../policy.ts'
import { listReaders, listTold } from '../queries.ts'
import { type About, aboutAnswer, aboutPost } from '../tell.ts'
import { findPublic } from '../find-public.ts'
import { writeNotifications } from '../writing/write.ts'

const FOLLOWERS_AT_ONCE = 500

interface FollowersMessage {
  action: InboxAction
  actor_id: number
  /** They are told anyway. */
  except: number[]
  occasion: number
}

/** In batches, each a transaction of its own: when this runs again, who has been told of the occasion is told nothing more. */
const tellFollowersOf = async (app: App, about: About, { action, actor_id, except, occasion }: FollowersMessage) => {
  for (let after = 0; ;) {
    const followers = await listFollowers(app.db, 'question', about.question_id, after, FOLLOWERS_AT_ONCE)
    if (followers.length === 0) return
    await app.transaction(async (tx) => {
      const readers = await listReaders(
        tx.db,
        followers.filter((id) => id !== actor_id && !except.includes(id)),
      )
      const told = await listTold(tx.db, readers, { ...about, action, occasion })
      await writeNotifications(
        tx,
        readers.filter((id) => !told.includes(id)),
        { ...about, action, actor_id, occasion, followed: true },
      )
    })
    after = followers.at(-1)!
  }
}

/** Followers of a question hear of new and edited answers. */
export const tellFollowers: LaterEffect<'answer.given' | 'answer.approved' | 'answer.edited'> = async (app, fact) => {
  const answer = await findPublic(app, fact.object_id)
  if (!answer) return
  const except = [(await findAuthor(app.db, fact.question_id)) ?? 0, answer.user_id]
  const edited = 'revision_id' in fact
  await tellFollowersOf(app, aboutAnswer(answer.id, fact.question_id), {
    action: edited ? 'update_answer' : 'answer_the_question',
    actor_id: edited ? fact.actor_id : answer.user_id,
    except,
    occasion: edited ? fact.revision_id : answer.id,
  })
}

export const tellFollowersOfAcceptance: LaterEffect<'answer.accepted'> = async (
  app,
  { actor_id, answer_id, answer_author_id, question_author_id, question_id },
) => {
  const answer = await findPublic(app, answer_id)
  if (answer)
    await tellFollowersOf(app, aboutAnswer(answer_id, question_id), {
      action: 'accept_answer',
      actor_id,
      except: [answer_author_id, question_author_id],
      occasion: answer_id,
    })
}

/** Followers of a question hear when somebody changes it. */
export const tellFollowersOfChange: LaterEffect<'question.edited'> = async (
  app,
  { actor_id, question_id, revision_id },
) => {
  const question = await findPublic(app, question_id)
  if (question)
    await tellFollowersOf(app, aboutPost('question', question_id, question_id), {
      action: 'update_question',
      actor_id,
      except: [question.user_id],
      occasion: revision_id,
    })
}
