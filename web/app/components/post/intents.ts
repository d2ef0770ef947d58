/**
 * The small forms of a question page, told apart by their `intent`. Their other fields are named like those of the call:
 * `object_id` and `is_cancel` for votes, `mute` for muting, `bookmark` for a bookmark, `emoji` and `reaction` for a reaction, `question_id` and `answer_id` for acceptance, `content` for an answer, `original_text` for comments.
 */
export const intents = {
  voteUp: 'vote_up',
  voteDown: 'vote_down',
  accept: 'accept',
  answer: 'answer',
  comment: 'comment',
  editComment: 'edit_comment',
  deleteComment: 'delete_comment',
  follow: 'follow',
  mute: 'mute',
  collect: 'collect',
  react: 'react',
  invite: 'invite',
} as const

/** Texts, which the server takes once however often they come. */
const REPEATED: string[] = [intents.answer, intents.comment]
export const isRepeated = (form: FormData) => REPEATED.includes(String(form.get('intent')))

export type Intent = (typeof intents)[keyof typeof intents]
