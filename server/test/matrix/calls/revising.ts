import { editQuestion } from '@askwell/contract/questions.ts'
import * as contract from '@askwell/contract/revisions.ts'
import { example, fresh, type Scene } from '../cast.ts'

/** By somebody who needs a review for that. */
const suggested = async ({ w, ask }: Scene) => {
  const [id, suggester] = [await ask(), await w.given.member({ rank: 150 })]
  await w.as(suggester).call(editQuestion, {
    body: {
      id,
      title: `A title suggested ${fresh('by ')}`,
      content: 'The suggested text.',
      tags: [{ slug_name: 'support' }],
    },
  })
  return id
}
const suggestion = async (s: Scene) =>
  (await s.w.as(s.cast.admin).call(contract.suggestions, { query: { object_id: await suggested(s) } })).waiting!
    .unreviewed_info.id
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
