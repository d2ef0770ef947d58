interface FlagReason {
  key: string
  content_type: '' | 'text' | 'textarea'
}

const TABLE = {
  57: { key: 'spam', content_type: '' },
  58: { key: 'rude_or_abusive', content_type: '' },
  59: { key: 'something', content_type: 'textarea' },
  60: { key: 'a_duplicate', content_type: 'text' },
  61: { key: 'not_a_answer', content_type: '' },
  62: { key: 'no_longer_needed', content_type: '' },
  63: { key: 'community_specific', content_type: '' },
  64: { key: 'not_clarity', content_type: '' },
  65: { key: 'normal', content_type: '' },
  66: { key: 'normal.user', content_type: '' },
  67: { key: 'closed', content_type: '' },
  68: { key: 'deleted', content_type: '' },
  69: { key: 'deleted.user', content_type: '' },
  70: { key: 'suspended', content_type: '' },
  71: { key: 'inactive', content_type: '' },
  72: { key: 'looks_ok', content_type: '' },
  73: { key: 'needs_edit', content_type: '' },
  74: { key: 'needs_close', content_type: '' },
  75: { key: 'needs_delete', content_type: '' },
} as const satisfies Record<number, FlagReason>
type Key = (typeof TABLE)[keyof typeof TABLE]['key']

/** Why something is flagged, closed or decided; clients send the number. */
export const FLAG_REASONS: Record<number, FlagReason & { key: Key }> = TABLE

/** Its remark is the address of another question of this site. */
export const DUPLICATE = 60

/** Which are offered, by what they are about and what is to be done. */
export const REASON_LISTS = {
  'question.flag': [57, 58, 59, 60],
  'answer.flag': [57, 58, 59, 61],
  'comment.flag': [57, 58, 59, 62],
  'question.close': [60, 63, 64, 59],
  'question.status': [65, 67, 68],
  'answer.status': [65, 68],
  'comment.status': [65, 68],
  'user.status': [66, 70, 69, 71],
  'question.review': [72, 73, 74, 75],
  'answer.review': [72, 73, 75],
  'comment.review': [72, 73, 75],
} as const satisfies Record<string, readonly number[]>
export type ReasonList = keyof typeof REASON_LISTS

/** Empty if there is nothing to choose. */
export const reasonsFor = (objectType: string, action: string): readonly number[] =>
  (REASON_LISTS as Record<string, readonly number[]>)[`${objectType}.${action}`] ?? []

export const reasonKey = (id: number) => `reason.${FLAG_REASONS[id]?.key}`
/** Says something else where a question is closed for it. */
const CLOSING = 59

/** Keys of its messages. */
export const reasonWords = (id: number, part: 'name' | 'description', closing = false) =>
  closing && id === CLOSING && part === 'description'
    ? 'flag_reasons.something.close.description'
    : (`flag_reasons.${FLAG_REASONS[id]?.key as Key}.${part}` as const)
/** Only reasons with a remark have a placeholder. */
export const placeholderOf = (id: number, closing = false) => {
  if (closing && id === CLOSING) return 'flag_reasons.something.close.placeholder'
  const reason = TABLE[id as keyof typeof TABLE] as (typeof TABLE)[keyof typeof TABLE] | undefined
  return reason?.content_type ? (`flag_reasons.${reason.key}.placeholder` as const) : undefined
}
/** Whether a remark is needed, in that kind of field. */
export const needsRemark = (id: number) => Boolean(FLAG_REASONS[id]?.content_type)
