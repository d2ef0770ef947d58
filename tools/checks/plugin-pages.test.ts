import { expect, test } from 'vitest'
import { type PluginThere, pluginPageGaps } from './plugin-pages.ts'

const WORDS: Record<string, string> = {
  field_server: 'Server',
  field_key: 'API key',
  field_mood: 'Mood',
  option_mild: 'Mild',
  option_strict: 'Strict',
  field_loud: 'Loud',
}
const shout: PluginThere = {
  page: 'shout',
  fields: [
    { name: 'server', kind: 'address', required: true, default: 'https://shout.example' },
    { name: 'key', kind: 'secret', required: true },
    { name: 'mood', kind: 'choice', options: ['mild', 'strict'], default: 'mild' },
    { name: 'loud', kind: 'switch' },
  ],
  permissions: ['net:{server}'],
  word: (key) => WORDS[key] ?? key,
}
const PAGE = `# Shout
![The page of its settings](pictures/shout.webp)
| Setting | What it does | Default |
|---|---|---|
| Server (\`server\`) | Where it shouts. | \`https://shout.example\` |
| API key (\`key\`) | What it shouts with. | required |
| Mood (\`mood\`) | *Mild*: little. *Strict*: much. | Mild |
| Loud (\`loud\`) | Capital letters. | off |

- \`net:{server}\`: it shouts there.
`
const PICTURES = new Map([['docs/plugins/pictures/shout.webp', 30_000]])
const filesWith = (page: string, index = '[Shout](plugins/shout.md)') =>
  new Map([
    ['docs/plugins/shout.md', page],
    ['docs/plugins-that-come-along.md', index],
  ])
const gaps = (page: string, plugin = shout) => pluginPageGaps(filesWith(page), [plugin], PICTURES)

test('a page that says all that its plugin is has no gap', () => {
  expect(gaps(PAGE)).toEqual([])
})

test.each([
  ['a setting that is new', PAGE.replace(/^\| Loud.*\n/m, ''), 'has no row for the setting loud'],
  ['a setting that is gone', PAGE.replace('`loud`', '`quiet`'), 'has a row for quiet, which is no setting'],
  ['another label', PAGE.replace('| API key', '| Key'), 'calls key “Key”, the form calls it “API key”'],
  ['another default', PAGE.replace('| Mild |', '| Strict |'), 'says of mood “Strict”, its default is Mild'],
  ['another address', PAGE.replace('`https://shout.example`', 'required'), 'its default is `https://shout.example`'],
  ['an option without a word', PAGE.replace('*Strict*: much.', ''), 'doesn’t say of mood what “Strict” does'],
  ['a permission without a reason', PAGE.replace('- `net:{server}`', '-'), 'doesn’t say why it may `net:{server}`'],
  ['no picture', PAGE.replace(/^!.*$/m, ''), 'doesn’t show pictures/shout.webp'],
  ['a picture without words', PAGE.replace('The page of its settings', ''), 'doesn’t say in words'],
])('%s is found', (_, page, gap) => {
  expect(gaps(page).join('\n')).toContain(gap)
})

test('a plugin without a page, a picture or a link is found, and so are pages and pictures of no plugin', () => {
  expect(pluginPageGaps(new Map(), [shout], PICTURES)).toEqual([
    'docs/plugins/shout.md is missing',
    'docs/plugins-that-come-along.md has no link to plugins/shout.md',
  ])
  expect(pluginPageGaps(filesWith(PAGE), [shout], new Map())).toEqual([
    expect.stringContaining('docs/plugins/shout.md has no picture at pictures/shout.webp'),
  ])
  const heavy = new Map([['docs/plugins/pictures/shout.webp', 60_001]])
  expect(pluginPageGaps(filesWith(PAGE), [shout], heavy)).toEqual([expect.stringContaining('more than 60000 bytes')])
  expect(pluginPageGaps(filesWith(PAGE, ''), [], PICTURES)).toEqual([
    'docs/plugins/shout.md is of no plugin',
    'docs/plugins/pictures/shout.webp is of no plugin',
  ])
})
