import { expect, test } from 'vitest'
import { localeGaps, unusedMessages } from './messages.ts'

const WORDS = {
  'locales/en_US/ask.json':
    '{ "title": "Ask", "open": "Open", "tags_one": "{{count}} tag", "tags_other": "{{count}} tags" }',
  'locales/en_US/reasons.json': '{ "vote.own": "Yours" }',
}
const PAGE = `const t = useText('ask')\nt('title'); t('tags', { count: 2 }); t(yes ? 'open' : 'title')`
const unused = (page: string, more: Record<string, string> = {}, reasons = ['vote.own']) =>
  unusedMessages(new Map(Object.entries({ ...WORDS, 'web/app/routes/ask.tsx': page, ...more })), reasons)

test('words that are all used', () => expect(unused(PAGE)).toEqual([]))
test('words are asked for without a name in between', () =>
  expect(unused(`useText('ask')('title'); useText('ask')('tags'); useText('ask')(yes ? 'open' : 'title')`)).toEqual([]))
test('a word nobody asks for is found', () => {
  expect(unused(PAGE.replace(`t(yes ? 'open' : 'title')`, ''))).toEqual([
    'locales/en_US has ask.open, which nobody asks for',
  ])
  expect(unused(PAGE, {}, [])).toEqual(['locales/en_US has reasons.vote.own, which nobody asks for'])
})
test('a text of another area, or in another page, is no use of it', () => {
  const without = PAGE.replace(`t(yes ? 'open' : 'title')`, `useText('ui')('open')`)
  expect(unused(without, { 'web/app/routes/tags.tsx': `f('open')` })).toEqual([expect.stringContaining('ask.open')])
})
test('a key from a variable can be any text of the page, and of what it imports', () => {
  const page = PAGE.replace(`t(yes ? 'open' : 'title')`, 't(key)')
  expect(unused(page)).toEqual([expect.stringContaining('ask.open')])
  expect(unused(`${page}; const keys = ['open']`)).toEqual([])
  const keys = { 'web/app/routes/keys.ts': `export const key = 'open'` }
  expect(unused(page, keys)).toEqual([expect.stringContaining('ask.open')])
  expect(unused(`import { key } from './keys.ts'\n${page}`, keys)).toEqual([])
})
test('a key with a gap stands for all that it can be', () => {
  const states = {
    'locales/en_US/ask.json':
      '{ "title": "Ask", "open": "Open", "tags_one": "", "tags_other": "", "state_new": "New", "state_old": "Old" }',
  }
  expect(unused(`${PAGE}; t(\`state_\${x}\`)`, states)).toEqual([])
  expect(unused(`${PAGE}; t(\`\${x}_new\`)`, states)).toEqual([expect.stringContaining('ask.state_old')])
  expect(unused(PAGE, states)).toEqual([
    expect.stringContaining('ask.state_new'),
    expect.stringContaining('ask.state_old'),
  ])
  expect(unused(PAGE, { ...states, 'server/src/lib/smtp.ts': 'say(language, `ask.state_${state}`)' })).toEqual([])
})
test('words named in full by the server count as asked for', () => {
  const mail = { 'locales/en_US/mail.json': '{ "welcome": "Hi" }' }
  expect(unused(PAGE, mail)).toEqual(['locales/en_US has mail.welcome, which nobody asks for'])
  expect(unused(PAGE, { ...mail, 'server/src/lib/smtp.ts': `translate(language, 'mail.welcome')` })).toEqual([])
})
test('names of plugins are asked for by what they end with', () => {
  const plugins = { 'locales/en_US/plugins.json': '{ "captcha_name": "Captcha", "captcha_note": "Note" }' }
  const asking = { 'server/src/views.ts': 'translatePlugin(language, `${slug}_name`)' }
  expect(unused(PAGE, { ...plugins, ...asking })).toEqual([expect.stringContaining('plugins.captcha_note')])
})

test('a key that only ends like a plural is a key like any other', () => {
  const more = { 'locales/en_US/reasons.json': '{ "vote.own": "Yours", "field.too_many": "Too many" }' }
  expect(unused(PAGE, more, ['vote.own', 'field.too_many'])).toEqual([])
  expect(unused(PAGE, more)).toEqual(['locales/en_US has reasons.field.too_many, which nobody asks for'])
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
