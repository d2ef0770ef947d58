import { editQuestion } from '@askwell/contract/questions.ts'
import * as contract from '@askwell/contract/revisions.ts'
import type { TestUser, World } from '../../world.ts'
import { example, fresh, type Scene } from '../cast.ts'

const edit = (w: World, who: TestUser, id: string) =>
  w.as(who).call(editQuestion, {
    body: {
      id,
      title: `A title suggested ${fresh('by ')}`,
      content: 'The suggested text.',
      tags: [{ slug_name: 'support' }],
    },
  })
const waitingIn = async (w: World, cast: Scene['cast'], object_id: string) =>
  (await w.as(cast.admin).call(contract.suggestions, { query: { object_id } })).waiting!.unreviewed_info.id

/** By somebody who needs a review for that. */
const suggested = async ({ w, ask }: Scene) => {
  const [id, suggester] = [await ask(), await w.given.member({ rank: 150 })]
  await edit(w, suggester, id)
  return id
}
const suggestion = async (s: Scene) => waitingIn(s.w, s.cast, await suggested(s))
/** By the author, whose edit a reviewer wants to be looked at. */
const heldOfAuthor = async ({ w, cast, ask }: Scene) => {
  const id = await ask()
  w.app.reviewers.push({ slug_name: 'careful', review: () => ({ verdict: 'waiting' }) })
  await edit(w, cast.author, id)
  w.app.reviewers.length = 0
  return waitingIn(w, cast, id)
}
const firstText = async ({ w, cast }: Scene, object_id: string) =>
  (await w.as(cast.admin).call(contract.revisions, { query: { object_id } }))[0]!.id

export const revising = {
  revisions: example(contract.revisions, ({ question }) => ({ query: { object_id: question } })),
  'revisions: of a deleted question': example(contract.revisions, ({ hidden }) => ({
    query: { object_id: hidden.question },
  })),
  checkEdit: example(contract.checkEdit, async ({ ask }) => ({ query: { id: await ask() } })),
  'checkEdit: while a suggestion waits': example(contract.checkEdit, async (s) => ({
    query: { id: await suggested(s) },
  })),
  suggestions: example(contract.suggestions, async (s) => ({ query: { object_id: await suggested(s) } })),
  'suggestions: of a deleted question': example(contract.suggestions, ({ hidden }) => ({
    query: { object_id: hidden.question },
  })),
  withdrawSuggestion: example(contract.withdrawSuggestion, async (s) => ({ body: { id: await heldOfAuthor(s) } })),
  unreviewed: example(contract.unreviewed),
  auditRevision: example(contract.auditRevision, async (s) => ({
    body: { id: await suggestion(s), operation: 'approve' },
  })),
  'auditRevision: reject': example(contract.auditRevision, async (s) => ({
    body: { id: await suggestion(s), operation: 'reject', reason: 'Not better.' },
  })),
  rollBack: example(contract.rollBack, async (s) => ({ body: { revision_id: await firstText(s, await s.ask()) } })),
  'rollBack: of a deleted question': example(contract.rollBack, async (s) => ({
    body: { revision_id: await firstText(s, s.hidden.question) },
  })),
  timeline: example(contract.timeline, ({ question }) => ({ query: { object_id: question, show_vote: true } })),
  'timeline: of a deleted question': example(contract.timeline, ({ hidden }) => ({
    query: { object_id: hidden.question },
  })),
  timelineDetail: example(contract.timelineDetail, async (s) => ({
    query: { new_revision_id: await firstText(s, s.question), old_revision_id: '0' },
  })),
  'timelineDetail: of a deleted question': example(contract.timelineDetail, async (s) => ({
    query: { new_revision_id: await firstText(s, s.hidden.question), old_revision_id: '0' },
  })),
}
