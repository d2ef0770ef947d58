import type { FoundSetting } from '@askwell/contract/configuration.ts'
import { type Privilege, rankNeeded } from '@askwell/contract/privileges.ts'
import { translate } from '../../../lib/messages.ts'
import type { SiteSettings } from '../settings/policy.ts'
import { type SettingField, SETTING_FIELDS } from './fields.ts'
import { isSecret } from './sections.ts'

const LONGEST_VALUE = 120

/** What it is set to, as words; nothing of a secret. */
const valueOf = (settings: SiteSettings, { section, field }: SettingField): string => {
  if (isSecret(section, field)) return ''
  if (field.startsWith('custom.')) {
    const { level, custom } = settings.privileges
    return String(rankNeeded(field.slice('custom.'.length) as Privilege, level, custom) ?? '')
  }
  const value = (settings[section] as Record<string, unknown>)[field]
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}

/** Letters as people type them in a search: small, without accents. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const wordsIn = (query: string) => plain(query).split(/\s+/).filter(Boolean)

/** How well a word fits: in the name more than elsewhere, at the beginning of a word more than inside it; 0 if nowhere. */
const fit = (word: string, places: string[]) => {
  for (const [at, place] of places.entries()) {
    if (!place.includes(word)) continue
    const begins = place.startsWith(word) || new RegExp(`[^\\p{L}\\p{N}]${RegExp.escape(word)}`, 'u').test(place)
    return 10 * (places.length - at) + (begins ? 5 : 0)
  }
  return 0
}

/** Settings whose name, help, other words or value have all words of the query, the best first. */
export const findSettings = (settings: SiteSettings, query: string, language: string): FoundSetting[] => {
  const words = wordsIn(query)
  if (words.length === 0) return []
  const found = SETTING_FIELDS.flatMap((one) => {
    const say = (key: SettingField['help']) => (key ? translate(language, key) : '')
    const [label, help, page_name] = [say(one.label), say(one.help), say(one.pageName)]
    const value = valueOf(settings, one)
    const places = [label, `${one.section}.${one.field}`, page_name, help, say(one.words), value].map(plain)
    const fits = words.map((word) => fit(word, places))
    if (fits.includes(0)) return []
    const { section, field, page, anchor } = one
    return [
      {
        rank: fits.reduce((sum, n) => sum + n, 0),
        found: { section, field, page, anchor, page_name, label, help, value: value.slice(0, LONGEST_VALUE) },
      },
    ]
  })
  return found.toSorted((a, b) => b.rank - a.rank).map((one) => one.found)
}
