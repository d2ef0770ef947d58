import { HIDDEN_FROM } from '@askwell/contract/states.ts'
import type { CommentDraft } from '@askwell/contract/comments.ts'
import { numberOf, parseObjectId } from '@askwell/contract/ids.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { allow, BadRequest, Invalid, NotFound, Forbidden } from '../../../lib/errors.ts'
import { textFaults } from '../posts/policy.ts'
import { lockPost, lockVisiblePost, type Post } from '../posts/queries.ts'
import { type Judged, outsideLinks } from '../reviewers/policy.ts'
import { holdBackComment } from '../review-queue/service.ts'
import { ensureTaken, type From, judge } from '../reviewers/judge.ts'
import { mayDo, NOT_MET } from '../../operations/settings/policy.ts'
import { siteSettings, type SiteSettings } from '../../operations/settings/views.ts'
import { RENDERER } from '../../../lib/renderer.ts'
import { renderText } from '../../../workers/texts.ts'
import { canDeleteComment, canEditComment, MENTIONS_MAX, namesIn } from './policy.ts'
import {
  COMMENT_STATUS,
  findComment,
  findVisibleComment,
  insertComments,
  listNamed,
  listNamedBeside,
  lockComments,
  lockVisibleComment,
  updateComment,
  wasShown,
} from './queries.ts'
import { recordStaffAct } from '../../operations/audit/queries.ts'

/** The text as HTML, and whom it mentions; refused if nothing of it would be visible, or it has more links than allowed. */
const render = async (settings: SiteSettings, actor: Actor, original_text: string, former = '') => {
  const { html, isEmpty, links, mentions } = await renderText(original_text, {
    field: 'original_text',
    mode: 'comment',
  })
  const written = {
    original_text,
    parsed_text: html,
    description: '',
    links: outsideLinks(links),
    isEmpty,
  }
  const faults = textFaults(settings, actor, 'original_text', written, former)
  if (faults.length) throw new Invalid(faults)
  return { parsed_text: html, mentions, links: written.links }
}

const lockCommented = async (tx: Tx, object_id: string, actor: Actor): Promise<Post> => {
  const parsed = parseObjectId(object_id)
  const thread =
    parsed && (parsed.type === 'question' || parsed.type === 'answer')
      ? await lockVisiblePost(tx.db, parsed.number, actor, parsed.type)
      : undefined
  if (!thread) throw new BadRequest('error.object.not_found')
  // Its author and staff still see what is hidden, but nobody comments there any more.
  if (thread.post.status >= HIDDEN_FROM || thread.question.status >= HIDDEN_FROM)
    throw new Forbidden('base.forbidden_error')
  return thread.post
}

const findReplied = async (tx: Tx, reply_comment_id: string | undefined, post: Post) => {
  if (!reply_comment_id || reply_comment_id === '0') return undefined
  const replied = await findComment(tx.db, numberOf('comment', reply_comment_id))
  if (replied?.post_id !== post.id || replied.status !== COMMENT_STATUS.available)
    throw new BadRequest('error.comment.not_found')
  return replied
}

/** @returns the number of the new comment, or of the one that the same call has made before. */
export const addComment = async (
  app: App,
  actor: Actor,
  { object_id, original_text, reply_comment_id, mention_username_list = [] }: CommentDraft,
  from: From,
) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'comment.add'))
  const { parsed_text, mentions, links } = await render(settings, actor, original_text)
  const judged = await judgeComment(app, actor, { original_text, parsed_text, links }, from)
  const named = [...new Set([...mention_username_list.map((name) => name.toLowerCase()), ...mentions])].slice(
    0,
    MENTIONS_MAX,
  )
  return app.idempotent(
    {
      actor_id: actor.id,
      what: 'comment',
      body: { object_id, original_text, reply_comment_id, mention_username_list },
    },
    async (tx) => {
      const post = await lockCommented(tx, object_id, actor)
      const replied = await findReplied(tx, reply_comment_id, post)
      const [id] = await insertComments(tx.db, [
        {
          post_id: post.id,
          question_id: post.question_id,
          user_id: actor.id,
          original_text,
          parsed_text,
          renderer: RENDERER,
          created_at: tx.now(),
          reply_comment_id: replied?.id ?? 0,
          reply_user_id: replied?.user_id ?? 0,
          status: judged.verdict === 'approved' ? COMMENT_STATUS.available : COMMENT_STATUS.pending,
        },
      ])
      const mentioned_ids = await listNamed(tx.db, named)
      if (judged.verdict !== 'approved') {
        await holdBackComment(
          tx,
          { id: id!, post_id: post.id, question_id: post.question_id, user_id: actor.id },
          judged,
          mentioned_ids,
        )
        return id!
      }
      await tx.emit('comment.added', {
        actor_id: actor.id,
        object_type: 'comment',
        object_id: id!,
        question_id: post.question_id,
        post_id: post.id,
        reply_comment_id: replied?.id ?? 0,
        mentioned_ids,
      })
      return id!
    },
  )
}

