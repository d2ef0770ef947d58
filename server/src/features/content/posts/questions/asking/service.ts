import type { QuestionDraft } from '@askwell/contract/questions.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { App, Tx } from '../../../../../events/events.ts'
import type { Actor } from '../../../../../lib/actor.ts'
import { allow, type FieldError, Invalid } from '../../../../../lib/errors.ts'
import { asTitle } from '../../../../../lib/title.ts'
import { textFaults, textOf, urlTitle, type Written } from '../../policy.ts'
import { insertPost, updatePost } from '../../queries.ts'
import { asWritten, countListing, faultsOfSent } from '../../service.ts'
import { firstState, type Judged } from '../../../reviewers/policy.ts'
import { queueForReview } from '../../../review-queue/service.ts'
import type { From } from '../../../reviewers/judge.ts'
import { REVISION_STATUS } from '../../../revisions/queries.ts'
import { mayDo } from '../../../../operations/settings/policy.ts'
import { siteSettings, type SiteSettings } from '../../../../operations/settings/views.ts'
import type { Described } from '../../../tags/policy.ts'
import { setTagsOf } from '../../../tags/of-questions/queries.ts'
import { pickTags } from '../../../tags/pick-tags.ts'
import { describeTags } from '../../../tags/add-tag.ts'
import { judgeQuestion } from '../views.ts'
import { addRevision, type Tagging, tagWith } from '../add-revision.ts'

interface NewQuestion {
  user_id: number
  title: string
  text: Written
  tag_ids: number[]
  waiting?: Tagging['waiting']
  judged?: Judged
}

/** A new question, by a member or by the installation. If a reviewer holds it back it shows nowhere, and nothing follows from it, until it is approved. */
export const addQuestion = async (tx: Tx, { user_id, title, text, tag_ids, waiting, judged }: NewQuestion) => {
  const now = tx.now()
  const id = await insertPost(tx.db, {
    kind: 'question',
    user_id,
    title,
    url_title: urlTitle(title),
    ...textOf(text),
    created_at: now,
    updated_at: now,
    active_at: now,
    operator_id: user_id,
    operation_type: 'asked',
    ...(judged && firstState(judged, now)),
  })
  await setTagsOf(tx.db, id, tag_ids)
  await updatePost(tx.db, id, {
    revision_id: await addRevision(tx, {
      id,
      user_id,
      title,
      text,
      tag_ids,
      waiting,
      log: '',
      status: REVISION_STATUS.first,
    }),
  })
  if (judged && judged.verdict !== 'approved') {
    await queueForReview(tx, { id, kind: 'question', question_id: id, user_id }, judged)
    return id
  }
  await tx.emit('question.asked', {
    actor_id: user_id,
    object_type: 'question',
    object_id: id,
    question_id: id,
    kind: 'question',
    tag_ids,
  })
  await countListing(tx, null, { status: QUESTION_STATUS.available, show: 1 })
  return id
}

type SentQuestion = Pick<QuestionDraft, 'title' | 'content' | 'tags'>

/** What is wrong with the text of a question that is refused for something else. */
export const faultsOfQuestion = (app: App, actor: Actor, { content }: Partial<SentQuestion>) =>
  faultsOfSent({ app, actor }, 'question', content)

/** A question as it was sent, rendered and judged: what can be done before the transaction. */
export interface PreparedQuestion {
  title: string
  text: Written
  tags: Described[]
  faults: FieldError[]
  judged: Judged
}

/** Opens no transaction: an answer that comes with its question is prepared beside it. */
export const prepareQuestion = async (
  { app, actor, settings }: { app: App; actor: Actor; settings: SiteSettings },
  { title, content, tags: sent }: SentQuestion,
  from: From,
): Promise<PreparedQuestion> => {
  const text = await asWritten(app, 'question', content)
  const tags = await describeTags(sent, 'tags')
  return {
    title: asTitle(title),
    text,
    tags,
    faults: textFaults(settings, actor, 'content', text),
    judged: await judgeQuestion(app, actor, { title, content: text.original_text, text, tags }, from),
  }
}

/** Asks a prepared question, if its tags are right too. */
export const askPrepared = async (
  tx: Tx,
  actor: Actor,
  settings: SiteSettings,
  { title, text, tags, faults, judged }: PreparedQuestion,
) => {
  const picked = await pickTags(tx, actor, settings, tags, [], faults)
  const wrong = [...faults, ...picked.faults]
  if (wrong.length) throw new Invalid(wrong)
  return addQuestion(tx, {
    user_id: actor.id,
    title,
    text,
    ...(await tagWith(tx, actor.id, settings, picked.chosen, judged.verdict !== 'approved')),
    judged,
  })
}

/** @returns the number of the question, or of the one that the same call has made before. */
export const askQuestion = async (app: App, actor: Actor, { title, content, tags }: SentQuestion, from: From) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'question.add'))
  const prepared = await prepareQuestion({ app, actor, settings }, { title, content, tags }, from)
  return app.idempotent({ actor_id: actor.id, what: 'question', body: { title, content, tags } }, (tx) =>
    askPrepared(tx, actor, settings, prepared),
  )
}
