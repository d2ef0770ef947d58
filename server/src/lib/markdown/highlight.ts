import { createRequire } from 'node:module'
import { createContext, runInContext } from 'node:vm'
import type Highlighter from 'highlight.js/lib/common'
import { escapeHtml } from '../html-entities.ts'
import { whenNeeded } from '../lazy.ts'

const LONGEST = 20_000 // characters; longer code stays plain, so that one post can't keep the server busy

const load = createRequire(import.meta.url)
/** Loaded with the first code: it takes 6 MB, and only the threads that render have any. */
const common = whenNeeded(() => load('highlight.js/lib/common') as typeof Highlighter)
let areAllLoaded = false

/** Nearly all code is in one of 36 languages; the other 157 come when somebody first names one of them. */
const languageNamed = (name: string) => {
  if (!common().getLanguage(name) && !areAllLoaded) {
    load('highlight.js') // adds them to the same instance
    areAllLoaded = true
  }
  return common().getLanguage(name)
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
const NAMES = new Map([
  ['php', 'PHP'],
  ['html', 'HTML'],
  ['xhtml', 'HTML'],
  ['xml', 'XML'],
  ['svg', 'SVG'],
  ['rss', 'RSS'],
  ['atom', 'Atom'],
])

/** As people call it: `js` is "JavaScript"; a word that no language has, as it was written. */
export const languageName = (language: string) =>
  NAMES.get(language.toLowerCase()) ??
  (languageNamed(language)?.name ?? language).replace(/[^\w+#., /-]/g, '').slice(0, 40)

/** The same for the languages that nearly all code is in, without loading the others. */
export const commonName = (language: string) => NAMES.get(language) ?? common().getLanguage(language)?.name ?? language

/** Shorter code is coloured in a moment whatever it is. */
const SHORT = 1000
const watched = createContext({ work: () => {} })

/** What `work` makes, unless it takes longer. */
const within = (ms: number, work: () => string): string | undefined => {
  watched.work = work
  try {
    return runInContext('work()', watched, { timeout: Math.max(1, Math.ceil(ms)) }) as string
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  } finally {
    watched.work = undefined
  }
}

/** Of this thread, in milliseconds: what counts where others keep the processors busy. */
const processorTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
/** The watch goes by the clock: a thread that had to wait begins anew, but not for ever. */
const TRIES = 4

/** Code as HTML with `hljs-*` classes; plain where that takes more of the processor than is left, since some languages take the square of their code. */
export const highlight = (code: string, language: string, left: { ms: number }) => {
  if (!language || code.length > LONGEST || !languageNamed(language)) return escapeHtml(code)
  const coloured = (text: string) => common().highlight(text, { language, ignoreIllegals: true }).value
  coloured('') // the first time the language is made ready, which is no fault of the code
  const began = processorTime()
  let html = code.length <= SHORT ? coloured(code) : undefined
  for (let tries = 0, spent = 0; html === undefined && tries < TRIES && spent < left.ms / 2; tries++) {
    html = within(left.ms, () => coloured(code))
    spent = processorTime() - began
  }
  left.ms = html === undefined ? 0 : left.ms - (processorTime() - began)
  return html ?? escapeHtml(code)
}
