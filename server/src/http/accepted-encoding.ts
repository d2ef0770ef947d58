const qualities = (header: string) =>
  new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [coding = '', quality = '1'] = part.trim().split(/\s*;\s*q=/)
        return [coding, Number(quality)]
      }),
  )

/** The first of these that the client can read. */
const firstOf = <Coding extends string>(header: string, codings: readonly Coding[]) => {
  const accepted = qualities(header)
  return codings.find((coding) => (accepted.get(coding) ?? accepted.get('*') ?? 0) > 0)
}

/** The best of our stored encodings that the client can read. */
export const acceptedEncoding = (header = '') => {
  if (header.startsWith('br,') || header === 'br') return 'br'
  return firstOf(header, ['br', 'gzip'] as const) ?? 'html'
}

/** The fastest one with a small result: zstd takes a third of brotli's time. A client that accepts `*` needn't know it. */
export const acceptedForOnce = (header = '') => {
  if (!header) return undefined
  return /\bzstd\b/i.test(header)
    ? firstOf(header, ['zstd', 'br', 'gzip'] as const)
    : firstOf(header, ['br', 'gzip'] as const)
}
