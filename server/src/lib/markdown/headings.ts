import type { Token } from 'markdown-it'
import { urlTitle } from '../slug.ts'

const LONGEST = 60
const LINKED_MAX = 200

const slugOf = (title: string) => {
  const slug = urlTitle(title)
  return slug.length <= LONGEST ? slug : slug.slice(0, LONGEST).replace(/-[^-]*$/, '')
}

/**
 * The page has h1 to h3 of its own, so the highest heading of a text is an h4, and none of the levels below is left out.
 * Each can be linked to: by its words, which stay when others come before it.
 */
export const lowerHeadings = (tokens: Token[]) => {
  const openings = tokens.flatMap((token, at) => (token.type === 'heading_open' ? [at] : []))
  const levels = [...new Set(openings.map((at) => tokens[at]!.tag))].sort()
  const used = new Map<string, number>()
  for (const [nth, at] of openings.entries()) {
    const [opening, words, closing] = [tokens[at]!, tokens[at + 1]!, tokens[at + 2]!]
    opening.tag = closing.tag = `h${Math.min(6, 4 + levels.indexOf(opening.tag))}`
    if (nth >= LINKED_MAX) continue
    const slug = slugOf(words.content)
    const before = used.get(slug) ?? 0
    used.set(slug, before + 1)
    opening.attrSet('id', `h-${slug}${before ? `-${before + 1}` : ''}`)
  }
}
