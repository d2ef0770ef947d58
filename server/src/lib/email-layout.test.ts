import { describe, expect, test } from 'vitest'
import { type EmailContent, composeEmail } from './email-layout.ts'

const LETTER: EmailContent = {
  language: 'de_DE',
  site: { name: 'Reiher & Co', address: 'https://heron.example' },
  preview: 'Kurz gesagt',
  greeting: 'Hallo Ann,',
  lines: ['jemand hat geantwortet.'],
  quote: { title: 'Wo <b>schlafen</b> sie?', text: 'In Bäumen.\nMeist.', note: 'Schlagwörter: vögel' },
  button: { label: 'Lesen', address: 'https://heron.example/questions/1?a=1&b=2' },
  after: ['Der Link gilt einmal.'],
  leave: {
    label: 'Aufhören',
    address: 'https://heron.example/users/unsubscribe?code=x',
    why: 'Du bekommst dies, weil …',
  },
}
const colour = (style: string) =>
  style.match(/#[0-9a-f]{6}/gi)!.map((hex) => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  })
const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

describe('an e-mail', () => {
  test('says the same in text and drawn', () => {
    const { text, html } = composeEmail(LETTER)
    for (const said of [
      'Hallo Ann,',
      'jemand hat geantwortet.',
      'In Bäumen.',
      'Schlagwörter: vögel',
      'Lesen',
      'Der Link gilt einmal.',
      'Aufhören',
      'https://heron.example/users/unsubscribe?code=x',
    ]) {
      expect(text).toContain(said)
      expect(html).toContain(said)
    }
    expect(text).toContain('> In Bäumen.\n> Meist.')
    expect(text).toContain('\n-- \nReiher & Co\nhttps://heron.example')
    expect(text).toContain('Lesen:\nhttps://heron.example/questions/1?a=1&b=2')
  })

  test('takes everything for text, and loads nothing from anywhere', () => {
    const { html } = composeEmail(LETTER)
    expect(html).toContain('Wo &lt;b&gt;schlafen&lt;/b&gt; sie?')
    expect(html).toContain('Reiher &amp; Co')
    expect(html).toContain('href="https://heron.example/questions/1?a=1&amp;b=2"')
    expect(html).not.toMatch(/<(img|script|link|iframe)|\bsrc=|url\(|@import/)
  })

  test('names its language and both colour schemes to programs', () => {
    const { html } = composeEmail(LETTER)
    expect(html).toMatch(/^<!doctype html><html[^>]* lang="de-DE"/)
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
    expect(html).toContain('@media (prefers-color-scheme: dark)')
  })

  test('is readable by day, by night, and with its page turned dark but its own colours kept', () => {
    const { html } = composeEmail(LETTER)
    const night = (name: string) => colour(new RegExp(`\\.${name} \\{([^}]*)\\}`).exec(html)![1]!)
    const [sheet] = night('l-sheet') as [number]
    const [button, onButton] = night('l-button') as [number, number]
    for (const [name, least] of [
      ['l-text', 7],
      ['l-quiet', 4.5],
      ['l-link', 4.5],
    ] as const)
      expect(contrast(night(name)[0]!, sheet), name).toBeGreaterThan(least)
    expect(contrast(button, onButton)).toBeGreaterThan(4.5)
    for (const [, style] of html.matchAll(/<p class="l-(?:text|quiet)" style="([^"]*)"/g))
      expect(contrast(colour(/(?:^|;)color:(#\w+)/.exec(style!)![1]!)[0]!, 1)).toBeGreaterThan(4.5)
  })

  test('turns the whole page dark, and not only the sheet on it', () => {
    const { html } = composeEmail(LETTER)
    expect(html).toContain('<body class="l-page"')
    expect(/<body[^>]*>.*?<td style="background-color:(#\w+)/.exec(html)![1]).toBe('#f4f4f2')
    expect(html).toContain('.l-page > table > tbody > tr > td { background-color: #16181b !important; }')
  })

  test('can be left by one click, where it can be left at all', () => {
    expect(composeEmail(LETTER).headers).toEqual({
      'List-Unsubscribe': '<https://heron.example/users/unsubscribe?code=x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(composeEmail({ ...LETTER, leave: undefined })).not.toHaveProperty('headers')
  })
})
