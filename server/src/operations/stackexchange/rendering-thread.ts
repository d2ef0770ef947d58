import { parentPort } from 'node:worker_threads'
import { withMentions } from '../../features/imports/policy.ts'
import { htmlToMarkdown } from '../../lib/html-to-markdown.ts'
import { renderMarkdown } from '../../lib/markdown.ts'
import { description } from '../../lib/plain-text.ts'
import { terms } from '../../lib/text-terms.ts'

/** What is to be made of texts: Markdown and HTML of ours, and for posts the terms they are found by. */
export type Texts =
  | { kind: 'post'; title: string; html: string }[]
  | { kind: 'comment'; text: string }[]
  | { kind: 'bio'; html: string }[]
  | { kind: 'markdown'; text: string }[]
export interface Rendered {
  original_text: string
  parsed_text: string
  description: string
  terms: { title: string[]; body: string[] }
}

const NO_TERMS = { title: [], body: [] }

const render = (text: Texts[number], language: string): Rendered => {
  if (text.kind === 'comment')
    return {
      original_text: text.text,
      parsed_text: renderMarkdown(text.text, { mode: 'comment' }).html,
      description: '',
      terms: NO_TERMS,
    }
  const original_text = text.kind === 'markdown' ? text.text : htmlToMarkdown(text.html)
  const { html: rendered, text: words } = renderMarkdown(original_text)
  const html = withMentions(rendered, []) // an `@` in a post was no mention there
  if (text.kind !== 'post') return { original_text, parsed_text: html, description: '', terms: NO_TERMS }
  return {
    original_text,
    parsed_text: html,
    description: description(html),
    terms: { title: terms(text.title, language), body: terms(words, language) },
  }
}

parentPort!.on('message', ({ texts, language }: { texts: Texts; language: string }) => {
  parentPort!.postMessage(
    texts.map((text) => {
      try {
        return render(text, language)
      } catch (error) {
        return (error as Error).message
      }
    }),
  )
})
