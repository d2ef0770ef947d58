import { DISPLAY_NAME } from './limits.ts'

export interface Mention {
  username: string
  start: number
  end: number
}

// Letters, digits, underscore, dot and hyphen
const NAME = /@([A-Za-z0-9_.-]{2,})/y
// Not in addresses, paths and packages: a@b, /@b, =@b
const BEFORE = /[\s([{<"'“‘«,;:!?>*_~|\u0080-\uffff]/

/** The mention whose `@` is here, or null. A full stop or dash after the name belongs to the sentence. */
export const mentionAt = (text: string, start: number): Mention | null => {
  if (start > 0 && !BEFORE.test(text[start - 1]!)) return null
  NAME.lastIndex = start
  const found = NAME.exec(text)?.[1]
  if (!found || '/@'.includes(text[start + 1 + found.length] ?? ' ')) return null
  let length = found.length
  while ('.-'.includes(found[length - 1] ?? ' ')) length--
  const name = found.slice(0, length)
  if (name.length < DISPLAY_NAME.min || name.length > DISPLAY_NAME.max || !/[A-Za-z0-9]/.test(name)) return null
  return { username: name.toLowerCase(), start, end: start + 1 + name.length }
}
