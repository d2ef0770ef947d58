import { Parser } from 'htmlparser2'

/** What a page shows of itself. */
export interface Card {
  title: string
  text?: string
}

const TITLE_CHARACTERS = 120
const TEXT_CHARACTERS = 240
/** Of one thing that a page says of itself; nobody says more in earnest. */
const READ_CHARACTERS = 2000
/** Elements inside of others; the parser becomes slow where there are many. */
const DEPTH = 500

const TITLES = ['og:title', 'twitter:title']
const TEXTS = ['og:description', 'twitter:description', 'description']
const WANTED = new Set([...TITLES, ...TEXTS])

/** They turn round what stands beside them, or can't be seen at all. */
const UNSEEN = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g
const SAYS_SOMETHING = /[\p{L}\p{N}\p{S}]/u

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** As many whole words as fit; where there are none, whole letters. */
const cut = (text: string, most: number) => {
  if (text.length <= most) return text
  let end = 0
  for (const { index, segment } of letters.segment(text.slice(0, most)))
    if (index + segment.length < most) end = index + segment.length
  const begun = text.slice(0, end)
  const space = begun.lastIndexOf(' ')
  return `${(space > most / 2 ? begun.slice(0, space) : begun).replace(/[\s\p{P}]{1,20}$/u, '')}…`
}

const tidy = (said: string, most: number) => {
  const plain = said
    .slice(0, READ_CHARACTERS)
    .toWellFormed()
    .replaceAll(UNSEEN, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return SAYS_SOMETHING.test(plain) ? cut(plain, most) : ''
}

/** What a page says of itself in its head; undefined where that isn't even a title. */
export const cardIn = (html: string): Card | undefined => {
  const said = new Map<string, string>()
  let title = ''
  let isInTitle = false
  let drawings = 0
  let depth = 0
  const parser = new Parser({
    onopentag(name, { property, name: called, content = '' }) {
      if (++depth > DEPTH) parser.pause()
      if (name === 'meta') {
        const key = (property ?? called ?? '').trim().toLowerCase()
        if (WANTED.has(key) && !said.has(key)) said.set(key, content)
      } else if (name === 'svg') drawings++
      // A picture may have a title, too.
      else if (name === 'title') isInTitle = title === '' && drawings === 0
      else if (name === 'body' && title) parser.pause()
    },
    ontext(text) {
      if (isInTitle && title.length < READ_CHARACTERS) title += text
    },
    onclosetag(name) {
      depth--
      if (name === 'title') isInTitle = false
      else if (name === 'svg') drawings--
    },
  })
  parser.write(html)
  const first = (keys: string[], most: number) =>
    keys.map((key) => tidy(said.get(key) ?? '', most)).find((text) => text !== '')
  const called = first(TITLES, TITLE_CHARACTERS) ?? tidy(title, TITLE_CHARACTERS)
  if (!called) return undefined
  const text = first(TEXTS, TEXT_CHARACTERS)
  return { title: called, ...(text && text !== called && { text }) }
}
