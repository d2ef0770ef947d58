import { numberOf } from '@askwell/contract/ids.ts'
import type { QuestionDraft, QuestionEdit } from '@askwell/contract/questions.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { App, Tx } from '../../events/events.ts'
import { isStaff, type Member } from '../../lib/member.ts'
import { allow, Bad, Conflict, type FieldRefusal, Invalid, NotFound } from '../../lib/refusals.ts'
import { asWritten, isListed, textFaults, textOf, urlTitle, type Written } from '../posts/policy.ts'
import { insertPost, listAnswerScores, lockVisiblePost, updatePost } from '../posts/queries.ts'
import { countListing, reheat } from '../posts/service.ts'
import { insertRevision, REVISION_STATUS } from '../revisions/queries.ts'
import { mayDo } from '../site/policy.ts'
import { siteSettings, type SiteSettings } from '../site/views.ts'
import { type Described, describeTags } from '../tags/policy.ts'
import { listTags, setTagsOf, tagIdsOf } from '../tags/queries.ts'
import { pickTags } from '../tags/service.ts'
import { canDeleteQuestion, canEditQuestion, isUnused } from './policy.ts'

const slugsOf = async (tx: Tx, tag_ids: number[]) => {
  const slugs = new Map((await listTags(tx.db, tag_ids)).map((tag) => [tag.id, tag.slug_name]))
  return tag_ids.flatMap((id) => slugs.get(id) ?? [])
}

interface Revised { id: number; user_id: number; title: string; text: Written; tag_ids: number[]; log: string; status: number }

const keepRevision = async (tx: Tx, { id, user_id, title, text, tag_ids, log, status }: Revised) =>
  insertRevision(tx.db, {
    object_type: 'question', object_id: id, user_id, title, original_text: text.original_text, parsed_text: text.parsed_text,
    slugs: JSON.stringify(await slugsOf(tx, tag_ids)), log, status, created_at: tx.now(),
  })

/** A new question, whoever is behind it; for the installer too. */
export const addQuestion = async (tx: Tx, { user_id, title, text, tag_ids }: { user_id: number; title: string; text: Written; tag_ids: number[] }) => {
  const now = tx.now()
  const id = await insertPost(tx.db, {
    kind: 'question', user_id, title, url_title: urlTitle(title), ...textOf(text),
    created_at: now, updated_at: now, active_at: now, operator_id: user_id, operation_type: 'asked',
  })
  await setTagsOf(tx.db, id, tag_ids)
  await updatePost(tx.db, id, { revision_id: await keepRevision(tx, { id, user_id, title, text, tag_ids, log: '', status: REVISION_STATUS.first }) })
  await tx.emit('question.asked', { actor_id: user_id, object_type: 'question', object_id: id, question_id: id, kind: 'question', tag_ids })
  await countListing(tx, null, { status: QUESTION_STATUS.available, show: 1 })
  return id
}

export interface PreparedQuestion { title: string; text: Written; tags: Described[]; faults: FieldRefusal[] }

/** Asks what has been prepared, if its tags are right too. */
export const askPrepared = async (tx: Tx, actor: Member, settings: SiteSettings, { title, text, tags, faults }: PreparedQuestion) => {
  const picked = await pickTags(tx, actor, settings, tags, [])
  const wrong = [...faults, ...picked.faults]
  if (wrong.length) throw new Invalid(wrong)
  return addQuestion(tx, { user_id: actor.id, title, text, tag_ids: picked.ids })
}

/** @returns the number of the question, or of the one that the same call has made before. */
export const askQuestion = async (app: App, actor: Member, { title, content, tags }: Pick<QuestionDraft, 'title' | 'content' | 'tags'>) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'question.add'))
  const text = asWritten(content)
  const prepared = { title: title.trim(), text, tags: describeTags(tags), faults: textFaults(settings, actor, 'content', text) }
  return app.once({ actor_id: actor.id, what: 'question', body: { title, content, tags } }, (tx) => askPrepared(tx, actor, settings, prepared))
}

