import { createRequire } from 'node:module'
import common from 'highlight.js/lib/common'
import { escapeHtml } from '../html-entities.ts'

const LONGEST = 20_000 // characters; longer code stays plain, so that one post can't keep the server busy

const load = createRequire(import.meta.url)
let areAllLoaded = false

/** Nearly all code is in one of 36 languages; the other 157 come when somebody first names one of them. */
const languageNamed = (name: string) => {
  if (!common.getLanguage(name) && !areAllLoaded) {
    load('highlight.js') // adds them to the same instance
    areAllLoaded = true
  }
  return common.getLanguage(name)
}

const isJson = (code: string) => {
  if (!/^\s*[[{]/.test(code) || !/[\]}]\s*$/.test(code) || !/[":]/.test(code) || code.length > LONGEST) return false
  try {
    JSON.parse(code)
    return true
  } catch {
    return false
  }
}

/** Beginnings that only one language has. */
const SIGNS: [language: string, sign: RegExp][] = [
  ['bash', /^#!.*\b(?:ba|z|da)?sh\b/],
  ['python', /^#!.*\bpython/],
  ['javascript', /^#!.*\bnode\b/],
  ['perl', /^#!.*\bperl\b/],
  ['ruby', /^#!.*\bruby\b/],
  ['php', /^<\?php\b/],
  ['xml', /^(?:<\?xml\b|<!doctype html\b)/i],
  ['diff', /^(?:diff --git |--- \S.*\n\+\+\+ \S)/],
  ['dockerfile', /^FROM \S+(?:\s+AS \S+)?\n(?:[^\n]*\n)*?(?:RUN|COPY|CMD|ENTRYPOINT|WORKDIR) /],
  ['cpp', /^#include <(?:iostream|vector|string|map|memory|algorithm)>/],
  ['c', /^#include <(?:stdio|stdlib|string|stdint)\.h>/],
  ['go', /^package \w+\n\s*import [("]/],
  ['sql', /^(?:select\s[\s\S]{1,2000}?\sfrom\s|insert into\s|create table\s|alter table\s)/i],
]

/** The language of code whose author named none, only where there is no doubt; '' else. */
export const certainLanguage = (code: string) =>
  SIGNS.find(([, sign]) => sign.test(code))?.[0] ?? (isJson(code) ? 'json' : '')

/** Where the library's own name is not the one people know. */
const NAMES: Record<string, string> = {
  php: 'PHP',
  html: 'HTML',
  xhtml: 'HTML',
  xml: 'XML',
  svg: 'SVG',
  rss: 'RSS',
  atom: 'Atom',
}

/** As people call it: `js` is "JavaScript"; a word that no language has, as it was written. */
export const languageName = (language: string) =>
  NAMES[language.toLowerCase()] ?? (languageNamed(language)?.name ?? language).replace(/[^\w+#., /-]/g, '').slice(0, 40)

/** The same for the languages that nearly all code is in, without loading the others. */
export const commonName = (language: string) => NAMES[language] ?? common.getLanguage(language)?.name ?? language

/** Code as HTML with `hljs-*` classes. */
export const highlight = (code: string, language: string) => {
  if (!language || code.length > LONGEST || !languageNamed(language)) return escapeHtml(code)
  return common.highlight(code, { language, ignoreIllegals: true }).value
}
