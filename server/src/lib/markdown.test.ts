import katex from 'katex'
import sanitizeHtml from 'sanitize-html'
import { describe, expect, it, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'
import { sanitize } from './sanitize.ts'

/** The same HTML in the sanitizer's spelling, with nothing taken out. */
const asSerialized = (text: string) =>
  sanitizeHtml(text, {
    allowedTags: false,
    allowVulnerableTags: true,
    allowedAttributes: false,
    parseStyleAttributes: false,
  }).replaceAll(/;"/g, '"')

const html = (text: string) => renderMarkdown(text).html
const comment = (text: string) => renderMarkdown(text, { mode: 'comment' }).html
const REL = 'rel="nofollow ugc noopener"'

describe('a post', () => {
  test.each<[string, string, string]>([
    [
      'paragraphs and emphasis',
      'A **zephyr** *text*, ~~old~~ `code()`.',
      '<p>A <strong>zephyr</strong> <em>text</em>, <s>old</s> <code>code()</code>.</p>',
    ],
    ['lists', '3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    [
      'tables',
      '|a|b|\n|-|-:|\n|1|2|',
      '<div class="table-scroll" tabindex="0"><table>\n<thead>\n<tr>\n<th scope="col">a</th>\n<th scope="col" class="align-right">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td class="align-right">2</td>\n</tr>\n</tbody>\n</table></div>',
    ],
    [
      'links',
      '[a](https://e.com "t") [b](/questions/1) [c](mailto:a@b.c)',
      `<p><a href="https://e.com" title="t" ${REL}>a</a> <a href="/questions/1" ${REL}>b</a> <a href="mailto:a@b.c" ${REL}>c</a></p>`,
    ],
    [
      'bare addresses',
      'see https://e.com/a_b.',
      `<p>see <a href="https://e.com/a_b" ${REL}>https://e.com/a_b</a>.</p>`,
    ],
    [
      'pictures from the web',
      '![a "b"](https://e.com/x.png)',
      '<p><img src="https://e.com/x.png" alt="a &quot;b&quot;" loading="lazy" referrerpolicy="no-referrer" /></p>',
    ],
    [
      'pictures uploaded here',
      '![a](/uploads/post/x.png)',
      '<p><img src="/uploads/post/x.png" alt="a" loading="lazy" referrerpolicy="no-referrer" /></p>',
    ],
    [
      'pictures uploaded here with the room they take, and smaller ones for small screens',
      '![a](/uploads/post/AAAAAAAAAAAAAAAAAAAAAA-1000x500.png)',
      '<p><img src="/uploads/post/AAAAAAAAAAAAAAAAAAAAAA-1000x500.png" alt="a" loading="lazy" referrerpolicy="no-referrer" width="1000" height="500" srcset="/uploads/post/AAAAAAAAAAAAAAAAAAAAAA-1000x500.png?w=480 480w, /uploads/post/AAAAAAAAAAAAAAAAAAAAAA-1000x500.png 1000w" sizes="(max-width: 48rem) 100vw, 44rem" /></p>',
    ],
    [
      'code in a named language',
      '```js\nlet a = "<"\n```',
      '<pre tabindex="0" data-language="JavaScript"><code class="language-js"><span class="hljs-keyword">let</span> a = <span class="hljs-string">&quot;&lt;&quot;</span>\n</code></pre>'.replaceAll(
        '&quot;',
        '"',
      ),
    ],
    [
      'code in an unknown language',
      '```nope x\na < b\n```',
      '<pre tabindex="0" data-language="nope"><code class="language-nope">a &lt; b\n</code></pre>',
    ],
    [
      'code without a language is not guessed at',
      '```\nlet a = 1\n```',
      '<pre tabindex="0"><code>let a = 1\n</code></pre>',
    ],
  ])('shows %s', (_, text, expected) => expect(html(text)).toBe(expected))

  it('has headings from h4 on, without gaps', () => {
    expect(html('# a\n### b\n# c')).toBe('<h4 id="h-a">a</h4>\n<h5 id="h-b">b</h5>\n<h4 id="h-c">c</h4>')
    expect(html('### a')).toBe('<h4 id="h-a">a</h4>')
    expect(html('# a\n## b\n### c\n#### d')).toContain('<h6 id="h-d">d</h6>')
  })

  it('shows HTML as text', () =>
    expect(html('<script>alert(1)</script> <b onclick=x>a</b>')).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick=x&gt;a&lt;/b&gt;</p>',
    ))

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#10;script:x',
    '&#106;avascript:x',
    'vbscript:x',
    'data:text/html,x',
    'file:///etc/passwd',
    '//evil.example',
    'https:evil.example',
    'https:/evil.example',
    'ftp://a.b',
    'blob:x',
    'File:x',
  ])('has no link to %s', (address) => {
    expect(html(`[a](${address})`)).not.toContain('href')
    expect(html(`[a](<${address}>) <${address}>`)).not.toContain('href')
  })

  test.each([
    'data:image/png;base64,AA',
    '//e.com/a.png',
    '/etc/a.png',
    '/uploads/../a.png',
    '/uploads/%2e%2e/a.png',
    'a.png',
    'javascript:x',
    'https:a.png',
  ])('has no picture from %s', (address) => expect(html(`![a](${address})`)).not.toContain('<img'))

  it('does not take file names and e-mail addresses for links', () =>
    expect(html('main.rs node.js example.com a@b.de //c.de')).not.toContain('href'))

  it('tells its words, mentions and links', () => {
    expect(
      renderMarkdown(
        '# T\n\nhi @Bob, @bob and @Ann.\n\n- [x](/questions/1)\n- https://e.com ![pic](/uploads/a.png) ![far](https://e.org/a.png)\n\n```js\nf()\n```',
      ),
    ).toMatchObject({
      text: 'T\nhi @Bob, @bob and @Ann.\nx\nhttps://e.com pic far\nf()',
      mentions: ['bob', 'ann'],
      links: ['/questions/1', 'https://e.com', 'https://e.org/a.png'],
    })
  })
})

