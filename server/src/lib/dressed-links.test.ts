import { expect, test } from 'vitest'
import { dressedLinks, namedIn } from './dressed-links.ts'
import { renderMarkdown } from './markdown.ts'

const HERE = 'https://here.example'
const titles = new Map([[42, 'Is <b> a "tag"?']])
const known = { titles, members: new Set(['ann']) }
const dress = (text: string) => dressedLinks(renderMarkdown(text).html, known, HERE)
const TITLE = 'Is &lt;b&gt; a &quot;tag&quot;?'

test.each([
  ['#10010000000000042', `<p><a href="/questions/10010000000000042">${TITLE}</a></p>`],
  ['#10010000000000043', '<p><a href="/questions/10010000000000043">#10010000000000043</a></p>'],
  [
    'https://here.example/questions/10010000000000042/is-it',
    `<p><a href="https://here.example/questions/10010000000000042/is-it" rel="nofollow ugc noopener">${TITLE}</a></p>`,
  ],
  [
    '[words](https://here.example/questions/10010000000000042)',
    '<p><a href="https://here.example/questions/10010000000000042" rel="nofollow ugc noopener">words</a></p>',
  ],
  [
    'https://there.example/questions/10010000000000042',
    '<p><a href="https://there.example/questions/10010000000000042" rel="nofollow ugc noopener">https://there.example/questions/10010000000000042</a></p>',
  ],
  [
    '[manual](https://www.there.example/a?b=1&c)',
    '<p><a href="https://www.there.example/a?b=1&amp;c" rel="nofollow ugc noopener" data-site="there.example">manual</a></p>',
  ],
  [
    '[there.example says](https://there.example/a)',
    '<p><a href="https://there.example/a" rel="nofollow ugc noopener">there.example says</a></p>',
  ],
  ...[
    ['[**https://bank.example**](https://evil.example/)', '<strong>https://bank.example</strong>'],
    ['[microsoft.com](https://t.co/)', 'microsoft.com', 't.co'],
    ['[evil.example.bank.example](https://evil.example/)', 'evil.example.bank.example'],
    ['[https://bank.example/evil.example](https://evil.example/)', 'https://bank.example/evil.example'],
    ['[evil.example@bank.example](https://evil.example/)', 'evil.example@bank.example'],
  ].map(([text, words, site = 'evil.example']): [string, string] => [
    text!,
    `<p><a href="https://${site}/" rel="nofollow ugc noopener" data-site="${site}">${words}</a></p>`,
  ]),
  [
    '[*www.there.example*](https://there.example/a)',
    '<p><a href="https://there.example/a" rel="nofollow ugc noopener"><em>www.there.example</em></a></p>',
  ],
  ['[mail](mailto:a@b.example)', '<p><a href="mailto:a@b.example" rel="nofollow ugc noopener">mail</a></p>'],
  ['@Ann and @bob', '<p><a href="/users/ann" class="mention">@Ann</a> and @bob</p>'],
  ['[@bob](/users/bob)', '<p><a href="/users/bob" rel="nofollow ugc noopener">@bob</a></p>'],
  ['`#10010000000000042`', '<p><code>#10010000000000042</code></p>'],
])('%s', (text, html) => {
  expect(dress(text)).toBe(html)
})

test('a name before the host is part of no link', () => {
  for (const text of ['[a](https://bank.example@evil.example/)', '<https://bank.example@evil.example/>'])
    expect(dress(text)).not.toMatch(/href="[^"]*evil/)
})

test('a formula may hide the site that it names', () => {
  expect(dress('[$\\textcolor{transparent}{evil.example}$ bank.example](https://evil.example/)')).toContain(
    'data-site="evil.example"',
  )
})

test('answers are named by their own number', () => {
  expect(namedIn(renderMarkdown('#10020000000000007 and #10010000000000042').html, HERE)).toEqual([
    { type: 'answer', number: 7 },
    { type: 'question', number: 42 },
  ])
})
