const qualities = (header: string) =>
  new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim())
        return [coding, Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1')]
      }),
  )

/** The first of these that they can read. */
const firstOf = <Coding extends string>(header: string, codings: readonly Coding[]) => {
  const accepted = qualities(header)
  return codings.find((coding) => (accepted.get(coding) ?? accepted.get('*') ?? 0) > 0)
}

/** The best of what we keep that they can read. */
export const acceptedEncoding = (header = '') => {
  if (header.startsWith('br,') || header === 'br') return 'br'
  return firstOf(header, ['br', 'gzip'] as const) ?? 'html'
}

/** The cheapest of what is small enough: zstd takes a third of brotli's time. Who takes anything needn't know it. */
export const acceptedForOnce = (header = '') => {
  if (!header) return undefined
  return /\bzstd\b/i.test(header)
    ? firstOf(header, ['zstd', 'br', 'gzip'] as const)
    : firstOf(header, ['br', 'gzip'] as const)
}
