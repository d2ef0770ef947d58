import { describe, expect, it, test } from 'vitest'
import { pickLanguage } from './languages.ts'

const offered = ['en_US', 'de_DE', 'fr_FR', 'pt_BR', 'zh_CN', 'zh_TW', 'pt_PT']
const pick = (wishes: Partial<Parameters<typeof pickLanguage>[0]>) =>
  pickLanguage({ offered, site: 'en_US', ...wishes })

describe('the language of a page', () => {
  it("is the member's own before all", () =>
    expect(pick({ member: 'fr_FR', chosen: 'de_DE', acceptLanguage: 'pt' })).toBe('fr_FR'))
  it('is the choice of the visitor, or of a member without an own one', () => {
    expect(pick({ chosen: 'de_DE', acceptLanguage: 'fr' })).toBe('de_DE')
    for (const member of ['Default', 'default', '', null])
      expect(pick({ member, chosen: 'de_DE', acceptLanguage: 'fr' })).toBe('de_DE')
  })
  it('skips what the site does not have', () =>
    expect(pick({ member: 'xx_XX', chosen: '../etc', acceptLanguage: 'ja, de' })).toBe('de_DE'))
  it("is the site's where nothing fits", () => {
    expect(pick({ acceptLanguage: 'ja' })).toBe('en_US')
    expect(pick({ site: 'de_DE' })).toBe('de_DE')
  })

  test.each([
    ['de', 'de_DE'],
    ['de_DE', 'de_DE'],
    ['de-DE', 'de_DE'],
    ['DE-de', 'de_DE'],
    ['de-CH', 'de_DE'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en_US'],
    ['ja,fr;q=0.5,de;q=0.8', 'de_DE'],
    ['fr;q=0.8, de;q=0.8', 'fr_FR'],
    ['pt', 'pt_BR'],
    ['pt-PT', 'pt_PT'],
    ['pt-AO', 'pt_BR'],
    ['zh', 'zh_CN'],
    ['zh-TW', 'zh_TW'],
    ['zh-HK', 'zh_TW'],
    ['zh-Hant', 'zh_TW'],
    ['zh-SG', 'zh_CN'],
    ['zh-Hans-HK', 'zh_CN'],
    ['de;q=0, fr;q=0.1', 'fr_FR'],
    ['*', 'en_US'],
    ['ja, *;q=0.5, de;q=0.1', 'en_US'],
    ['de;q=2, fr', 'fr_FR'],
    ['de;q=x, fr;q=0.1', 'fr_FR'],
    ['de; q=0.9 , fr;q=0.95', 'fr_FR'],
    ['de;level=1;q=0.3, fr;q=0.2', 'de_DE'],
    ['', 'en_US'],
    [',,;q=1', 'en_US'],
    ['<script>', 'en_US'],
    ['x'.repeat(100_000), 'en_US'],
    [`${'ja,'.repeat(9_999)}de`, 'en_US'],
  ])('for a browser that asks for %j is %s', (acceptLanguage, expected) =>
    expect(pick({ acceptLanguage })).toBe(expected),
  )
})
