import type { Embed } from '@askwell/plugin-kit'
import type { Token } from 'markdown-it'
import { escapeHtml } from '../html-entities.ts'

/** What plugins say of addresses in a text. */
export type Embedded = readonly (Embed & { address: string })[]

/** The address that is all of a paragraph, which begins at this token and stands in no list and no quotation. */
const alone = (tokens: readonly Token[], at: number) => {
  const [open, inline] = [tokens[at], tokens[at + 1]]
  if (open?.type !== 'paragraph_open' || open.level > 0) return undefined
  const [link, words, end, more] = inline?.children ?? []
  if (more || link?.type !== 'link_open' || link.markup !== 'linkify' || end?.type !== 'link_close') return undefined
  return words?.type === 'text' ? String(link.attrGet('href')) : undefined
}

/** Of an address, with its port unless that is the usual one. */
export const hostOf = (address: string) => URL.parse(address)?.host ?? ''

/** Addresses that stand alone in a paragraph, of one of these hosts. */
export const addressesIn = (tokens: readonly Token[], hosts: readonly string[]) =>
  tokens.flatMap((_, at) => {
    const address = alone(tokens, at)
    return address !== undefined && hosts.includes(hostOf(address)) ? [address] : []
  })

const ratio = ({ width = 16, height = 9 }: Embed) => `${Math.round(width)}/${Math.round(height)}`

const drawn = (one: Embedded[number], rel: string) => {
  const frame = one.frame ? ` data-frame="${escapeHtml(one.frame)}" data-ratio="${ratio(one)}"` : ''
  const text = one.text ? `<p class="embed-text">${escapeHtml(one.text)}</p>` : ''
  return `<div class="embed"${frame}><p class="embed-title"><a href="${escapeHtml(one.address)}" rel="${rel}">${escapeHtml(one.title)}</a></p>${text}</div>\n`
}

/** Those addresses become what plugins say of them: a link with a title, and a frame for who asks for it. */
export const withEmbeds = (
  tokens: Token[],
  embedded: Embedded,
  { rel, onLink }: { rel: string; onLink(address: string): void },
) => {
  for (let at = 0; at < tokens.length; at++) {
    const address = alone(tokens, at)
    const one = address !== undefined && embedded.find((given) => given.address === address)
    if (!one) continue
    onLink(one.address)
    const html = Object.assign(Object.create(Object.getPrototypeOf(tokens[at]) as object) as Token, tokens[at], {
      type: 'html_block',
      tag: '',
      nesting: 0,
      content: drawn(one, rel),
    })
    tokens.splice(at, 3, html)
  }
}
