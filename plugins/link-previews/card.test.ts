import { expect, test } from 'vitest'
import { cardIn } from './card.ts'
import { textOfPage } from './charset.ts'

const head = (inner: string) => `<!doctype html><html><head>${inner}</head><body><h1>Body</h1></body></html>`

test.each([
  ['its title', '<title>Ovens</title>', { title: 'Ovens' }],
  ['what it says of itself', '<title>Ovens</title><meta name=description content="All of them.">', 'All of them.'],
  [
    'Open Graph before Twitter before the rest, wherever they stand',
    `<title>Third</title><meta name="twitter:title" content="Second"><meta name="description" content="c">
     <meta name="twitter:description" content="b"><meta property="og:description" content="a"><meta property="og:title" content="First">`,
    { title: 'First', text: 'a' },
  ],
  ['the next one where one is empty', '<title>Ovens</title><meta property="og:title" content=" &nbsp; ">', 'Ovens'],
  ['the first of several', '<title>One</title><title>Two</title>', { title: 'One' }],
  ['no title of a picture', '<svg><title>A picture</title></svg><title>Ovens</title>', { title: 'Ovens' }],
  ['no more than once the same', '<title>Ovens</title><meta name="description" content="Ovens">', { title: 'Ovens' }],
  ['entities as letters', '<title>Fish &amp; chips &#8211; na&iuml;ve</title>', { title: 'Fish & chips – naïve' }],
  ['markup as text', '<title><script>alert(1)</script></title>', { title: '<script>alert(1)</script>' }],
  ['one line', '<title>\n  Ovens\r\n\tand\u0000\u0007 more\u2028 \n</title>', { title: 'Ovens and more' }],
  ['nothing that turns text round', '<title>a\u202Egpj.exe\u2066\u200Fb</title>', { title: 'agpj.exeb' }],
  ['letters that need a joiner', '<title>می‌خواهم 👩‍👩‍👧</title>', { title: 'می‌خواهم 👩‍👩‍👧' }],
])('a page shows %s', (_, inner, expected) => {
  const card = cardIn(head(inner))
  if (typeof expected === 'string') expect(Object.values(card!)).toContain(expected)
  else expect(card).toEqual(expected)
})

test.each([
  ['no title', '<meta name="description" content="Something">'],
  ['an empty title', '<title></title>'],
  ['a title of nothing that can be read', '<title>\u200B \u202E —</title>'],
])('with %s there is no card', (_, inner) => expect(cardIn(head(inner))).toBeUndefined())

test('long texts are cut between words, and between letters where there are no words', () => {
  const { title, text } = cardIn(
    head(`<title>${'パ'.repeat(500)}</title><meta name=description content="${'Some words, '.repeat(100)}">`),
  )!
  expect(title).toBe(`${'パ'.repeat(119)}…`)
  expect(text).toMatch(/^(Some words, )+Some(?: words)?…$/)
  expect(text!.length).toBeLessThanOrEqual(240)
  expect(text!.length).toBeGreaterThan(220)
  expect(cardIn(head(`<title>${'👩‍👩‍👧'.repeat(50)}</title>`))!.title).toMatch(/^(👩‍👩‍👧)+…$/u)
})

test.each([
  ['signs of entities', 'a&'.repeat(262_144)],
  ['brackets', '<'.repeat(524_288)],
  ['elements', '<div>'.repeat(104_857)],
  ['elements in a title that never ends', `<title>${'<b>'.repeat(174_760)}`],
  ['attributes', `<meta ${'a=b '.repeat(131_070)}`],
  ['entities in an attribute', `<meta property="og:title" content="${'a&amp'.repeat(104_850)}">`],
  ['comments', '<!--'.repeat(131_072)],
  ['letters with ever more accents', `<title>a${'\u0301'.repeat(524_000)}</title>`],
  ['spaces', `<title>a${' '.repeat(524_000)}b</title>`],
  ['pictures', '<svg>'.repeat(104_857)],
  ['ends of elements', `${'<b>'.repeat(490)}${'</x>'.repeat(130_000)}`],
  ['elements that end at once', `${'<b>'.repeat(490)}${'<i></i>'.repeat(74_000)}`],
])('half a megabyte of %s is read in no time', (_, html) => {
  const began = performance.now()
  const card = cardIn(html)
  expect(performance.now() - began).toBeLessThan(1000)
  expect(card?.title.length ?? 0).toBeLessThanOrEqual(120)
})

const bytes = (text: string, encoding: BufferEncoding = 'latin1') => new Uint8Array(Buffer.from(text, encoding))
const NAIVE = '<title>na\u00EFve</title>'
test.each([
  ['the header says', bytes(NAIVE), 'text/html; charset=ISO-8859-1', 'naïve'],
  ['the page says', bytes(`<meta charset="windows-1252">${NAIVE}`), 'text/html', 'naïve'],
  [
    'the page says in an older way',
    bytes(`<meta http-equiv=Content-Type content="text/html; charset=koi8-r"><title>\xF0\xD2\xC9</title>`),
    'text/html',
    'При',
  ],
  ['the header says, whatever the page says', bytes(`<meta charset=koi8-r>${NAIVE}`), 'text/html;charset=l1', 'naïve'],
  ['it begins with', bytes(`\uFEFF${NAIVE}`, 'utf16le'), 'text/html; charset=utf-8', 'naïve'],
  ['nobody says, and that is UTF-8', bytes(`${NAIVE}\u2026`, 'utf8').subarray(0, -1), 'text/html', 'naïve'],
  ['nobody says, and that isn’t UTF-8', bytes(NAIVE), 'text/html', 'naïve'],
  ['there isn’t', bytes(`<meta charset=latin1>${NAIVE}`), 'text/html; charset=klingon', 'naïve'],
  ['it can’t be written in', bytes(`<meta charset=utf-16>${NAIVE}`, 'utf8'), 'text/html', 'naïve'],
  ['is wrong', bytes(NAIVE), 'text/html; charset=utf-8', 'na\uFFFDve'],
])('a page is read in the charset that %s', (_, page, type, title) => {
  expect(cardIn(textOfPage(page, type))?.title).toBe(title)
})
