import { expect, test } from 'vitest'
import { pasteRule } from './plugin-pastes.ts'

const ticket = pasteRule({ address: 'https://tickets.example.org/browse/:key', insert: '[{key}]({address})' })
const paste = (text: string, selected = '') => ticket({ text, html: '', selected })

test('a pasted address that fits becomes what the plugin says', () => {
  expect(paste('https://tickets.example.org/browse/OVEN-12')).toBe(
    '[OVEN-12](https://tickets.example.org/browse/OVEN-12)',
  )
  expect(paste(' https://tickets.example.org/browse/OVEN-12?focus=1#c \n')).toBe(
    '[OVEN-12](https://tickets.example.org/browse/OVEN-12?focus=1#c)',
  )
})

test.each([
  'https://tickets.example.org/other/OVEN-12',
  'https://tickets.example.com/browse/OVEN-12',
  'http://tickets.example.org/browse/OVEN-12',
  'see https://tickets.example.org/browse/OVEN-12',
  'https://tickets.example.org/browse/OVEN-12 and more',
  `https://tickets.example.org/browse/${'x'.repeat(3000)}`,
  'javascript:alert(1)',
])('%s is left to the editor', (text) => expect(paste(text)).toBeNull())

test('words that were selected become a link to it, as with any address', () =>
  expect(paste('https://tickets.example.org/browse/OVEN-12', 'this one')).toBeNull())

test('what the address brings along is a word, and ends neither link nor line', () => {
  expect(paste('https://tickets.example.org/browse/a](b)*c*%0A%3Cimg%3E%5D')).toBe(
    String.raw`[a\]\(b\)\*c\* \<img\>\]](https://tickets.example.org/browse/a]%28b%29*c*%0A%3Cimg%3E%5D)`,
  )
  expect(paste('https://tickets.example.org/browse/%E0%A4%A')).toBe(
    '[%E0%A4%A](https://tickets.example.org/browse/%E0%A4%A)',
  )
})