/** A text that a reviewer rejects outright isn't accepted: nobody would see it. */
const judgeComment = async (
  app: App,
  actor: Actor,
  { original_text, parsed_text, links, former }: Rendered & { links: string[]; former?: string },
  from: From,
) => {
  const judged = await judge(
    app,
    actor,
    { object_type: 'comment', title: '', content: original_text, html: parsed_text, tags: [], links, former },
    from,
  )
  ensureTaken(judged, 'original_text')
  return judged
}

export const editComment = async (app: App, actor: Actor, comment_id: string, original_text: string, from: From) => {
  const settings = await siteSettings(app)
  const comment = await findVisibleComment(app.db, numberOf('comment', comment_id), actor)
  if (!comment) throw new NotFound('error.comment.not_found')
  allow(canEditComment(actor, comment, app.clock.now())) // before reviewers are asked, who take their time and may be paid
  const former = comment.original_text
  const { parsed_text, links } = await render(settings, actor, original_text, former)
  const judged = await judgeComment(app, actor, { original_text, parsed_text, links, former }, from)
  const status = await app.transaction((tx) =>
    rewordComment(tx, actor, numberOf('comment', comment_id), { original_text, parsed_text }, { judged }),
  )
  return { comment_id, original_text, parsed_text, status }
}

interface Rendered {
  original_text: string
  parsed_text: string
}

const recordComment = (
  tx: Tx,
  actor: Actor,
  action: string,
  { id, question_id, user_id }: { id: number; question_id: number; user_id: number },
  change: { before: object | null; after: object | null },
) => recordStaffAct(tx, actor, { action, object_type: 'comment', object_id: id, question_id, user_id, ...change })

/**
 * Replaces the text by another one, already rendered. If a reviewer holds it, the whole comment is hidden until it is approved:
 * a comment has no history that could show the former text meanwhile. `decided`: it follows from a decision, which is recorded itself.
 */
export const rewordComment = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { original_text, parsed_text }: Rendered,
  { judged, decided = false }: { judged?: Judged; decided?: boolean } = {},
): Promise<1 | 11> => {
  const found = await findVisibleComment(tx.db, id, actor)
  if (found) await lockPost(tx.db, found.post_id) // first the post, as in adding: its comments are counted
  const comment = await lockVisibleComment(tx.db, id, actor)
  if (!comment) throw new NotFound('error.comment.not_found')
  allow(canEditComment(actor, comment, tx.now()))
  const status = comment.status as 1 | 11
  if (comment.original_text === original_text) return status
  if (actor.id !== comment.user_id && !decided)
    await recordComment(tx, actor, 'comment.edited', comment, {
      before: { original_text: comment.original_text },
      after: { original_text },
    })
  const text = { original_text, parsed_text, renderer: RENDERER, updated_at: tx.now() }
  if (judged && judged.verdict !== 'approved') {
    await updateComment(tx.db, comment.id, { ...text, status: COMMENT_STATUS.pending })
    await holdBackComment(tx, comment, judged)
    return COMMENT_STATUS.pending
  }
  await updateComment(tx.db, comment.id, text)
  await tx.emit('comment.edited', {
    actor_id: actor.id,
    object_type: 'comment',
    object_id: comment.id,
    question_id: comment.question_id,
    post_id: comment.post_id,
  })
  return status
}

