import { isInCode, startOfLine } from '../text-lines.ts'

/** What is being written before the cursor: a name, a question, an emoji, a tag, which block is to follow, or the language of a block of code. */
export type Trigger = 'members' | 'questions' | 'emoji' | 'tags' | 'blocks' | 'languages'
/** What extensions complete, by the number of their list. */
export type OwnTrigger = `own:${number}`

export interface Begun {
  trigger: Trigger | OwnTrigger
  /** Where in the text its sign stands. */
  from: number
  typed: string
}

/** By the line before the cursor. Members are found by their display names too, so any letter may stand in a name, and a second word follow it; questions by the first words of a title. */
const SIGNS: Record<Trigger, RegExp> = {
  members: /(?:^|[\s(])(?<sign>@)(?<typed>[\p{L}\p{N}_.-]{1,30}(?: [\p{L}\p{N}_.-]{2,30})?)$/u,
  questions: /(?:^|\s)(?<sign>#)(?<typed>[\p{L}\p{N}][^\s#]{1,30}(?: [^\s#]{1,30}){0,3} ?)$/u,
  emoji: /(?:^|[\s(])(?<sign>:)(?<typed>[a-z0-9_+-]{2,30})$/,
  tags: /(?:^|[^\\])(?<sign>\[\[)(?<typed>[^\s[\]]{0,35})$/u,
  blocks: /^(?<sign>\/)(?<typed>[\p{L}]{0,20})$/u,
  languages: /^ {0,3}(?<sign>```)(?<typed>[\w+#-]{0,20})$/,
}
const TRIGGERS = Object.keys(SIGNS) as Trigger[]

/** Of an extension: a word behind its sign. */
const LONGEST_OWN = 30
const ownTyped = (line: string, sign: string) => {
  const at = line.lastIndexOf(sign)
  const typed = line.slice(at + sign.length)
  const fits = at >= 0 && typed.length <= LONGEST_OWN && !/\s/.test(typed) && /^[\s(]?$/.test(line[at - 1] ?? '')
  return fits ? { sign, typed } : undefined
}

const isInCodeSpan = (line: string) => line.split('`').length % 2 === 0

/** What is begun just before the cursor, of what can be completed here; nothing in code. */
export function begunAt(
  text: string,
  cursor: number,
  wanted: (trigger: Trigger) => boolean,
  own: readonly string[] = [],
): Begun | null {
  const start = startOfLine(text, cursor)
  const line = text.slice(start, cursor)
  const all = [
    ...own.map((sign, at) => [`own:${at}`, ownTyped(line, sign)] as const),
    ...TRIGGERS.filter(wanted).map((trigger) => [trigger, SIGNS[trigger].exec(line)?.groups] as const),
  ]
  for (const [trigger, { sign, typed } = {}] of all) {
    if (sign === undefined || typed === undefined) continue
    if ((trigger !== 'languages' && isInCodeSpan(line)) || isInCode(text, start)) return null
    return { trigger, from: cursor - sign.length - typed.length, typed }
  }
  return null
}
