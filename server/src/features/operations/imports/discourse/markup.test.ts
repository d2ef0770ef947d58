import { describe, expect, test } from 'vitest'
import { isEmojiName } from '../../../../lib/markdown/emoji.ts'
import { htmlOf, isShort, markdownOf, sha1Of, uploadsIn } from './markup.ts'

const uploads = (short: string) => (short === 'abc.png' ? '/uploads/default/1.png' : undefined)

describe('raw texts of Discourse', () => {
  test.each([
    [
      'a quote',
      '[quote="ann, post:3, topic:12"]\nIt is **warm**.\n[/quote]\n\nYes.',
      '> [ann](/t/12/3):\n> \n> It is **warm**.\n\n\nYes.',
    ],
    [
      'a quote with a full name',
      '[quote="Ann_L, post:1, topic:7, full:true, username:ann"]\nx\n[/quote]',
      '> [Ann\\_L](/t/7/1):\n> \n> x',
    ],
    ['a quote without an author', '[quote]\nx\n[/quote]', '> x'],
    [
      'quotes in quotes',
      '[quote="a"]\n[quote="b"]\nin\n[/quote]\nout\n[/quote]',
      '> a:\n> \n> > b:\n> > \n> > in\n> \n> out',
    ],
    ['a quote in one line', '[quote="a"]x[/quote] y', '> a:\n> \n> x\n\ny'],
    ['one that has no end', 'a\n[quote="b"]\nc', 'a\n\n> b:\n> \n> c'],
    ['an end without a quote', 'a [/quote] b', 'a [/quote] b'],
    ['a picture with its size', '![a|690x400, 50%](upload://abc.png)', '![a](/uploads/default/1.png)'],
    ['a picture that is nowhere', '![a|690x400](upload://zzz.png)', '![a](upload://zzz.png)'],
    [
      'an attachment',
      '[report.pdf|attachment](upload://abc.png) (1 KB)',
      '[report.pdf](/uploads/default/1.png) (1 KB)',
    ],
    ['emoji', 'hi :slight_smile: :wave:t3: :tada:', 'hi :slightly_smiling_face: :wave: :tada:'],
    ['details', '[details="More"]\nhidden\n[/details]', '**More**\n\nhidden'],
    [
      'code',
      '```\n[quote="a"]\n:slight_smile:\n```\n`:slight_smile:`',
      '```\n[quote="a"]\n:slight_smile:\n```\n`:slight_smile:`',
    ],
    ['a table', '| a | b |\n|--|--|', '| a | b |\n|--|--|'],
  ])('%s', (_, raw, markdown) => expect(markdownOf(raw, uploads)).toBe(markdown))

  test('the emoji that they are called otherwise are known here', () => {
    const names = [
      ...markdownOf(
        ':slight_smile: :slight_frown: :crazy_face: :upside_down: :thinking_face: :face_with_raised_eyebrow:',
        uploads,
      ).matchAll(/:([\w+-]+):/g),
    ].map(([, name]) => name!)
    expect(names.filter((name) => !isEmojiName(name))).toEqual([])
  })
})

test('what was shown loses what only Discourse shows', () => {
  expect(
    htmlOf(
      '<p>Hi <img src="/e.png" title=":slight_smile:" class="emoji" alt=":slight_smile:"></p><aside class="quote"><div class="title"><img class="avatar" src="/a.png"> ann:</div></aside><a class="lightbox" href="/1.png"><img src="/1.png" alt="a"><div class="meta"><span>690×400</span></div></a><div class="meta">open',
    ),
  ).toBe(
    '<p>Hi 🙂</p><aside class="quote"><div class="title"> ann:</div></aside><a class="lightbox" href="/1.png"><img src="/1.png" alt="a"></a><div class="meta">open',
  )
  expect([...uploadsIn('<img src="/uploads/x.png" data-base62-sha1="r3AYqESanERjladb4vBB7VsMBm6">')]).toEqual([
    ['r3AYqESanERjladb4vBB7VsMBm6', '/uploads/x.png'],
  ])
})

test('short names of files are their SHA-1', () => {
  expect(sha1Of('r3AYqESanERjladb4vBB7VsMBm6.png')).toBe('bda2c513e1da04f7b4e99230851ea2aafeb8cc4e')
  expect([sha1Of('../x'), sha1Of(''), sha1Of('z'.repeat(28))]).toEqual([undefined, undefined, undefined])
})

test.each([
  ['Thanks, that *helped*!', true],
  ['Two\n\nparagraphs', true],
  ['```\ncode\n```', false],
  ['see ![x](y)', false],
  ['- a list', false],
  ['[quote="a"]\nb\n[/quote]\nc', false],
  ['x'.repeat(601), false],
])('%j may be a comment: %s', (raw, expected) => expect(isShort(raw, null)).toBe(expected))

test('no text takes long, whatever stands in it', () => {
  for (const part of ['[quote="a"]\n', '<div class="meta">', '<img ', '![a|', ':a', '`', '[details', 'upload://'])
    expect(markdownOf(part.repeat(50_000), () => undefined) + htmlOf(part.repeat(50_000))).toBeTruthy()
  const spaces = ' '.repeat(100_000)
  for (const text of [
    `[quote]${spaces}a\u2028b`,
    `[quote]x[/quote]${spaces}a\u2028b`,
    `[details]${'[details='.repeat(50_000)}`,
  ])
    expect(markdownOf(text, () => undefined)).not.toBe(text)
})
