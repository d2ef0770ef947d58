import emojiByName from 'markdown-it-emoji/lib/data/full.mjs'
import type { Choice } from './sources.ts'

// Loaded with the first emoji that is looked for by its name.

const MOST = 8

/** Names that begin so come first, then those with a word that does. */
export const findEmoji = (typed: string): Choice[] => {
  const all = Object.entries(emojiByName)
  const begin = all.filter(([name]) => name.startsWith(typed))
  const within = all.filter(
    ([name]) => !name.startsWith(typed) && name.split(/[_-]/).some((one) => one.startsWith(typed)),
  )
  const seen = new Set<string>()
  return [...begin, ...within]
    .filter(([, sign]) => !seen.has(sign) && seen.add(sign))
    .slice(0, MOST)
    .map(([name, sign]) => ({ key: name, label: name.replaceAll('_', ' '), sign, insert: `${sign} ` }))
}
