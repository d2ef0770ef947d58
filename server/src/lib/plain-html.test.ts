import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { corpus } from '../../test/corpus.ts'
import { renderMarkdown } from './markdown.ts'
import { plainHtml } from './plain-html.ts'
import { sanitized, type TextMode } from './sanitize.ts'

const MODES: TextMode[] = ['post', 'comment']

/** What it says of HTML that it takes for plain must be what the sanitizer says. */
const faults = (html: string) =>
  MODES.flatMap((mode) => {
    const plain = plainHtml(html, mode === 'comment')
    const wanted = sanitized(html, mode)
    return plain === undefined || plain === wanted ? [] : [{ mode, html, plain, wanted }]
  })

const isPlain = (html: string) => plainHtml(html, false) !== undefined

/** As the renderer writes it, before it is sanitized. */
const asWritten = (html: string) => html.replaceAll(' />', '>')

test.each([
  '<p>a &amp; b &lt;c&gt; &quot;d&quot; "e"</p>\n<hr>\n<p>a<br>\nb</p>',
  '<p><a href="https://e.com/?a=1&amp;b=2" title="&quot;x&quot;" rel="nofollow ugc noopener">a</a></p>',
  '<p><a href="/users/ann" class="mention">@ann</a> <a href="mailto:a@e.com" rel="nofollow ugc noopener">a</a></p>',
  '<p><img src="https://e.com/a.png" alt="" loading="lazy" referrerpolicy="no-referrer"></p>',
  '<ul>\n<li>a\n<ul>\n<li><strong>b</strong></li>\n</ul>\n</li>\n</ul>\n<ol start="3">\n<li>c</li>\n</ol>',
  '<pre tabindex="0"><code class="language-js"><span class="hljs-keyword">let</span> a\n</code></pre>',
  '<div class="table-scroll" tabindex="0"><table>\n<thead>\n<tr>\n<th scope="col" class="align-left">a</th>\n</tr>\n</thead>\n</table></div>',
])('is as the sanitizer has it: %s', (html) => {
  expect(isPlain(html)).toBe(true)
  expect(faults(html)).toEqual([])
})

test.each([
  '<script>alert(1)</script>',
  '<p onclick="x">a</p>',
  '<a href="javascript:alert(1)" rel="nofollow ugc noopener">a</a>',
  '<a href="java&#115;cript:alert(1)" rel="nofollow ugc noopener">a</a>',
  '<a href="//e.com" rel="nofollow ugc noopener">a</a>',
  '<a href="/\\e.com" rel="nofollow ugc noopener">a</a>',
  '<a href="https://e.com">a</a>',
  '<img src="data:image/png,x" alt="" loading="lazy" referrerpolicy="no-referrer">',
  '<p><p>a</p></p>',
  '<li>a</li>',
  '<p>a',
  'a</p>',
  '<p>&nbsp;</p>',
  '<p>&amp</p>',
  '<P>a</P>',
  '<p >a</p>',
  '<!-- a -->',
  '<p>a</p',
  '<',
])('leaves to the sanitizer: %s', (html) => expect(isPlain(html)).toBe(false))

const folder = corpus('markdown-real-pairs')

describe.skipIf(!folder)('real posts', () => {
  const posts = () =>
    gunzipSync(readFileSync(`${folder}/pairs.jsonl.gz`))
      .toString()
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { markdown: string }).markdown)

  it('are nearly all plain, and come out as the sanitizer has them', { timeout: 120_000 }, () => {
    const written = posts().map((markdown) => asWritten(renderMarkdown(markdown).html))
    expect(written.flatMap(faults)).toEqual([])
    expect(written.filter(isPlain).length).toBeGreaterThan(written.length * 0.95)
  })

  it('also with anything in the wrong place', { timeout: 120_000 }, () => {
    let seed = 1
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const scraps =
      '< > & " \' / = </p> <p> <a href=" </a> <li> </ul> <br> &lt; &#60; &amp; javascript: <!-- --> <td> \0 \n'.split(
        ' ',
      )
    const broken = (html: string) => {
      const at = random(html.length + 1)
      const scrap = scraps[random(scraps.length)]!
      return random(3)
        ? html.slice(0, at) + scrap + html.slice(at + random(3))
        : html.slice(0, at) + html.slice(random(html.length + 1))
    }
    const short = posts()
      .filter(({ length }) => length < 1500)
      .slice(0, 1500)
    for (const markdown of short) {
      const html = asWritten(renderMarkdown(markdown).html)
      for (let n = 0; n < 4; n++) expect(faults(broken(html))).toEqual([])
    }
  })
})
