import { describe, expect, it, test } from 'vitest'
import { isDisplayName, isTagSlug, isUsername, tagSlug, urlTitle, usernameFrom } from './slug.ts'

describe('the title in an address', () => {
  test.each([
    ['How does a zephyr form over the sea?', 'how-does-a-zephyr-form-over-the-sea'],
    ['What is a tag', 'what-is-a-tag'],
    ["Don't panic — it’s OK", 'dont-panic-its-ok'],
    ['Über größere Straßen', 'uber-grossere-strassen'],
    ['Что такое тег?', 'chto-takoe-teg'],
    ['什么是标签?', 'shenme-shi-biaoqian'],
    ['C++ vs. C#: node.js 3.5', 'c-vs-c-node-js-3-5'],
    ['   ', 'topic'],
    ['!?…', 'topic'],
    ['🙂🙂', 'topic'],
    ['../../etc/passwd', 'etc-passwd'],
    ['10020000000000003', 'topic-10020000000000003'],
    ['<script>alert(1)</script>', 'script-alert-1-script'],
    ['a\u202eb\0c', 'ab-c'],
    ['', 'topic'],
  ])('of %j is %s', (title, slug) => expect(urlTitle(title)).toBe(slug))

  it('is at most 150 characters of whole words', () => {
    expect(urlTitle('zephyr '.repeat(100))).toBe('zephyr-'.repeat(21).slice(0, -1))
    expect(urlTitle('x'.repeat(1_000))).toHaveLength(150)
    for (const title of ['标签'.repeat(75), '👩‍👩‍👧‍👦'.repeat(30), 'ﷺ'.repeat(150), '9'.repeat(400)]) {
      expect(urlTitle(title)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(urlTitle(title).length).toBeLessThanOrEqual(150)
    }
  })
})

describe('a tag slug', () => {
  test.each([
    ['JavaScript', 'javascript'],
    ['C++', 'c++'],
    ['C#', 'c#'],
    ['.NET', '.net'],
    ['Machine  Learning', 'machine-learning'],
    ['a_b', 'a-b'],
    ['Über', 'über'],
    ['标签', '标签'],
    ['हिन्दी', 'हिन्दी'],
    ['ภาษาไทย', 'ภาษาไทย'],
    ['Ｆｕｌｌ', 'full'],
    ['a/b?c', 'abc'],
    ['--a--', 'a'],
    ['..', ''],
    ['', ''],
    ['!!!', ''],
    ['<b>', 'b'],
    ['a\u200bb', 'ab'],
    ['x'.repeat(50), 'x'.repeat(35)],
    ['İ', 'i̇'],
  ])('of %j is %j', (name, slug) => expect(tagSlug(name)).toBe(slug))

  test.each(['javascript', 'c++', 'c#', '.net', 'a-b', '标签', 'über', 'x'.repeat(35), '1'])('may be %s', (slug) =>
    expect(isTagSlug(slug)).toBe(true),
  )
  test.each([
    '',
    'A',
    'a b',
    '.',
    '..',
    '+',
    'a/b',
    'a!',
    'x'.repeat(36),
    'ａ',
    'a\u200b',
    'a\n',
    '%2e',
    'ㅤ',
    'a\u0300\u0300\u0300\u0300\u0300',
  ])('may not be %j', (slug) => expect(isTagSlug(slug)).toBe(false))

  it('made of anything is a good one or none', () => {
    for (let code = 0; code < 0x3000; code++) {
      const slug = tagSlug(`a${String.fromCodePoint(code)}b`)
      expect(isTagSlug(slug), `${code}`).toBe(true)
      expect(tagSlug(slug)).toBe(slug)
    }
  })
})

describe('a username', () => {
  test.each([
    ['Ann Lee', 'ann-lee'],
    ['Jürgen Groß', 'jurgen-gross'],
    ['李雷', 'lilei'],
    ['Пётр', 'petr'],
    ['x', 'user-x'],
    ['', 'user'],
    ['🙂', 'slight_smile'],
    ['..', 'user'],
    ['../etc', 'etc'],
    ['a -_- b', 'a-b'],
    ['x'.repeat(40), 'x'.repeat(30)],
    ['a.b_c-d', 'a.b_c-d'],
    ['Ann.', 'ann'],
  ])('of %j is %s', (name, username) => expect(usernameFrom(name)).toBe(username))

  it('that is taken gets a number within its 30 characters', () => {
    expect(usernameFrom('Ann', 2)).toBe('ann-2')
    expect(usernameFrom('x'.repeat(40), 12)).toBe(`${'x'.repeat(27)}-12`)
    expect(usernameFrom('', 3)).toBe('user-3')
  })

  it('made of any letter is a good one', () => {
    const letters = Array.from({ length: 0x11000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
    expect(letters.filter((letter) => !isUsername(usernameFrom(letter.repeat(3))))).toEqual([])
  })

  test.each(['ab', 'a.b-c_d', '12', 'x'.repeat(30)])('may be %s', (name) => expect(isUsername(name)).toBe(true))
  test.each(['a', 'Ann', 'a b', 'é1', '..', '--', '._', 'x'.repeat(31), 'a/b', 'ab\n', 'аdmin'])(
    'may not be %j',
    (name) => expect(isUsername(name)).toBe(false),
  )
})

describe('a display name', () => {
  test.each(['Ann', 'Ann Lee', 'Jürgen', '李雷', 'عمر', 'प्रिया', 'a.b-c_d', 'R2', 'Ł'.repeat(30), 'สมชาย'])(
    'may be %s',
    (name) => expect(isDisplayName(name)).toBe(true),
  )
  test.each([
    'x',
    '',
    '  ',
    ' Ann',
    'Ann ',
    'A  B',
    '...',
    '__',
    'ㅤㅤ',
    'a\u202eb',
    'a\u200bb',
    'Ann\n',
    'a<b',
    '🙂🙂',
    'x'.repeat(31),
    'a\u0300\u0301\u0302\u0303',
    '\u0300a',
    'a\u00a0b',
  ])('may not be %j', (name) => expect(isDisplayName(name)).toBe(false))
})
