import { htmlToMarkdown } from './html-to-markdown.ts'
import { renderMarkdown } from './markdown.ts'
import { description } from './plain-text.ts'
import { terms } from './text-terms.ts'

/** What to make from texts: our Markdown and HTML, and for posts the search terms. */
export type Texts =
  | ({ kind: 'post'; title: string } & ({ html: string } | { markdown: string }))[]
  | ({ kind: 'comment' } & ({ html: string } | { text: string }))[]
  | { kind: 'bio'; html: string }[]
  | { kind: 'markdown'; text: string }[]
export interface Rendered {
  original_text: string
  parsed_text: string
  description: string
  /** Its words, of a post. */
  plain_text: string
  terms: { title: string; body: string }
  /** Those of its terms that this thread hasn't told this import of before, for the vocabulary of the search. */
  newTerms: string[]
}

const NO_TERMS = { title: '', body: '' }

/** The first of a dump are the most usual ones. */
const TOLD_MAX = 50_000
const told = new Set<string>()
let toldTo: number | undefined
/** A thread of the site outlives an import, and the words that it told of may not have come in. */
const begin = (run: number) => {
  if (run !== toldTo) told.clear()
  toldTo = run
}
const untold = (terms: string[]) => {
  const fresh = new Set<string>()
  for (const term of terms) if (!told.has(term)) fresh.add(term)
  // Copies: a piece cut out of a text would keep the whole of it in memory.
  for (const term of fresh) if (told.size < TOLD_MAX) told.add([...term].join(''))
  return [...fresh]
}

const NOTHING: Rendered = {
  original_text: '',
  parsed_text: '',
  description: '',
  plain_text: '',
  terms: NO_TERMS,
  newTerms: [],
}

const withoutMentions = (html: string) => html.replace(/<a href="\/users\/[^"]*" class="mention">@([^<]*)<\/a>/g, '@$1')

const render = (text: Texts[number], language: string): Rendered => {
  if (text.kind === 'comment') {
    const original_text = 'text' in text ? text.text : htmlToMarkdown(text.html)
    return { ...NOTHING, original_text, parsed_text: renderMarkdown(original_text, { mode: 'comment' }).html }
  }
  if (text.kind === 'bio' && !text.html.trim()) return NOTHING
  const original_text =
    text.kind === 'markdown' ? text.text : 'markdown' in text ? text.markdown : htmlToMarkdown(text.html)
  const rendered = renderMarkdown(original_text)
  const parsed_text = withoutMentions(rendered.html) // an `@` in a post was no mention there
  if (text.kind !== 'post') return { ...NOTHING, original_text, parsed_text }
  const { text: words } = rendered
  const [title, body] = [terms(text.title, language), terms(words, language)]
  return {
    original_text,
    parsed_text,
    description: description(parsed_text, { text: words }),
    plain_text: words,
    terms: { title: title.join(' '), body: body.join(' ') },
    newTerms: untold([...title, ...body]),
  }
}

/** Each text as it is kept, or what is wrong with it. `run`: the number of the import in its process. */
export const renderImported = ({ texts, language, run }: { texts: Texts; language: string; run: number }) => {
  begin(run)
  return texts.map((text) => {
    try {
      return render(text, language)
    } catch (error) {
      return (error as Error).message
    }
  })
}
