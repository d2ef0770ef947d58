import { expect, test } from 'vitest'
import { asTitle } from './title.ts'

test.each([
  [' Is it\r\nso?\u2028Or not? ', 'Is it so? Or not?'],
  ['abc \u202egnihtemos\u202c \u2066def\u2069', 'abc gnihtemos def'],
  [`Z${'\u0301'.repeat(120)}algo`, `Z${'\u0301'.repeat(6)}algo`],
])('%j is kept as %j', (sent, kept) => expect(asTitle(sent)).toBe(kept))

test.each([
  'Wie heißt  «das» auf Deutsch ?',
  'می\u200cخواهم بدانم',
  'Is 👩\u200d👩\u200d👧 one letter?',
  'בְּרֵאשִׁ֖ית',
  'ที่นี่',
])('%s stays as it is', (title) => expect(asTitle(title)).toBe(title))
