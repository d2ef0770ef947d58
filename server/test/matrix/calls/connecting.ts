import { ownCollection, switchCollection } from '@askwell/contract/collections.ts'
import { follow } from '@askwell/contract/follows.ts'
import { invite, invited } from '@askwell/contract/invitations.ts'
import { questionPulse } from '@askwell/contract/live.ts'
import { postReactions, react, reactions } from '@askwell/contract/reactions.ts'
import { example } from '../cast.ts'

export const connecting = {
  questionPulse: example(questionPulse, ({ question }) => ({ query: { id: question } })),
  'questionPulse: of a deleted question': example(questionPulse, ({ hidden }) => ({ query: { id: hidden.question } })),
  follow: example(follow, ({ question }) => ({ body: { object_id: question } })),
  'follow: a deleted question': example(follow, ({ hidden }) => ({ body: { object_id: hidden.question } })),
  'follow: a member': example(follow, ({ cast }) => ({ body: { object_id: String(cast.author.id) } })),
  switchCollection: example(switchCollection, ({ question }) => ({ body: { object_id: question, bookmark: true } })),
  'switchCollection: a deleted question': example(switchCollection, ({ hidden }) => ({
    body: { object_id: hidden.question, bookmark: true },
  })),
  ownCollection: example(ownCollection),
  reactions: example(reactions, ({ answer }) => ({ query: { object_id: answer } })),
  'reactions: to a deleted question': example(reactions, ({ hidden }) => ({ query: { object_id: hidden.question } })),
  postReactions: example(postReactions, ({ question, answer, hidden }) => ({
    query: { object_ids: [question, answer, hidden.answer].join(',') },
  })),
  react: example(react, ({ answer }) => ({ body: { object_id: answer, emoji: 'heart', reaction: 'activate' } })),
  'react: to a deleted question': example(react, ({ hidden }) => ({
    body: { object_id: hidden.question, emoji: 'heart', reaction: 'activate' },
  })),
  invited: example(invited, ({ question }) => ({ query: { id: question } })),
  'invited: to a deleted question': example(invited, ({ hidden }) => ({ query: { id: hidden.question } })),
  invite: example(invite, async ({ ask, cast }) => ({
    body: { id: await ask(), invite_user: [cast.member.username] },
  })),
}
