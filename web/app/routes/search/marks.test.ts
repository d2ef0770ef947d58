import { expect, test } from 'vitest'
import { markWords } from './marks.ts'

/** The marked pieces in brackets. */
const marked = (text: string, ...wanted: string[]) =>
  markWords(text, wanted)
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('')

test.each([
  ['Some skunks have evolved it', ['skunk'], 'Some [skunks] have evolved it'],
  ['What is ‘Skunking’?', ['skunk'], 'What is ‘[Skunking]’?'],
  ['two stories, one story', ['story'], 'two [stories], one [story]'],
  ['the cap, a captain and capital letters', ['cap'], 'the [cap], a [captain] and [capital] letters'],
  ['beer has been here', ['beer'], '[beer] has been here'],
  ['Crème brûlée', ['creme'], '[Crème] brûlée'],
  ['nothing of it', ['elsewhere'], 'nothing of it'],
  ['日本のビールは美味しい', ['ビール'], '日本の[ビール]は美味しい'],
  ['C# and c++', ['c#'], '[C]# and [c]++'],
  ['', ['beer'], ''],
])('%s', (text, wanted, expected) => expect(marked(text, ...wanted)).toBe(expected))

test('no letter is lost', () => {
  const text = 'A <b>bold</b> “claim” — 42% of beers'
  expect(
    markWords(text, ['beer', 'bold'])
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
