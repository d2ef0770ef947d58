import hljs from 'highlight.js/lib/common'

const LONGEST = 20_000 // characters; longer code stays plain, so that one post can't keep the server busy

const escape = (code: string) => code.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Code as HTML with `hljs-*` classes, in the language the author named; never guessed. */
export const highlight = (code: string, language: string) => {
  if (!language || code.length > LONGEST || !hljs.getLanguage(language)) return escape(code)
  return hljs.highlight(code, { language, ignoreIllegals: true }).value
}
