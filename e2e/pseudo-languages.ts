import { join } from 'node:path'
import type { Messages } from '@askwell/contract/text.ts'

// For `node --import`: two languages that nobody speaks. `en_XA` has accents, brackets and half as much text again: what isn't so was never given to translators, and what doesn't fit doesn't fit in Finnish. `ar_XB` is written from right to left.

const ACCENTED: Record<string, string> = Object.fromEntries(
  [...'aeioucnsyzAEIOUCNSYZ'].map((plain, at) => [plain, [...'áéíóúçñšýžÁÉÍÓÚÇÑŠÝŽ'][at]!]),
)
const ARABIC = [...'ابتثجحخدذرزسشصضطظعغفقكلمنه']
const FILL = ' uno dos tres cuatro cinco seis siete ocho nueve diez'

/** Everything but `{{placeholders}}`. */
const around = (text: string, change: (part: string) => string) =>
  text
    .split(/(\{\{\w+\}\})/)
    .map((part, at) => (at % 2 ? part : change(part)))
    .join('')

const length = (text: string) => text.replaceAll(/\{\{\w+\}\}/g, '').length
const more = (text: string) =>
  Array.from({ length: Math.ceil(length(text) / 2) }, (_, at) => FILL[at % FILL.length]).join('')

const accented = (text: string) =>
  `[${around(text + more(text), (part) => part.replaceAll(/[a-z]/gi, (letter) => ACCENTED[letter] ?? letter))}]`
const arabic = (text: string) =>
  around(text, (part) => part.replaceAll(/[a-z]/gi, (letter) => ARABIC[letter.toLowerCase().charCodeAt(0) - 97]!))

// Loaded into the site's own process, by its path.
const { LANGUAGES } = (await import(join(import.meta.dirname, '../server/src/lib/messages.ts'))) as {
  LANGUAGES: Map<string, Messages>
}
const english = LANGUAGES.get('en_US')!
for (const [language, change] of [
  ['en_XA', accented],
  ['ar_XB', arabic],
] as const)
  LANGUAGES.set(language, Object.fromEntries(Object.entries(english).map(([key, text]) => [key, change(text)])))
