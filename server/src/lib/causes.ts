/** What a service of OAuth 2 says of what it refuses (RFC 6749, 5.2). */
const refusalIn = (body: unknown) => {
  const { error, error_description } = Object(body) as Record<string, unknown>
  return [error, error_description].filter((said) => typeof said === 'string').join(': ')
}

const linkOf = (error: unknown) => {
  if (error instanceof Response) return `${error.url || 'the service'} answered ${error.status}`
  if (!(error instanceof Error)) return refusalIn(error)
  return error.message || ('code' in error ? String(error.code) : '')
}

const DEEPEST = 8
/** What libraries say where they only pass on what another has said. */
const EMPTY = new Set(['fetch failed', 'something went wrong'])

/** What went wrong and why, from the outermost error to the first cause, without repetitions. */
export const withCauses = (error: unknown) => {
  const said: string[] = []
  for (let link = error, depth = 0; link && depth < DEEPEST; depth++) {
    const text = linkOf(link)
    if (text && !said.some((earlier) => earlier.includes(text))) said.push(text)
    const { cause, errors } = link as { cause?: unknown; errors?: unknown[] }
    link = cause ?? errors?.[0]
  }
  const telling = said.filter((text) => !EMPTY.has(text))
  return (telling.length ? telling : said).join(': ') || 'unknown'
}
