/** Words of one language, flat: `votes.up` → text with `{{placeholders}}`; plurals as `votes.count_one`, `votes.count_other`. */
export type Messages = Record<string, string>
export type Values = Record<string, string | number>

const plurals = new Map<string, Intl.PluralRules>()
const numbers = new Map<string, Intl.NumberFormat>()

/** `en_US` in the API and in files, `en-US` for Intl. */
export const intlTag = (language: string) => language.replace('_', '-')

const pluralOf = (language: string, count: number) => {
  let rules = plurals.get(language)
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(intlTag(language))))
  return rules.select(count)
}

export const formatNumber = (language: string, value: number) => {
  let format = numbers.get(language)
  if (!format) numbers.set(language, (format = new Intl.NumberFormat(intlTag(language))))
  return format.format(value)
}

/** A part of a whole, 0 to 1, as per cent. */
export const formatPercent = (language: string, part: number) =>
  new Intl.NumberFormat(intlTag(language), { style: 'percent', maximumFractionDigits: 0 }).format(part)

/** The text of a key, its placeholders filled in; the key itself where there is no text, so that a gap is seen. */
export const formatMessage = (messages: Messages, language: string, key: string, values?: Values) => {
  if (!values) return messages[key] ?? key
  const { count } = values
  const plural =
    typeof count === 'number'
      ? (messages[`${key}_${pluralOf(language, count)}`] ?? messages[`${key}_other`])
      : undefined
  return (plural ?? messages[key] ?? key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : typeof value === 'number' ? formatNumber(language, value) : value
  })
}
