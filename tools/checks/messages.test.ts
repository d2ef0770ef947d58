import { expect, test } from 'vitest'
import { localeGaps, messageGaps } from './messages.ts'

const WORDS = {
  'locales/en_US/ask.json':
    '{ "title": "Ask", "open": "Open", "tags_one": "{{count}} tag", "tags_other": "{{count}} tags" }',
  'locales/en_US/reasons.json': '{ "vote.own": "Yours" }',
}
const PAGE = `const t = useText('ask')\nt('title'); t('tags', { count: 2 }); t(yes ? 'open' : 'title')`
const gaps = (page: string, more: Record<string, string> = {}, reasons = ['vote.own']) =>
  messageGaps(new Map(Object.entries({ ...WORDS, 'web/app/routes/ask.tsx': page, ...more })), reasons)

test('a page whose words are all there, and words that are all used', () => expect(gaps(PAGE)).toEqual([]))
test('words are asked for in meta, and without a name in between', () => {
  expect(gaps(`${PAGE}; textIn(root, 'ask')('title')`)).toEqual([])
  expect(gaps(`${PAGE}; textIn(root, 'ask')('body'); const u = textIn(root, 'ask'); u('foot')`)).toEqual([
    expect.stringContaining('ask.body'),
    expect.stringContaining('ask.foot'),
  ])
})
test('a word that is missing is found', () =>
  expect(gaps(`${PAGE}; t('body')`)).toEqual(['web/app/routes/ask.tsx:2 asks for ask.body, which locales/en_US lacks']))
test('a word that is missing in one branch is found', () =>
  expect(gaps(`${PAGE}; t(yes ? 'title' : 'shut')`)).toEqual([expect.stringContaining('asks for ask.shut')]))
test('a word nobody asks for is found', () =>
  expect(gaps(PAGE.replace(`t(yes ? 'open' : 'title')`, ''))).toEqual([
    'locales/en_US has ask.open, which nobody asks for',
  ]))
test('a reason without words is found', () =>
  expect(gaps(PAGE, {}, ['vote.own', 'vote.deleted'])).toEqual([
    'contract/src/reasons.ts asks for reasons.vote.deleted, which locales/en_US lacks',
  ]))
test('a key put together at run time must say what it can be', () => {
  expect(gaps(`${PAGE}; t(key)`)).toEqual([expect.stringContaining('web/app/routes/ask.tsx:2 puts a key together')])
  expect(gaps(`${PAGE}; t(key) // words: ask.title`)).toEqual([])
  expect(gaps(`${PAGE} // words: ask.state.*`)).toEqual([expect.stringContaining('asks for ask.state.*')])
})
test('a key with a gap stands for all that it can be', () => {
  const states = {
    'locales/en_US/ask.json':
      '{ "title": "Ask", "open": "Open", "tags_one": "", "tags_other": "", "state_new": "New", "state_old": "Old" }',
  }
  expect(gaps(`${PAGE}; t(\`state_\${x}\`)`, states)).toEqual([])
  expect(gaps(PAGE, states)).toEqual([
    expect.stringContaining('ask.state_new'),
    expect.stringContaining('ask.state_old'),
  ])
  expect(gaps(`${PAGE}; t(\`size_\${x}\`)`)).toEqual([expect.stringContaining('asks for ask.size_*')])
  expect(gaps(PAGE, { ...states, 'server/src/lib/smtp.ts': 'say(language, `ask.state_${state}`)' })).toEqual([])
})
test('words named in full by the server count as asked for', () => {
  expect(gaps(PAGE, { 'locales/en_US/mail.json': '{ "welcome": "Hi" }' })).toEqual([
    'locales/en_US has mail.welcome, which nobody asks for',
  ])
  expect(
    gaps(PAGE, {
      'locales/en_US/mail.json': '{ "welcome": "Hi" }',
      'server/src/lib/smtp.ts': `say(language, 'mail.welcome')`,
    }),
  ).toEqual([])
})

test('a key that only ends like a plural is a key like any other', () => {
  const more = { 'locales/en_US/reasons.json': '{ "vote.own": "Yours", "field.too_many": "Too many" }' }
  expect(gaps(PAGE, more, ['vote.own', 'field.too_many'])).toEqual([])
  expect(gaps(PAGE, more)).toEqual(['locales/en_US has reasons.field.too_many, which nobody asks for'])
})

const german = (words: string) =>
  localeGaps(
    new Map([
      ...Object.entries(WORDS),
      ['locales/de_DE/ask.json', words],
      ['locales/de_DE/reasons.json', '{ "vote.own": "Deins" }'],
    ]),
  )
const GERMAN = '{ "title": "Fragen", "open": "Offen", "tags_one": "ein Tag", "tags_other": "{{count}} Tags" }'

test('a language with the same keys and placeholders is whole', () => expect(german(GERMAN)).toEqual([]))
test('a key the other language lacks is found', () =>
  expect(german(GERMAN.replace('"open": "Offen", ', ''))).toEqual(['locales/de_DE lacks ask.open']))
test('a key only the other language has is found', () =>
  expect(german(GERMAN.replace('"open"', '"ajar": "", "open"'))).toEqual([
    "locales/de_DE has ask.ajar, which en_US doesn't have",
  ]))
test('a placeholder that is lost or made up is found', () => {
  expect(german(GERMAN.replace('{{count}} Tags', 'Tags'))).toEqual(['locales/de_DE ask.tags_other lacks {{count}}'])
  expect(german(GERMAN.replace('Offen', 'Offen {{name}}'))).toEqual([
    expect.stringContaining('has {{name}}, which nobody fills in'),
  ])
})
test('each language brings its own plural forms', () => {
  const polish = new Map([
    ...Object.entries(WORDS),
    [
      'locales/pl_PL/ask.json',
      '{ "title": "T", "open": "O", "tags_one": "tag", "tags_few": "{{count}} tagi", "tags_many": "{{count}} tagów", "tags_other": "{{count}} tagu" }',
    ],
    ['locales/pl_PL/reasons.json', '{ "vote.own": "T" }'],
  ])
  expect(localeGaps(polish)).toEqual([])
  polish.set(
    'locales/pl_PL/ask.json',
    polish.get('locales/pl_PL/ask.json')!.replace('"tags_few": "{{count}} tagi", ', ''),
  )
  expect(localeGaps(polish)).toEqual(['locales/pl_PL lacks ask.tags_few'])
})