describe('what a post can also have', () => {
  test.each<[string, string, string]>([
    ['keys', 'Press <kbd>Ctrl</kbd>+<KBD>*C*</KBD>', '<p>Press <kbd>Ctrl</kbd>+<kbd><em>C</em></kbd></p>'],
    ['low and high', 'H<sub>2</sub>O, x<sup>n</sup>', '<p>H<sub>2</sub>O, x<sup>n</sup></p>'],
    ['a broken line', 'a<br>b', '<p>a<br />\nb</p>'],
    ['keys, whatever stands in them', '<kbd>İptal</kbd>', '<p><kbd>İptal</kbd></p>'],
    ['keys only where they are closed', '<kbd>a <sub x>b</sub>', '<p>&lt;kbd&gt;a &lt;sub x&gt;b&lt;/sub&gt;</p>'],
    [
      'tasks',
      '- [ ] a\n- [x] **b**\n- [y] c',
      '<ul>\n<li class="task"><span class="task-box">☐</span> a</li>\n<li class="task task-done"><span class="task-box">☑</span> <strong>b</strong></li>\n<li>[y] c</li>\n</ul>',
    ],
    [
      'emoji by name',
      ':tada: \\:tada: `:tada:` a:100:b std::map::x :nope:',
      '<p>🎉 :tada: <code>:tada:</code> a:100:b std::map::x :nope:</p>',
    ],
    [
      'alerts',
      '> [!WARNING]\n> Hot.\n>\n> Very.',
      '<div class="alert alert-warning">\n<p class="alert-title">Warning</p>\n<p>Hot.</p>\n<p>Very.</p>\n</div>',
    ],
    [
      'alerts whose text comes after an empty line',
      '> [!tip]\n>\n> - a',
      '<div class="alert alert-tip">\n<p class="alert-title">Tip</p>\n<ul>\n<li>a</li>\n</ul>\n</div>',
    ],
    ['quotes that say nothing else', '> [!NOTE]', '<blockquote>\n<p>[!NOTE]</p>\n</blockquote>'],
    [
      'parts that open',
      '<details>\n<summary>More *here*</summary>\n\n- a\n\n</details>\n\nb',
      '<details>\n<summary>More <em>here</em></summary>\n<ul>\n<li>a</li>\n</ul>\n</details>\n<p>b</p>',
    ],
    [
      'parts within parts, and code that speaks of them',
      '<details><summary>a</summary>\n<details open><summary>b</summary>\n\n```\n</details>\n```\n</details>\n</details>',
      '<details>\n<summary>a</summary>\n<details>\n<summary>b</summary>\n<pre tabindex="0"><code>&lt;/details&gt;\n</code></pre>\n</details>\n</details>',
    ],
    ['no part without an end or a summary', '<details>\nx\n</details>', '<p>&lt;details&gt;\nx\n&lt;/details&gt;</p>'],
  ])('%s', (_, text, expected) => expect(html(text)).toBe(expected))

  it('footnotes, whose names are this text’s own', () => {
    const text = 'a[^1] b[^x]\n\n[^1]: One\n[^x]: [two](https://e.com)'
    const shown = html(text)
    const [, name] = /href="#(fn-[0-9a-f]{8})-1"/.exec(shown)!
    expect(shown).toContain(`<li id="${name}-2"><p><a href="https://e.com" ${REL}>two</a>`)
    expect(shown).toContain(`<section class="footnotes">\n<ol>`)
    expect(html(`${text} `)).not.toContain(`${name}-1`)
    expect(html('a[^nobody]')).toBe('<p>a[^nobody]</p>')
  })

  it('so many footnotes and ways back as anybody reads, none within another; the rest stays text', () => {
    const count = (text: string, what: RegExp) => html(text).match(what)?.length ?? 0
    expect(count('^[a]'.repeat(201), /<li id="fn-/g)).toBe(200)
    expect(html('^[a]'.repeat(201))).toContain('</sup>^[a]</p>')
    expect(count('a^[b ^[c] d]', /<li id="fn-/g)).toBe(1)
    expect(html('a^[b ^[c] d]')).toContain('b ^[c] d')
    expect(count(`${'[^a] '.repeat(60)}\n\n[^a]: x`, /footnote-back/g)).toBe(50)
    expect(count(`${'[^a] '.repeat(60)}\n\n[^a]: x`, /footnote-ref/g)).toBe(60)
    const many = Array.from({ length: 201 }, (_, n) => `[^${n}]: note ${n}`).join('\n\n')
    expect(html(many)).toContain('[^200]: note 200')
  })

  it('formulas of no more cells than can be set at once', () => {
    const matrix = (cells: number) => `$\\begin{matrix}${'&'.repeat(cells)}x\\end{matrix}$`
    expect(html(matrix(300))).toContain('class="katex"')
    expect(html(matrix(301))).not.toContain('class="katex"')
    // Nor by a name for many of them.
    const named = `$\\def\\a{${'&'.repeat(100)}}\\begin{matrix}${'\\a'.repeat(190)}\\end{matrix}$`
    expect(html(named)).not.toContain('class="katex"')
    expect(html('$\\def\\a{b}\\a + \\a$')).toContain('class="katex"')
  })

  it('headings that can be linked to, twice the same ones too', () =>
    expect(html('# Über *uns*\n# Über uns\n# 北京')).toBe(
      '<h4 id="h-uber-uns">Über <em>uns</em></h4>\n<h4 id="h-uber-uns-2">Über uns</h4>\n<h4 id="h-beijing">北京</h4>',
    ))

  it('numbers beside long code, which are not in its text', () => {
    const code = 'x\n'.repeat(16)
    expect(html(`\`\`\`nope\n${code}\`\`\``)).toContain(`<code class="language-nope" data-lines="1\n2\n`)
    expect(html(`\`\`\`nope\n${'x\n'.repeat(15)}\`\`\``)).not.toContain('data-lines')
    expect(renderMarkdown(`\`\`\`nope\n${code}\`\`\``).text).not.toContain('16')
    expect(comment(`\`\`\`nope\n${code}\`\`\``)).not.toContain('data-')
  })

  test.each([
    ['#!/bin/sh\necho', 'bash'],
    ['<?php echo 1;', 'php'],
    ['{"a": [1, 2]}', 'json'],
    ['--- a/x\n+++ b/x\n@@ -1 +1 @@', 'diff'],
    ['SELECT a\nFROM b', 'sql'],
  ])('a language that nobody named, where there is no doubt: %j', (code, language) =>
    expect(html(`\`\`\`\n${code}\n\`\`\``)).toContain(`<code class="language-${language}">`),
  )

  it('of code that takes too long to colour, and of what comes after it, leaves it plain', () => {
    const coloured = html(
      `\`\`\`java\nint a = 1;\n\`\`\`\n\`\`\`java\nint b = 1;\n${'a'.repeat(19_900)}\n\`\`\`\n\`\`\`java\nint c;\n\`\`\``,
    )
    expect(coloured.match(/hljs-type/g)).toHaveLength(1)
  })

  it.each(['constructor', '__proto__', 'toString'])('knows no language %s', (language) =>
    expect(html(`\`\`\`${language}\na\n\`\`\``)).toContain(`data-language="${language}"`),
  )

  it('colours code in more than sixty languages', () => {
    const languages =
      'ada apache arduino armasm awk bash basic c clojure cmake coffeescript cpp crystal csharp css d dart delphi diff django dockerfile elixir elm erlang fortran fsharp go gradle graphql groovy haml handlebars haskell http ini java javascript json julia kotlin latex less lisp lua makefile markdown matlab nginx nim nix objectivec ocaml perl pgsql php powershell prolog protobuf python r ruby rust scala scheme scss sql swift tcl typescript vbnet verilog vhdl vim wasm x86asm xml yaml'.split(
        ' ',
      )
    expect(languages.length).toBeGreaterThan(60)
    const plain = languages.filter((one) =>
      html(`\`\`\`${one}\n"a" 1 # // if\n\`\`\``).includes(`data-language="${one}"`),
    )
    expect(plain).toEqual([]) // each is shown with the name people know, so it was found
  })
})

describe('a post named by its id', () => {
  const question = '10010000000000033'
  const link = (id: string) => `<a href="/questions/${id}">#${id}</a>`
  test.each<[string, string]>([
    [`This is much like #${question} …`, `<p>This is much like ${link(question)} …</p>`],
    [`#${question}`, `<p>${link(question)}</p>`],
    [`(#${question}), #${question}.`, `<p>(${link(question)}), ${link(question)}.</p>`],
    ['See #10020000000000007!', `<p>See ${link('10020000000000007')}!</p>`],
    [`**#${question}**`, `<p><strong>${link(question)}</strong></p>`],
  ])('%j leads to it', (text, expected) => {
    expect(html(text)).toBe(expected)
    expect(comment(text)).toBe(expected)
    expect(renderMarkdown(text).links).toEqual([])
  })
  test.each([
    ['a tag', '#10030000000000033'],
    ['a member', '#10040000000000033'],
    ['too few digits', '#1001000000000033'],
    ['too many', `#${question}1`],
    ['nothing but a number', '#42'],
    ['no post', '#10010000000000000'],
    ['a part of a word', `a#${question}`],
    ['a part of an address', `/questions#${question}`],
    ['more than an id', `#${question}-x`],
  ])('%s is left as it stands', (_, text) => expect(html(text)).toBe(`<p>${text}</p>`))
  test('what stands in code or in a link stays there', () => {
    expect(html(`\`#${question}\``)).toBe(`<p><code>#${question}</code></p>`)
    expect(html(`[#${question}](https://e.com)`)).toBe(`<p><a href="https://e.com" ${REL}>#${question}</a></p>`)
    expect(html(`# ${question}`)).toBe(`<h4 id="h-topic-${question}">${question}</h4>`)
  })
})

describe('a mention', () => {
  test.each<[string, string[]]>([
    ['@bob', ['bob']],
    ['(@bob)', ['bob']],
    ['thanks @b.o_b-2!', ['b.o_b-2']],
    ['**@bob**', ['bob']],
    ['@bob_the_builder_', ['bob_the_builder_']],
    ['@bob.', ['bob']],
    ['@bob...', ['bob']],
    ['你好@bob', ['bob']],
    ['@ann,@bob', ['ann', 'bob']],
    ['> @bob', ['bob']],
    ['a@bob.com', []],
    ['@', []],
    ['@b', []],
    ['@types/node', []],
    ['@@bob', []],
    ['@bob@mastodon.social', []],
    ['`@bob`', []],
    ['```\n@bob\n```', []],
    ['[@bob](https://e.com)', []],
    ['https://e.com/@bob', []],
    ['\\@bob', []],
    [`@${'x'.repeat(31)}`, []],
    ['@..', []],
  ])('in %s is %j', (text, expected) => expect(renderMarkdown(text).mentions).toEqual(expected))

  it('is a link to the profile', () =>
    expect(html('@Bob.')).toBe('<p><a href="/users/bob" class="mention">@Bob</a>.</p>'))

  it('is one of at most fifty', () => {
    expect(renderMarkdown(Array.from({ length: 80 }, (_, i) => `@user${i}`).join(' ')).mentions).toHaveLength(50)
  })
})

describe('a formula', () => {
  const formulas = (text: string) =>
    [...html(text).matchAll(/<annotation encoding="application\/x-tex">\s*([^<]*?)\s*<\/annotation>/g)].map(
      (found) => found[1],
    )

  test.each<[string, string[]]>([
    ['$x^2$', ['x^2']],
    ['$$x$$', ['x']],
    ['$$\n\\frac{a}{b}\n$$', ['\\frac{a}{b}']],
    ['a $x$ and $y$.', ['x', 'y']],
    ['$5$ apples', ['5']],
    ['- $x$\n- b', ['x']],
    ['$$\na\n=b$$', ['a\n=b']],
    ['text\n$$x$$\ntext', ['x']],
    ['$2x + 3$', ['2x + 3']],
    ['**$x$**', ['x']],
    ['$\\text{\\$5}$', ['\\text{\\$5}']],
    ['$5 and $6', []],
    ['costs $5, not 6$ or so', []],
    ['US$5 and CA$6', []],
    ['$HOME:$PATH', []],
    ['$HOME and $PATH', []],
    ['`$x$`', []],
    ['\\$x\\$', []],
    ['$ x $', []],
    ['$', []],
    ['$$', []],
    ['$$$$', []],
    ['$a\n\nb$', []],
    ['```\n$x$\n```', []],
    ['$x$y', []],
    ['$\\nonsense{$', []],
    ['    $$x$$', []],
  ])('in %j is %j', (text, expected) => expect(formulas(text)).toEqual(expected))

  it('that is no TeX stays as written', () => expect(html('from $a & b$ on')).toBe('<p>from $a &amp; b$ on</p>'))

  it('links and loads nothing', () => {
    for (const tex of [
      '\\href{javascript:alert(1)}{x}',
      '\\href{https://e.com}{x}',
      '\\url{https://e.com}',
      '\\includegraphics{https://e.com/a.png}',
      '\\htmlStyle{position:fixed}{x}',
      '\\htmlId{a}{x}',
      '\\htmlClass{button}{x}',
      '\\htmlData{a=b}{x}',
    ]) {
      expect(html(`$${tex}$`)).not.toMatch(/<(a|img|mglyph)\b|<[^>]*(href|src|id|data-\w+)=|<[^>]*(fixed|button)/)
    }
  })

  it.each([
    ['\\rlap{\\kern-22em\\smash{\\rule[-20em]{20em}{20em}}}', /-2[02]em/],
    ['a\\hspace{-300em}b', /-300em/],
    ['\\raisebox{-4000em}{a}', /4000em/],
    ['\\begin{matrix}a\\\\[-3000em]b\\end{matrix}', /\d{4}em/],
  ])('does not reach far from its place: %s', (tex, far) => {
    const drawn = html(`$${tex}$`).replace(/<math[^]*?<\/math>/g, '')
    expect(drawn).toContain('katex')
    expect(drawn).not.toMatch(far)
  })

  it('keeps all that KaTeX draws', () => {
    for (const tex of [
      '\\sqrt[3]{x}',
      '\\overbrace{abc}^n',
      '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}',
      '\\cancel{x}',
      '\\color{red}x\\textcolor{#0f0}{y}',
      '\\int_0^\\infty',
      '\\vec{a}\\widehat{abc}',
      '\\mathbb{R}\\mathcal{L}',
      '\\left(\\frac{a}{b}\\right)',
      '\\begin{cases}a&b\\\\c&d\\end{cases}',
      '\\tag{1} x',
      '\\xrightarrow[a]{bcd}',
      '\\begin{array}{c|c}a&b\\\\\\hline c&d\\end{array}',
      'a\\!b\\kern-2em\\rule[-1em]{2em}{3em}',
      `\\begin{matrix}${'a\\\\'.repeat(90)}\\end{matrix}`,
    ]) {
      const drawn = katex.renderToString(tex, { displayMode: true, output: 'htmlAndMathml' })
      expect(sanitize(drawn)).toBe(asSerialized(drawn))
    }
  })

  it('is drawn only as long as the page stays of a sensible size', () => {
    const many = html('$x$ '.repeat(10_000))
    expect(many.length).toBeLessThan(700_000)
    expect(many).toMatch(/\$x\$<\/p>$/)
  })
})

describe('a comment', () => {
  test.each<[string, string, string]>([
    ['keeps its lines', 'a\nb', '<p>a<br />b</p>'],
    [
      'has links, emphasis and code',
      '**a** `b` [c](https://e.com) @bob',
      `<p><strong>a</strong> <code>b</code> <a href="https://e.com" ${REL}>c</a> <a href="/users/bob" class="mention">@bob</a></p>`,
    ],
    ['has no headings, lists, quotes and rules', '# a', '<p># a</p>'],
    ['has no lists', '- a\n- b', '<p>- a<br />- b</p>'],
    ['has no quotes', '> a', '<p>&gt; a</p>'],
    ['links to a picture', '![a](https://e.com/x.png)', `<p><a href="https://e.com/x.png" ${REL}>a</a></p>`],
    [
      'names a picture inside a link',
      '[![a](https://e.com/x.png)](https://e.com)',
      `<p><a href="https://e.com" ${REL}>a</a></p>`,
    ],
    ['may hold a block of code', '```\nx < 1\n```', '<pre tabindex="0"><code>x &lt; 1\n</code></pre>'],
  ])('%s', (_, text, expected) => expect(comment(text).replaceAll('<br />\n', '<br />')).toBe(expected))
})

it('a picture in a comment counts among its links', () =>
  expect(renderMarkdown('![a](https://e.com/x.png)', { mode: 'comment' }).links).toEqual(['https://e.com/x.png']))

// No figure is judged here: a parser that goes wrong on such a text does not come back within the time a test has.
describe('the longest text a post can have', () => {
  const long = (unit: string) => unit.repeat(65_535 / unit.length)
  const units = [
    '[',
    '![',
    '[a](',
    '[a](<b',
    '[[a]',
    '>',
    '> ',
    '- ',
    '* * ',
    '*',
    '*a ',
    '*a_ ',
    '**a ',
    'a**b',
    '_a ',
    '~~a',
    '`',
    '`a``b',
    '<',
    '<a ',
    '<!--',
    '&',
    '$',
    '$x ',
    '$x$ ',
    '$$x ',
    '$$x\n',
    '$a$$b',
    '#10010000000000033 ',
    '#1',
    '@',
    '@ab ',
    '@a.',
    '@.',
    '@a-',
    ' ',
    '\n```\n' + ' '.repeat(9_000) + '\n',
    `@${'.'.repeat(60)}`,
    `@${'.'.repeat(9_000)}x`,
    `$1${' a'.repeat(900)}$`,
    '|',
    '|a\n|-',
    '[a]: b\n',
    'http://',
    'http://a.b ',
    '\\',
    '# a\n',
    'a\n=\n',
    '\n',
    '\t',
    '```\n',
    '```js\na\n```\n',
    '"',
    '](',
    '*_',
    '👩‍👩‍👧‍👦',
    'a\u0300',
    '\0',
    'a',
    '\u202e',
    '\ud800',
  ]
  test.each(units.map((unit) => [JSON.stringify(unit).slice(0, 24), unit] as const))(
    'may repeat %s',
    (_, unit) => {
      const { html: result } = renderMarkdown(long(unit))
      expect(result.length).toBeLessThan(3_000_000)
      expect(typeof renderMarkdown(long(unit), { mode: 'comment' }).html).toBe('string')
    },
    20_000,
  )

  test.each([
    ['brackets', '['.repeat(32_000) + ']'.repeat(32_000)],
    ['addresses', `[a](${'('.repeat(32_000)}${')'.repeat(32_000)})`],
    ['quotes', Array.from({ length: 360 }, (_, i) => `${'>'.repeat(i)}a`).join('\n')],
    ['lists', Array.from({ length: 360 }, (_, i) => `${' '.repeat(i)}- a`).join('\n')],
    ['fractions', `$$${'\\frac{1}{'.repeat(190)}${'}'.repeat(190)}$$`],
    ['braces', `$$${'{'.repeat(999)}${'}'.repeat(999)}$$`],
    ['definitions', `$${'\\def\\a{xx}\\edef\\a{\\a\\a}'}${'\\edef\\a{\\a\\a}'.repeat(60)}\\a$`],
  ])('may nest %s', (_, text) => expect(renderMarkdown(text).html.length).toBeLessThan(1_500_000), 20_000)

  it('nests no deeper than readers can follow', () => {
    expect(
      html(Array.from({ length: 200 }, (_, i) => `${'>'.repeat(i)} a`).join('\n\n')).match(/<blockquote>/g)!.length,
    ).toBeLessThan(20_000)
    expect(html('>'.repeat(500) + 'a').match(/<blockquote>/g)!.length).toBeLessThanOrEqual(60)
  })
})
