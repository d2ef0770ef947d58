import type { Happened, Notice } from '@askwell/plugin-kit'

/** What is told, without any markup: each service writes it in its own way. */
export interface Message {
  /** What has happened. */
  heading: string
  /** What it is about; it leads to `url`. */
  title: string
  url: string
  excerpt: string
  tags: string[]
  /** What a button says that leads there. */
  open: string
}

const LONGEST = { heading: 200, title: 200, excerpt: 300, tags: 10 }

const WORDS = {
  en: {
    'question.asked': 'New question by {name}',
    'answer.given': 'New answer by {name}',
    'answer.accepted': 'An answer was accepted',
    somebody: 'somebody',
    open: 'Open',
  },
  de: {
    'question.asked': 'Neue Frage von {name}',
    'answer.given': 'Neue Antwort von {name}',
    'answer.accepted': 'Eine Antwort wurde angenommen',
    somebody: 'jemandem',
    open: 'Öffnen',
  },
}
const wordsIn = (language: string) => (language.startsWith('de') ? WORDS.de : WORDS.en)

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const unescaped = (text: string) =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      const code = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : 0
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (NAMED[name ?? ''] ?? whole)
    },
  )

/** No longer than so many characters as people see them: a service counts otherwise, but not less generously. */
export const shortened = (text: string, most: number) => {
  const line = text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most - 1)
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').replace(/\s+\S{0,20}$/, '')}…`
}

const plain = (html: string) => unescaped(html.slice(0, 20_000).replace(/<[^>]*>/g, ' '))

const APPROVED: Record<string, 'question.asked' | 'answer.given' | 'answer.accepted'> = {
  'question.asked': 'question.asked',
  'question.approved': 'question.asked',
  'answer.given': 'answer.given',
  'answer.approved': 'answer.given',
  'answer.accepted': 'answer.accepted',
}

/** Nothing of what not everybody may see, such as a question that waits. */
export const messageOf = ({ event, actor, post, url }: Happened, language: string): Message | undefined => {
  const what = APPROVED[event]
  if (!post || !what) return undefined
  const words = wordsIn(language)
  // Who approves a text hasn't written it.
  const name = (event.endsWith('.approved') ? undefined : actor?.display_name) ?? words.somebody
  return {
    heading: shortened(
      words[what].replace('{name}', () => name),
      LONGEST.heading,
    ),
    title: shortened(post.title, LONGEST.title),
    url,
    excerpt: shortened(plain(post.html), LONGEST.excerpt),
    tags: post.tags.slice(0, LONGEST.tags),
    open: words.open,
  }
}

export const messageFor = ({ title, text, url, language }: Notice): Message => ({
  heading: shortened(title, LONGEST.heading),
  title: shortened(text || title, LONGEST.title),
  url,
  excerpt: '',
  tags: [],
  open: wordsIn(language).open,
})
