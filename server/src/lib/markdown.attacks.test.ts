import { readFileSync, readdirSync } from 'node:fs'
import sanitizeHtml from 'sanitize-html'
import { describe, expect, it, test } from 'vitest'
import { corpus } from '../../test/corpus.ts'
import { isImageAddress, isLinkAddress } from '@askwell/contract/link-address.ts'
import { renderMarkdown } from './markdown.ts'
import { isMathStyle, mathElements } from './math-markup.ts'
import { sanitize } from './sanitize.ts'

const KNOWN = new Set([
  'p',
  'br',
  'hr',
  'h4',
  'h5',
  'h6',
  'strong',
  'em',
  's',
  'del',
  'a',
  'code',
  'pre',
  'span',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'div',
  'img',
  'kbd',
  'sub',
  'sup',
  'section',
  'details',
  'summary',
  ...mathElements,
])

/** Reads HTML with a parser and names everything in it that a post may not hold. */
const faults = (html: string) => {
  const found: string[] = []
  sanitizeHtml(html, {
    allowedTags: [],
    onOpenTag: (name, attribs) => {
      if (!KNOWN.has(name)) found.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(attribs)) {
        if (/^on/i.test(attribute)) found.push(attribute)
        if (
          ['name', 'srcdoc', 'srcset', 'action', 'formaction', 'xlink:href', 'background', 'poster', 'data'].includes(
            attribute,
          )
        )
          found.push(attribute)
        if (attribute === 'id' && !/^(h-[a-z0-9-]+|fn(ref)?-[0-9a-f]{8}-[\d-]+)$/.test(value)) found.push(attribute)
        if (
          attribute === 'srcset' &&
          !/^(\S+\/uploads\/post\/[\w-]{22}-\d+x\d+\.\w+(\?w=\d+)? \d+w(, |$))+$/.test(value)
        )
          found.push(value)
        if (attribute === 'href' && (name !== 'a' || !isLinkAddress(value))) found.push(`href=${value}`)
        if (attribute === 'src' && (name !== 'img' || !isImageAddress(value))) found.push(`src=${value}`)
        if (
          /^(href|src)$/.test(attribute) &&
          /^(javascript|data|vbscript|file|blob):/i.test(value.replace(/[\s\0-\x1f]/g, ''))
        )
          found.push(value)
        if (attribute === 'style' && !value.split(';').every(isMathStyle)) found.push(`style=${value}`)
      }
    },
  })
  return found
}

/** Ways to smuggle a text into a post: each attack goes bare and in one of these. */
const disguises = (attack: string, number: number) => [attack, dressed(attack)[number % dressed(attack).length]!]

const dressed = (attack: string) => [
  `[a](${attack})`,
  `[a](<${attack.replaceAll('\n', ' ')}>)`,
  `![a](${attack})`,
  `[a](/b "${attack}")`,
  `<${attack}>`,
  `[a]: ${attack}\n\n[a]`,
  `\`\`\`${attack}\n${attack}\n\`\`\``,
  `$${attack}$`,
  `$$\n\\text{${attack}}\n$$`,
  `@${attack}`,
  `|${attack}|\n|--|\n|${attack}|`,
  `# ${attack}`,
  `> - *${attack}*`,
  `a[^1]\n\n[^1]: ${attack}`,
  `a^[${attack}]`,
  `<details>\n<summary>${attack}</summary>\n\n${attack}\n</details>`,
  `> [!NOTE]\n> ${attack}`,
  `- [x] ${attack}`,
  `<kbd>${attack}</kbd>`,
  `H<sub>${attack}</sub>`,
]

const payloads = (folder: string) => {
  const read = (path: string) => readFileSync(`${folder}/${path}`, 'utf8')
  const lines = readdirSync(`${folder}/payloads`)
    .filter((name) => name !== 'LICENSE')
    .flatMap((name) => read(`payloads/${name}`).split('\n'))
  const trees = readdirSync(`${folder}/html5lib-tree-construction`)
    .filter((name) => name.endsWith('.dat'))
    .flatMap((name) =>
      read(`html5lib-tree-construction/${name}`)
        .split(/^#data\n/m)
        .map((part) => part.split(/\n#errors/)[0]!),
    )
  const purified = (JSON.parse(read('dompurify/expect.json')) as { payload: string }[]).map(({ payload }) => payload)
  const examples = ['commonmark/spec-0.31.2.json', 'gfm/spec.json']
    .flatMap((path) => JSON.parse(read(path)) as { markdown: string; html: string }[])
    .flatMap(({ markdown, html }) => [markdown, html])
  const fixtures = readdirSync(`${folder}/markdown-it`)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) => read(`markdown-it/${name}`).split(/^\.$/m))
  const naughty = JSON.parse(read('blns/blns.json')) as string[]
  const owasp = read('owasp/XSS_Filter_Evasion_Cheat_Sheet.md').split('\n')
  return [...new Set([...lines, ...trees, ...purified, ...examples, ...fixtures, ...naughty, ...owasp])].filter(
    (text) => typeof text === 'string' && text.trim(),
  )
}

test('the check itself sees what is wrong', () => {
  expect(
    faults(
      '<p onclick="x" id="y">a<script>1</script><a href="java&#10;script:x">b</a><img src="//e.com/x.png"><span style="height:1em;position:fixed">',
    ),
  ).toEqual([
    'onclick',
    'id',
    '<script>',
    'href=java\nscript:x',
    'java\nscript:x',
    'src=//e.com/x.png',
    'style=height:1em;position:fixed',
  ])
})

const folder = corpus('markdown-and-xss')

describe.skipIf(!folder)('known attacks', () => {
  const attacks = folder ? payloads(folder) : []

  it('are many', () => expect(attacks.length).toBeGreaterThan(4_000))

  const wrongOnes = (results: [string, string][], wrong: (html: string) => boolean) =>
    results.filter(([, html]) => wrong(html)).map(([from, html]) => ({ from, html, faults: faults(html) }))

  it('leave nothing in a post that can act', () => {
    const texts = attacks.flatMap(disguises)
    expect(
      wrongOnes(
        texts.map((text) => [text, renderMarkdown(text).html]),
        (html) => faults(html).length > 0,
      ),
    ).toEqual([])
  }, 180_000)

  it('leave nothing in a comment that can act', () => {
    const texts = attacks.map((attack, number) => (number % 2 ? attack : dressed(attack)[(number / 2) % 13]!))
    const results = texts.map((text): [string, string] => [text, renderMarkdown(text, { mode: 'comment' }).html])
    expect(wrongOnes(results, (html) => faults(html).length > 0 || /<(img|table|h\d|div|ul)/.test(html))).toEqual([])
  }, 180_000)

  it('do not pass the sanitizer as HTML either, nor what has passed it once', () => {
    const once = attacks.map((attack): [string, string] => [attack, sanitize(attack)])
    expect(wrongOnes(once, (html) => faults(html).length > 0 || faults(sanitize(html)).length > 0)).toEqual([])
  }, 60_000)
})

test.each(['<g>', '<b>', '<svg>'])('a drawing of nothing but %s stays code instead of taking seconds', (tag) => {
  const drawn = (html: string) =>
    renderMarkdown('```evil\nx\n```', { drawn: [{ language: 'evil', text: 'x\n', html }] }).html
  expect(drawn(tag.repeat(200_000 / tag.length))).toContain('<code')
  expect(drawn('<svg><g></g></svg>')).toBe('<div class="drawn"><svg><g></g></svg></div>')
})
