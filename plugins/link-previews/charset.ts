import { Parser } from 'htmlparser2'

/** Browsers look no further for what a page says of its letters. */
const LOOKED_AT = 1024

const decoderOf = (label: string) => {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined // there is no such charset
  }
}

const labelIn = (contentType: string) => /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]

/** What a `meta` near the beginning says: it could be read, so it isn't UTF-16 whatever it says. */
const declaredIn = (bytes: Uint8Array) => {
  const labels: string[] = []
  const parser = new Parser({
    onopentag(name, { charset, content = '', 'http-equiv': header = '' }) {
      if (name !== 'meta') return
      const label = charset ?? (/^content-type$/i.test(header) ? labelIn(`;${content}`) : undefined)
      if (label) labels.push(/^utf-?16/i.test(label.trim()) ? 'utf-8' : label.trim())
    },
  })
  parser.end(new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT)))
  return labels
}

const markedBy = ([first, second, third]: Uint8Array) => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}

const isUtf8 = (bytes: Uint8Array) => {
  try {
    // The last letter may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** A page as text, in the charset that browsers would take; where nothing names one, UTF-8 if it is that. */
export const textOfPage = (bytes: Uint8Array, contentType: string) => {
  const labels = [markedBy(bytes), labelIn(contentType), ...declaredIn(bytes)]
  for (const label of labels) {
    const decoder = label === undefined ? undefined : decoderOf(label)
    if (decoder) return decoder.decode(bytes)
  }
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
}
