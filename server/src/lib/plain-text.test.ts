import { isVisible } from '@askwell/contract/visible.ts'
import { describe, expect, it, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'
import { description, excerpt, plainText } from './plain-text.ts'

describe('the words of HTML', () => {
  test.each([
    ['<p>a <b>b</b></p><p>c</p>', 'a b\nc'],
    ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
    ['a<br>b', 'a\nb'],
    ['<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>', '1 2\n3'],
    ['<p>a\n  b</p>', 'a b'],
    ['<pre><code>x = 1\ny = 2</code></pre>', 'x = 1\ny = 2'],
    ['&lt;b&gt; &amp;lt; &quot; &#39; &eacute;', '<b> &lt; " \' é'],
    ['<img alt="a cat" src="x">', 'a cat'],
    ['<script>alert(1)</script><style>p{}</style>a', 'a'],
    ['<p>a</p><!-- b -->', 'a'],
    ['<noscript>x</noscript><template>y</template>z', 'z'],
    ['', ''],
    ['a < b', 'a < b'],
    ['<b', ''],
    ['</p>a', 'a'],
    ['<p title="<script>">a</p>', 'a'],
  ])('%j are %j', (html, text) => expect(plainText(html)).toBe(text))

  it('say a formula once, as it was written', () =>
    expect(plainText(renderMarkdown('so $x^2$ and\n\n$$\\frac ab$$').html)).toBe('so x^2 and\n\\frac ab'))
  it('may leave out the code', () =>
    expect(plainText('<p>a</p><pre>b</pre><p>c <code>d</code></p>', { code: false })).toBe('a\nc d'))
  it('come back from a long run of spaces', () =>
    expect(plainText(`<pre>a${' '.repeat(200_000)}b\n${'\t'.repeat(200_000)}</pre>`)).toBe('a b'))
  it('come back from a deep text', () => expect(plainText('<div>'.repeat(20_000) + 'a')).toBe('a'))
})

describe('the words of HTML as it is stored', () => {
  // A comment in front of it is nothing that the sanitizer leaves, so that the parser reads the rest.
  const long = (html: string) => plainText(`<!-- -->${html}`)

  test.each([
    'a **b** `c`\n\n- d\n- e\n\n> f\n\n1. g\n\n   h',
    '![a &amp; "b" <c>](https://e.com/x.png "d") and &lt;b&gt; "q"',
    '| a | b |\n| --- | :-: |\n| 1 | 2 |',
    '```js\nlet a = 1 < 2 && "x"\n\n\tb\n```\n\nafter  two   spaces',
    'so $x^2$ and\n\n$$\\frac ab$$',
    '# a\n\n---\n\nb  \nc @ann https://e.com/?a=1&b=2',
  ])('are the same without a parser: %j', (markdown) => {
    const { html } = renderMarkdown(markdown)
    expect(plainText(html)).toBe(long(html))
    expect(plainText(html)).not.toBe('')
  })

  it.each([
    '<p>a',
    'a</p>b',
    '<p>&eacute;</p>',
    '<b>a</b>',
    '<p>a<br>b</p>',
    '<p title="<i>">a</p>',
    '<ul><li>a<p>b</ul>',
  ])('are read by the parser where it is stored otherwise: %s', (html) => expect(plainText(html)).toBe(long(html)))
})

describe('an excerpt', () => {
  test.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['one two three', 9, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['a\n\n b\tc', 10, 'a b c'],
    ['x'.repeat(20), 10, `${'x'.repeat(9)}…`],
    ['', 5, ''],
    ['标签是什么意思呢', 5, '标签是…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 13, '👩‍👩‍👧‍👦…'],
    ['See example.com now', 12, 'See example…'],
    ['Now see example.com', 12, 'Now see…'],
  ])('of %j within %i is %j', (text, max, expected) => expect(excerpt(text, max)).toBe(expected))

  it('is never longer than asked, and never breaks a letter', () => {
    for (const text of [
      'word '.repeat(2_000),
      '字'.repeat(5_000),
      '👨‍👩‍👧'.repeat(999),
      'e\u0301'.repeat(999),
      ' '.repeat(9_999),
      'a'.repeat(65_535),
    ]) {
      for (const max of [1, 2, 10, 240]) {
        const short = excerpt(text, max)
        expect(short.length).toBeLessThanOrEqual(max)
        expect(short.isWellFormed()).toBe(true)
        expect(text.replace(/\s+/g, ' ').startsWith(short.replace(/…$/, ''))).toBe(true)
      }
    }
  })
})

describe('what is seen of a formula', () => {
  const seen = (tex: string) => plainText(renderMarkdown(`$${tex}$`).html, { formulas: 'seen' })
  it.each([
    String.raw`\phantom{abc}`,
    String.raw`\hphantom{abc}\,\vphantom{x}`,
    String.raw`\textcolor{transparent}{abc}`,
    String.raw`\textcolor{#0000}{abc} \color{#12345600}d`,
    String.raw`\textcolor{transparent}{\rule{1em}{1em}}`,
    String.raw`\phantom{\frac{a}{\sqrt{b}}}`,
    String.raw`\smash{}~`,
  ])('nothing of %s', (tex) => expect(isVisible(seen(tex))).toBe(false))
  it.each([
    'x',
    String.raw`\phantom{a}b`,
    String.raw`\textcolor{#000f}{abc}`,
    String.raw`\rule{1em}{1em}`,
    String.raw`\frac{\phantom{a}}{\phantom{b}}`,
    String.raw`\sqrt{\phantom{x}}`,
    String.raw`\colorbox{red}{\phantom{x}}`,
    String.raw`\boxed{\phantom{a}}`,
    String.raw`\cancel{\phantom{a}}`,
    String.raw`\underline{\phantom{a}}`,
  ])('something of %s', (tex) => expect(isVisible(seen(tex))).toBe(true))
})

describe('a description', () => {
  it('is the prose', () => expect(description('<p>See:</p><pre>code</pre>')).toBe('See:'))
  it('is the code where there is no prose', () => expect(description('<pre>code</pre>')).toBe('code'))
  it('has at most 240 characters', () =>
    expect(description(`<p>${'word '.repeat(200)}</p>`).length).toBeLessThanOrEqual(240))
})
