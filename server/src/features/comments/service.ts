import type { CommentDraft } from '@askwell/contract/comments.ts'
import { numberOf, parseObjectId } from '@askwell/contract/ids.ts'
import type { App, Tx } from '../../events/events.ts'
import type { Member } from '../../lib/member.ts'
import { allow, Bad, Invalid, NotFound, Refused } from '../../lib/refusals.ts'
import { textFaults } from '../posts/policy.ts'
import { lockPost, lockVisiblePost, type Post } from '../posts/queries.ts'
import { mayDo } from '../site/policy.ts'
import { siteSettings, type SiteSettings } from '../site/views.ts'
import { renderText } from '../../workers/texts.ts'
import { canDeleteComment, canEditComment, MENTIONS_MAX } from './policy.ts'
import {
  COMMENT_STATUS,
  findComment,
  findVisibleComment,
  insertComments,
  listNamed,
  lockVisibleComment,
  updateComment,
} from './queries.ts'

const HIDDEN_FROM = 10 // domain-facts §11: deleted, pending

/** The text as HTML, and whom it names; refused where nothing is left to see, or it links about more than one may. */
const render = async (settings: SiteSettings, actor: Member, original_text: string, former = '') => {
  const { html, isEmpty, links, mentions } = await renderText(original_text, {
    field: 'original_text',
    mode: 'comment',
  })
  const written = {
    original_text,
    parsed_text: html,
    description: '',
    links: links.filter((link) => /^https?:/i.test(link)),
    isEmpty,
  }
  const faults = textFaults(settings, actor, 'original_text', written, former)
  if (faults.length) throw new Invalid(faults)
  return { parsed_text: html, mentions }
}

const lockCommented = async (tx: Tx, object_id: string, actor: Member): Promise<Post> => {
  const parsed = parseObjectId(object_id)
  const thread =
    parsed && (parsed.type === 'question' || parsed.type === 'answer')
      ? await lockVisiblePost(tx.db, parsed.number, actor, parsed.type)
      : undefined
  if (!thread) throw new Bad('error.object.not_found')
  // Its author and the staff still see what is hidden, but nobody goes on talking there.
  if (thread.post.status >= HIDDEN_FROM || thread.question.status >= HIDDEN_FROM)
    throw new Refused('base.forbidden_error')
  return thread.post
}

const findReplied = async (tx: Tx, reply_comment_id: string | undefined, post: Post) => {
  if (!reply_comment_id || reply_comment_id === '0') return undefined
  const replied = await findComment(tx.db, numberOf('comment', reply_comment_id))
  if (replied?.post_id !== post.id || replied.status !== COMMENT_STATUS.available)
    throw new Bad('error.comment.not_found')
  return replied
}

/** @returns the number of the new comment, or of the one that the same call has made before. */
export const addComment = async (
  app: App,
  actor: Member,
  { object_id, original_text, reply_comment_id, mention_username_list = [] }: CommentDraft,
) => {
  const settings = await siteSettings(app)
  allow(mayDo(settings, actor, 'comment.add'))
  const { parsed_text, mentions } = await render(settings, actor, original_text)
  const named = [...new Set([...mention_username_list.map((name) => name.toLowerCase()), ...mentions])].slice(
    0,
    MENTIONS_MAX,
  )
  return app.once(
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
          created_at: tx.now(),
          reply_comment_id: replied?.id ?? 0,
          reply_user_id: replied?.user_id ?? 0,
        },
      ])
      await tx.emit('comment.added', {
        actor_id: actor.id,
        object_type: 'comment',
        object_id: id!,
        question_id: post.question_id,
        post_id: post.id,
        reply_comment_id: replied?.id ?? 0,
        mentioned_ids: await listNamed(tx.db, named),
      })
      return id!
    },
  )
}

export const editComment = async (app: App, actor: Member, comment_id: string, original_text: string) => {
  const settings = await siteSettings(app)
  const former = (await findVisibleComment(app.db, numberOf('comment', comment_id), actor))?.original_text
  const { parsed_text } = await render(settings, actor, original_text, former)
  await app.transaction((tx) =>
    rewordComment(tx, actor, numberOf('comment', comment_id), { original_text, parsed_text }),
  )
  return { comment_id, original_text, parsed_text }
}

/** Another text in the place of the former, already rendered. */
export const rewordComment = async (
  tx: Tx,
  actor: Member,
  id: number,
  { original_text, parsed_text }: { original_text: string; parsed_text: string },
) => {
  const comment = await lockVisibleComment(tx.db, id, actor)
  if (!comment) throw new NotFound('error.comment.not_found')
  allow(canEditComment(actor, comment, tx.now()))
  if (comment.original_text === original_text) return
  await updateComment(tx.db, comment.id, { original_text, parsed_text, updated_at: tx.now() })
  await tx.emit('comment.edited', {
    actor_id: actor.id,
    object_type: 'comment',
    object_id: comment.id,
    question_id: comment.question_id,
    post_id: comment.post_id,
  })
}

/** As `removeComment`, within a transaction that is open already. */
export const dropComment = async (tx: Tx, actor: Member, id: number) => {
  const found = await findVisibleComment(tx.db, id, actor)
  if (!found) throw new NotFound('error.comment.not_found')
  await lockPost(tx.db, found.post_id) // first the post, as in adding: its comments are counted
  const comment = await lockVisibleComment(tx.db, found.id, actor)
  if (!comment) throw new NotFound('error.comment.not_found')
  allow(canDeleteComment(actor, comment))
  await updateComment(tx.db, comment.id, { status: COMMENT_STATUS.deleted, updated_at: tx.now() })
  await tx.emit('comment.deleted', {
    actor_id: actor.id,
    object_type: 'comment',
    object_id: comment.id,
    question_id: comment.question_id,
    post_id: comment.post_id,
  })
}

export const removeComment = (app: App, actor: Member, comment_id: string) =>
  app.transaction(async (tx) => {
    await dropComment(tx, actor, numberOf('comment', comment_id))
    return null
  })
