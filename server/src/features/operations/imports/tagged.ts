import { tagSlug } from '../../../lib/slug.ts'

const MOST = 5
const BETWEEN = /(?:\+|%20|\s)+(?:or(?:\+|%20|\s)+)?/i

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The tags in an address of Stack Exchange, as slugs: `lager+ale`, `lager%20or%20ale`, `c%2b%2b`. Those that were left out (`-ale`) aren't among them. */
export const taggedSlugs = (text: string) =>
  text
    .split(BETWEEN)
    .slice(0, MOST)
    .map(decoded)
    .filter((name) => !name.startsWith('-'))
    .map(tagSlug)
    .filter(Boolean)
