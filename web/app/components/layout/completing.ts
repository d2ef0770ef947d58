import type { KeyIn } from '@askwell/contract/message-keys.ts'

/** What can be written in a search, and what it means. Those that end with a colon want something behind it. */
export const OPERATORS = [
  ['[', 'tip_tag'],
  ['user:', 'tip_user'],
  ['is:question', 'tip_question'],
  ['is:answer', 'tip_answer'],
  ['is:open', 'tip_open'],
  ['is:closed', 'tip_closed'],
  ['in:title', 'tip_title'],
  ['code:', 'tip_code'],
  ['lang:', 'tip_language'],
  ['created:', 'tip_created'],
  ['score:', 'tip_score'],
  ['views:', 'tip_views'],
  ['answers:0', 'tip_answers'],
  ['hasaccepted:yes', 'tip_has_accepted'],
  ['hasaccepted:no', 'tip_accepted'],
  ['isaccepted:yes', 'tip_is_accepted'],
] as const satisfies (readonly [string, KeyIn<'search'>])[]

/** The piece of a search that is being typed, which a choice replaces. */
export interface Typing {
  kind: 'tag' | 'user' | 'operator'
  /** What its name begins with. */
  typed: string
  /** Written before it and to be kept: a minus. */
  before: string
  from: number
  to: number
}

/** What is being typed at the end of this text, unless it is within a phrase. */
export const typingAt = (text: string, cursor: number): Typing | undefined => {
  const written = text.slice(0, cursor)
  if ((written.match(/"/g)?.length ?? 0) % 2) return undefined
  const piece = (kind: Typing['kind'], typed: string, before: string, length: number): Typing => ({
    kind,
    typed,
    before,
    from: cursor - length,
    to: cursor,
  })
  const [tag, minus = '', slug = ''] = /(?<!\S)(-?)\[([^[\]]*)$/.exec(written) ?? []
  if (tag !== undefined) return piece('tag', slug, minus, tag.length)
  const [user, name = ''] = /(?<!\S)user:(\S*)$/i.exec(written) ?? []
  if (user !== undefined) return piece('user', name, '', user.length)
  const word = /\S*$/.exec(written)![0]
  return piece('operator', word.toLowerCase(), '', word.length)
}

/** The operators that begin so; all where nothing is typed. */
export const operatorsFor = (typed: string) =>
  OPERATORS.filter(([syntax]) => syntax.startsWith(typed) && syntax !== typed)

/** The search with the piece replaced, and where the cursor stands then: behind a space, unless more of the piece is wanted. */
export const completed = (text: string, { kind, before, from, to }: Typing, chosen: string) => {
  const whole = { tag: `${before}[${chosen}]`, user: `user:${chosen}`, operator: chosen }[kind]
  const goesOn = /[:[]$/.test(whole)
  const rest = text.slice(to)
  const start = text.slice(0, from) + whole + (goesOn ? '' : ' ')
  return { text: start + (goesOn ? rest : rest.replace(/^ /, '')), cursor: start.length }
}
