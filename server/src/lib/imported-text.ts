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
}

const NO_TERMS = { title: '', body: '' }

const NOTHING: Rendered = { original_text: '', parsed_text: '', description: '', plain_text: '', terms: NO_TERMS }

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
  return {
    original_text,
    parsed_text,
    description: description(parsed_text, { text: words }),
    plain_text: words,
    terms: { title: terms(text.title, language).join(' '), body: terms(words, language).join(' ') },
  }
}

/** Each text as it is kept, or what is wrong with it. */
export const renderImported = ({ texts, language }: { texts: Texts; language: string }) =>
  texts.map((text) => {
    try {
      return render(text, language)
    } catch (error) {
      return (error as Error).message
    }
  })
