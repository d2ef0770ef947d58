import { BadRequest } from '../../lib/errors.ts'

/** Several times as many as the longest lists of any call have. */
const VALUES = 10_000

const [QUOTE, BACKSLASH, COMMA, COLON, BRACKET, BRACE] = [...Buffer.from('"\\,:[{')]

/** Where the text that begins here ends. */
const endOfText = (body: string, start: number) => {
  let at = start + 1
  while (at < body.length && body.charCodeAt(at) !== QUOTE) at += body.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

const hasTooMany = (body: string) => {
  let values = 0
  for (let at = 0; at < body.length && values <= VALUES; at++) {
    const code = body.charCodeAt(at)
    if (code === QUOTE) at = endOfText(body, at)
    else if (code === COMMA || code === COLON || code === BRACKET || code === BRACE) values++
  }
  return values > VALUES
}

/** What a call brings. Counted before it is parsed: half a megabyte of short names takes a hundred times as long as one text of that length. */
export const readJson = (body: string): unknown => {
  if (hasTooMany(body)) throw new BadRequest('base.request_format_error')
  try {
    return body === '' ? undefined : JSON.parse(body)
  } catch {
    throw new BadRequest('base.request_format_error')
  }
}
