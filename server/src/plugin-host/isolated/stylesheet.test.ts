import { describe, expect, test } from 'vitest'
import { problemOfStylesheet } from './stylesheet.ts'

describe('the stylesheet of a plugin', () => {
  test.each([
    ':root { --bg: light-dark(#fff, #000); color: oklch(from var(--fg) 0.5 c h) }',
    '@media (width < 40rem) { .tag { margin: 0 } } @layer mine { a { color: red } }',
    'ul { list-style-image: url("data:image/svg+xml,%3Csvg/%3E") }',
    '.tag { &:hover { color: red } } @container (width > 1px) { a { b: c } }',
    'a::after { content: "url(https://elsewhere.example)" } /* @import "x" */',
  ])('may be %j', (css) => expect(problemOfStylesheet(css)).toBeUndefined())

  test.each([
    ['@import "https://elsewhere.example/a.css";', 'has @import (line 1)'],
    ['@im\\70ort "https://elsewhere.example/a.css";', 'has @im\\70ort (line 1)'],
    ['a { background: image-\\73 et("https://elsewhere.example/a.png" 1x) }', /^has image-/],
    ['a {}\n@font-face { font-family: A; src: url(https://elsewhere.example/a.woff2) }', 'has @font-face (line 2)'],
    ['a { background: url(https://elsewhere.example/a.png) }', 'has an address (line 1)'],
    ['a { background: URL( "//elsewhere.example/a.png" ) }', 'has an address (line 1)'],
    ['a { background: u\\72l(//elsewhere.example/a.png) }', /./],
    ['a { background: image-set("https://elsewhere.example/a.png" 1x) }', 'has image-set() (line 1)'],
    ['a { background: -webkit-image-set("/uploads/a.png" 1x) }', 'has -webkit-image-set() (line 1)'],
    ['a { background: src("https://elsewhere.example/a.png") }', 'has src() (line 1)'],
    ['a { --x: url(https://elsewhere.example/a.png) }', 'has an address (line 1)'],
    ['a { --x: u\\72l(https://elsewhere.example/a.png) }', /./],
    ['a { b:hover & url(https://elsewhere.example) }', /./],
    ['@media url(https://elsewhere.example) { a { b: c } }', /./],
    ['a { background: url(data:text/html,hello) }', 'has an address (line 1)'],
    ['a { color red }', /can't be read/],
  ])('not %j', (css, problem) => {
    const found = problemOfStylesheet(css)
    if (problem instanceof RegExp) expect(found).toMatch(problem)
    else expect(found).toBe(problem)
  })

  test('is no larger than 64 KB', () => {
    const sized = (bytes: number) => problemOfStylesheet(`a{--x:"${'x'.repeat(bytes - 9)}"}`)
    expect([sized(64 * 1024), sized(64 * 1024 + 1)]).toEqual([undefined, 'is larger than 64 KB'])
  })

  test.each(['(', '{', '[', 'a:is(', '@media (', ':not(', 'a{b:c(', '/*', '"', '\\'])(
    'may have as much of %j as it has room for, without an end to the stack',
    (part) => {
      const css = part.repeat(Math.floor((64 * 1024) / part.length))
      expect(() => problemOfStylesheet(css)).not.toThrow()
    },
  )
})