/** Everybody sees an approved comment; the first time, everything follows as if it had been written now. */
export const letThrough = async (tx: Tx, actor: Actor, id: number) => {
  const comment = await lockVisibleComment(tx.db, id, actor)
  if (comment?.status !== COMMENT_STATUS.pending) throw new BadRequest('error.comment.not_found')
  await updateComment(tx.db, comment.id, { status: COMMENT_STATUS.available })
  const its = {
    object_type: 'comment',
    object_id: comment.id,
    question_id: comment.question_id,
    post_id: comment.post_id,
  } as const
  await tx.emit('comment.approved', { ...its, actor_id: actor.id })
  if (await wasShown(tx.db, comment.id)) return
  const mentioned = [
    ...(await listNamedBeside(tx.db, comment.id)),
    ...(await listNamed(tx.db, namesIn(comment.parsed_text).slice(0, MENTIONS_MAX))),
  ]
  await tx.emit('comment.added', {
    ...its,
    actor_id: comment.user_id,
    reply_comment_id: comment.reply_comment_id,
    mentioned_ids: [...new Set(mentioned)].slice(0, MENTIONS_MAX),
  })
}

/** Like `removeComment`, inside an open transaction. */
export const dropComment = async (tx: Tx, actor: Actor, id: number, { decided = false } = {}) => {
  const found = await findVisibleComment(tx.db, id, actor)
  if (!found) throw new NotFound('error.comment.not_found')
  await lockPost(tx.db, found.post_id) // first the post, as in adding: its comments are counted
  const comment = await lockVisibleComment(tx.db, found.id, actor)
  if (!comment) throw new NotFound('error.comment.not_found')
  allow(canDeleteComment(actor, comment))
  await updateComment(tx.db, comment.id, { status: COMMENT_STATUS.deleted, updated_at: tx.now() })
  if (!decided && actor.id !== comment.user_id)
    await recordComment(tx, actor, 'comment.deleted', comment, {
      before: { status: comment.status },
      after: { status: COMMENT_STATUS.deleted },
    })
  await tx.emit('comment.deleted', {
    actor_id: actor.id,
    object_type: 'comment',
    object_id: comment.id,
    question_id: comment.question_id,
    post_id: comment.post_id,
  })
}

/** Brings a deleted comment back, as it was. */
export const undeleteComment = async (tx: Tx, actor: Actor, id: number, status: 1 | 11 = COMMENT_STATUS.available) => {
  const found = await findComment(tx.db, id)
  if (!found) throw new NotFound('error.comment.not_found')
  await lockPost(tx.db, found.post_id)
  await lockComments(tx.db, [id])
  const comment = (await findComment(tx.db, id))!
  allow(isStaff(actor) || NOT_MET)
  if (comment.status !== COMMENT_STATUS.deleted) throw new BadRequest('error.bulk.already')
  await updateComment(tx.db, id, { status, updated_at: tx.now() })
  await recordComment(tx, actor, 'comment.undeleted', comment, {
    before: { status: comment.status },
    after: { status },
  })
  await tx.emit('comment.undeleted', {
    actor_id: actor.id,
    object_type: 'comment',
    object_id: id,
    question_id: comment.question_id,
    post_id: comment.post_id,
    status,
  })
}

export const removeComment = (app: App, actor: Actor, comment_id: string) =>
  app.transaction(async (tx) => {
    await dropComment(tx, actor, numberOf('comment', comment_id))
    return null
  })

/** A deleted comment is shown again; of one that waited for review when it was deleted that is the approval. */
export const restoreComment = (app: App, actor: Actor, comment_id: string) =>
  app.transaction(async (tx) => {
    const id = numberOf('comment', comment_id)
    const found = await findComment(tx.db, id)
    if (!found) throw new NotFound('error.comment.not_found')
    if (found.status === COMMENT_STATUS.deleted) await undeleteComment(tx, actor, id)
    return null
  })