const sameList = (a: number[], b: number[]) => a.length === b.length && a.every((item, at) => item === b[at])

/** Edits at once, by whoever may. An edit that began from a text that isn't the last any more is given both back (rulings 5). */
export const editQuestion = async (app: App, actor: Member, { id, title: typed, content, tags, edit_summary = '', revision_id }: QuestionEdit) => {
  const settings = await siteSettings(app)
  const title = typed.trim()
  const text = asWritten(content)
  const described = describeTags(tags)
  return app.transaction(async (tx) => {
    const question = (await lockVisiblePost(tx.db, numberOf('question', id), actor, 'question'))?.question
    if (!question) throw new NotFound('error.question.not_found')
    allow(canEditQuestion(settings, actor, question))
    if (question.status === QUESTION_STATUS.deleted) throw new Bad('error.question.cannot_update')
    const former_tag_ids = await tagIdsOf(tx.db, question.id)
    const { ids: tag_ids, faults } = await pickTags(tx, actor, settings, described, former_tag_ids)
    const wrong = [...textFaults(settings, actor, 'content', text, question.original_text), ...faults]
    if (wrong.length) throw new Invalid(wrong)
    if (title === question.title && content === question.original_text && sameList(tag_ids, former_tag_ids)) return { url_title: question.url_title, wait_for_review: false }
    if (revision_id && revision_id !== String(question.revision_id)) {
      const theirs = { title: question.title, content: question.original_text, tags: await slugsOf(tx, former_tag_ids), revision_id: String(question.revision_id) }
      throw new Conflict('error.revision.moved_on', { data: { mine: { title, content, tags: await slugsOf(tx, tag_ids) }, theirs } })
    }
    const now = tx.now()
    const revised = await keepRevision(tx, { id: question.id, user_id: actor.id, title, text, tag_ids, log: edit_summary, status: REVISION_STATUS.applied })
    const url_title = urlTitle(title)
    await updatePost(tx.db, question.id, {
      title, url_title, ...textOf(text), updated_at: now, edited_at: now, last_editor_id: actor.id, revision_id: revised,
      active_at: now, operator_id: actor.id, operation_type: 'modified',
    })
    await setTagsOf(tx.db, question.id, tag_ids)
    await tx.emit('question.edited', {
      actor_id: actor.id, object_type: 'question', object_id: question.id, question_id: question.id, kind: 'question', tag_ids, former_tag_ids, revision_id: revised,
    })
    await reheat(tx, [question.id])
    return { url_title, wait_for_review: false }
  })
}

/** Takes a question from view, if this actor may. */
export const removeQuestion = async (tx: Tx, actor: Member, id: number) => {
  const question = (await lockVisiblePost(tx.db, id, actor, 'question'))?.question
  if (!question) throw new NotFound('error.question.not_found')
  allow(canDeleteQuestion(actor, question))
  if (question.status === QUESTION_STATUS.deleted) return
  if (!isStaff(actor) && !isUnused(question, await listAnswerScores(tx.db, question.id, 2))) throw new Bad('error.question.cannot_deleted')
  const gone = { status: QUESTION_STATUS.deleted, deleted_at: tx.now(), deleted_by: actor.id }
  await updatePost(tx.db, question.id, gone)
  await tx.emit('question.deleted', {
    actor_id: actor.id, object_type: 'question', object_id: question.id, question_id: question.id, kind: 'question',
    tag_ids: await tagIdsOf(tx.db, question.id), author_id: question.user_id, was_listed: isListed(question),
  })
  await countListing(tx, question, { ...question, ...gone })
}

export const deleteQuestion = async (app: App, actor: Member, id: string) => {
  await app.transaction((tx) => removeQuestion(tx, actor, numberOf('question', id)))
  return null
}
