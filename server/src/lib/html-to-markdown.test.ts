import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { corpus } from '../../test/corpus.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { renderMarkdown } from './markdown.ts'
import { plainText } from './plain-text.ts'

test.each<[string, string, string]>([
  ['paragraphs', '<p>a</p>\n<p>b</p>', 'a\n\nb'],
  ['emphasis', '<p><strong>a</strong> <em>b</em> <del>c</del></p>', '**a** *b* ~~c~~'],
  ['headings', '<h2>a</h2>', '## a'],
  ['code', '<pre><code>x = 1\n\ny\n</code></pre>', '```\nx = 1\n\ny\n```'],
  ['code in a language', '<pre class="lang-js prettyprint-override"><code>x</code></pre>', '```js\nx\n```'],
  ['code with backticks', '<pre><code class="language-md">```\nx\n```</code></pre>', '````md\n```\nx\n```\n````'],
  ['code among words', '<p>a <code>b</code></p>', 'a `b`'],
  ['lists', '<ul><li>a</li><li>b</li></ul>', '-   a\n-   b'],
  [
    'lists of tasks',
    '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled> a</li><li><input type="checkbox" checked=""> <b>b</b><ul><li>c</li></ul></li><li>d <input type="checkbox"></li></ul>',
    '-   [ ] a\n-   [x] **b**\n    -   c\n-   d',
  ],
  [
    'tasks of other editors',
    '<ul><li role="checkbox" aria-checked="true">a</li><li data-checked="false"><label><input type="checkbox"></label><div>b</div></li></ul>',
    '-   [x] a\n-   [ ] b',
  ],
  ['quotes', '<blockquote><p>a</p></blockquote>', '> a'],
  ['a spoiler as a quote', '<blockquote class="spoiler"><p>a</p></blockquote>', '> a'],
  [
    'tables',
    '<table><thead><tr><th>a</th><th align="right">b|c</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    '| a | b\\|c |\n| --- | --: |\n| 1 | 2 |',
  ],
  [
    'tables without a head',
    '<table><tr><td>a</td><td><p>b</p><p>c</p></td></tr><tr><td>1</td><td>2</td></tr></table>',
    '| a | b c |\n| --- | --- |\n| 1 | 2 |',
  ],
  ['links of the same site', '<a href="/q/1">a</a> <a href="../b">b</a>', '[a](/q/1) [b](../b)'],
  ['links without a scheme', '<a href="//e.com/x">a</a>', '[a](https://e.com/x)'],
  ['pictures', '<img src="https://e.com/x.png" alt="a">', '![a](https://e.com/x.png)'],
  ['lines', 'a<br>b', 'a  \nb'],
  ['emphasis that ends with punctuation before a letter', '<strong>注意：</strong>内容', '**注意**：内容'],
  ['emphasis that begins with punctuation after a letter', 'a<b>(b)</b> c', 'a(**b)** c'],
  ['emphasis of punctuation alone', 'C<b>++</b>', 'C++'],
  ['emphasis beside emphasis', '<em>a</em><em>b</em>', '*a*b'],
  ['emphasis beside emphasis with a space in it', '<b>a </b><i>b</i><b> c</b>', '**a** *b* **c**'],
  ['emphasis with a space and punctuation in it', 'a<b> (b) </b>c', 'a **(b)** c'],
  ['a link in bold before a letter', '<b><a href="https://e.com/">e</a></b>s', '[e](https://e.com/)s'],
  ['emphasis between punctuation', '(<em>a!</em>)', '(*a!*)'],
  ['nothing', '', ''],
])('keeps %s', (_, html, markdown) => expect(htmlToMarkdown(html)).toBe(markdown))

test.each([
  '<p>1) a *b* _c_ # d</p>',
  '<p># a</p>',
  '<p>1. a</p>',
  '<p>- a</p>',
  '<p>+ a</p>',
  '<p>&gt; a</p>',
  '<p>&amp;lt;b&amp;gt; &amp;amp;</p>',
  '<p>~~a~~ [b](c) ![d](e)</p>',
  '<p>a | b</p><p>---</p>',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  '<p>&lt;https://e.com&gt;</p>',
  '<p>`a` ``b``</p>',
  '<p>$5 and $6 and $HOME</p>',
  '<p>    a</p>',
  '<p>a\\b \\* c</p>',
  '<p>===</p>',
  '<p>~~~</p>',
  '<p>***</p>',
  '<p>[a]: b</p>',
  '<p>2 &lt; 3 &amp; 4</p>',
  '<p><strong>注意：</strong>内容<b>！</b>再</p>',
  '<p><b>Note:</b>text <i>(x)</i>y z<i>«q»</i></p>',
  '<p>a<em>b</em><strong>c</strong>d <b><i>e.</i></b>f</p>',
])('words that look like markup stay words: %s', (html) =>
  expect(renderMarkdown(htmlToMarkdown(html)).text).toBe(plainText(html)),
)

it('leaves formulas as they were written', () =>
  expect(htmlToMarkdown('<p>so $a_1*b_2*c$ and $$x_i$$, for $5 * 3 * 2</p>')).toBe(
    'so $a_1*b_2*c$ and $$x_i$$, for $5 \\* 3 \\* 2',
  ))

describe('what a browser would not show or should not do', () => {
  test.each([
    ['<script>alert(1)</script>a', 'a'],
    ['<style>p{}</style>a', 'a'],
    ['<a href="javascript:alert(1)">a</a>', 'a'],
    ['<img src="javascript:x" onerror="x">', ''],
    ['<iframe src="https://e.com"></iframe>a', 'a'],
    ['<!-- a -->b', 'b'],
    ['<a href="https:e.com">a</a>', 'a'],
  ])('is left out of %s', (html, markdown) => expect(htmlToMarkdown(html)).toBe(markdown))

  it('in any depth', () => {
    for (const tag of ['div', 'blockquote', 'ul><li', 'b', 'table><tr><td'])
      expect(htmlToMarkdown(`<${tag}>`.repeat(5_000) + 'a')).toContain('a')
  }, 30_000)
})

const folder = corpus('markdown-real-pairs')

describe.skipIf(!folder)('real posts', () => {
  it('show the same words after the way through Markdown and back', () => {
    const rows = gunzipSync(readFileSync(`${folder}/pairs.jsonl.gz`))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { html: string })
    const words = (text: string) => text.replace(/\$/g, '').replace(/\s+/g, ' ').trim() // the formulas' own marks are not shown
    const alike = rows.filter(({ html }) => words(plainText(html)) === words(renderMarkdown(htmlToMarkdown(html)).text))
    expect(rows).toHaveLength(6_830)
    expect(alike.length).toBeGreaterThanOrEqual(6_827)
  }, 120_000)
})
