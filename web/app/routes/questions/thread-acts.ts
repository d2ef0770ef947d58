import { lookForSecrets } from '../../components/editor/look/secrets.tsx'
import { acceptAnswer, writeAnswer } from '@askwell/contract/answers.ts'
import { deleteComment, editComment, writeComment } from '@askwell/contract/comments.ts'
import { parseObjectId } from '@askwell/contract/ids.ts'
import { vote } from '@askwell/contract/votes.ts'
import { redirect } from 'react-router'
import { dropDraft } from '../../drop-draft.ts'
import { isOn, type Submission, text } from '../../forms.tsx'
import { ownPath } from '@askwell/contract/own-path.ts'
import { paths } from '../../paths.ts'
import { answerAnchor } from '../../components/post/answer-outline.tsx'
import { commentDraft } from '../../components/comments/comment-drafts.ts'
import { commentAnchor } from '../../components/comments/comment-row.tsx'
import { sendBookmark } from '../../components/post/bookmark-control.tsx'
import { sendFollow } from '../../components/user/follow-control.tsx'
import { sendMute } from '../../components/user/mute-control.tsx'
import { type Intent, intents } from '../../components/post/intents.ts'
import { sendInvitation } from '../../components/user/invited.tsx'
import { sendReaction } from '../../components/post/reactions.tsx'
import { answerDraft } from './answer-draft.ts'
import { showAllComments } from './open-comments.ts'

/** What was done, and where on the page it shows. */
export interface ActResult {
  at?: string
  comments?: string
}

type Act = (submission: Submission) => Promise<ActResult | Response>

/** The question itself is at the top anyway. */
const at = (id: string): ActResult => {
  const type = parseObjectId(id)?.type
  return type === 'comment' ? { at: commentAnchor(id) } : type === 'answer' ? { at: answerAnchor(id) } : {}
}

const cast =
  (direction: 'up' | 'down'): Act =>
  async ({ call, form }) => {
    const object_id = text(form, 'object_id')
    await call(vote, { params: { direction }, body: { object_id, is_cancel: isOn(form, 'is_cancel') } })
    return at(object_id)
  }

const acts: Record<Intent, Act> = {
  [intents.voteUp]: cast('up'),
  [intents.voteDown]: cast('down'),
  [intents.accept]: async ({ call, form }) => {
    const answer_id = text(form, 'answer_id')
    await call(acceptAnswer, { body: { question_id: text(form, 'question_id'), answer_id } })
    return at(answer_id)
  },
  [intents.answer]: async (submission) => {
    const { call, form } = submission
    const question_id = text(form, 'question_id')
    await lookForSecrets(submission, ['content'])
    const { info, question } = await call(writeAnswer, { body: { question_id, content: text(form, 'content') } })
    dropDraft(answerDraft(question_id))
    return redirect(paths.answer(question, info.id))
  },
  [intents.comment]: async (submission) => {
    const { call, form } = submission
    await lookForSecrets(submission, ['original_text'])
    const object_id = text(form, 'object_id')
    const reply_comment_id = text(form, 'reply_comment_id')
    const written = await call(writeComment, {
      body: { object_id, original_text: text(form, 'original_text'), ...(reply_comment_id && { reply_comment_id }) },
    })
    dropDraft(reply_comment_id ? commentDraft.reply(reply_comment_id) : commentDraft.comment(object_id))
    showAllComments(object_id)
    return { ...at(written.comment_id), comments: object_id }
  },
  [intents.editComment]: async (submission) => {
    const { call, form } = submission
    await lookForSecrets(submission, ['original_text'])
    const comment_id = text(form, 'comment_id')
    await call(editComment, { body: { comment_id, original_text: text(form, 'original_text') } })
    dropDraft(commentDraft.edit(comment_id))
    return at(comment_id)
  },
  [intents.deleteComment]: async ({ call, form }) => {
    await call(deleteComment, { body: { comment_id: text(form, 'comment_id') } })
    return {}
  },
  [intents.follow]: async (submission) => {
    await sendFollow(submission)
    return {}
  },
  [intents.mute]: async (submission) => {
    await sendMute(submission)
    return {}
  },
  [intents.collect]: async (submission) => {
    await sendBookmark(submission)
    return {}
  },
  [intents.react]: async (submission) => {
    await sendReaction(submission)
    return at(text(submission.form, 'object_id'))
  },
  [intents.invite]: async (submission) => {
    await sendInvitation(submission)
    return { at: 'invited' }
  },
}

const isIntent = (intent: string): intent is Intent => Object.hasOwn(acts, intent)

export const act: Act = async (submission) => {
  const intent = text(submission.form, 'intent')
  if (!isIntent(intent)) throw new Response(null, { status: 400 })
  return acts[intent](submission)
}

/** Without scripts: a redirect to the page, so that reloading it does nothing twice. */
export const actAndReturn = async (submission: Submission) => {
  const result = await act(submission)
  if (result instanceof Response) return result
  const { pathname, searchParams } = submission.url
  for (const name of ['comment', 'reply', 'edit_comment']) searchParams.delete(name)
  if (result.comments) searchParams.set('comments', result.comments)
  return redirect(
    ownPath(`${pathname}${searchParams.size ? `?${searchParams}` : ''}${result.at ? `#${result.at}` : ''}`),
  )
}
