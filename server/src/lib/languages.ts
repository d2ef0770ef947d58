import { LRUCache } from 'lru-cache'

/** Of an Accept-Language header. */
const LONGEST = 1_000

interface LanguagePreferences {
  /** The member's own setting; `Default` or nothing: none. */
  member?: string | null
  /** The visitor's choice, from the cookie. */
  chosen?: string | null
  acceptLanguage?: string | null
  /** What the site has, as `en_US`. */
  offered: readonly string[]
  site: string
}

const locale = (tag: string) => {
  try {
    return new Intl.Locale(tag.trim().replaceAll('_', '-')).maximize()
  } catch {
    return null
  }
}

/** The offered language nearest to a tag: the same, else one in the same script (zh-HK reads zh_TW), else the same language. */
const nearest = (tag: string, offered: readonly string[]) => {
  const wanted = locale(tag)
  if (!wanted) return undefined
  const akin = offered.map((name) => ({ name, is: locale(name) })).filter(({ is }) => is?.language === wanted.language)
  const sameScript = akin.filter(({ is }) => is?.script === wanted.script)
  return (sameScript.find(({ is }) => is?.region === wanted.region) ?? sameScript[0] ?? akin[0])?.name
}

/** The languages of an Accept-Language header (RFC 9110, 12.5.4), the preferred one first. */
const accepted = (header: string) =>
  header
    .slice(0, LONGEST)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2)
      return {
        tag,
        q: quality === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0,
      }
    })
    .filter(({ tag, q }) => tag && q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ tag }) => tag)

/** Parsing tags is slow, and the same few headers come with every request. */
const REMEMBERED = 1000
const picked = new LRUCache<string, string>({ max: REMEMBERED })

/** The member's language, else the visitor's choice, else the first the browser asks for that the site has, else the site's. */
export const pickLanguage = (preferences: LanguagePreferences) => {
  const key = `${preferences.member}\n${preferences.chosen}\n${preferences.acceptLanguage?.slice(0, LONGEST)}\n${preferences.site}\n${preferences.offered.join()}`
  const known = picked.get(key)
  if (known) return known
  const language = pick(preferences)
  picked.set(key, language)
  return language
}

const pick = ({ member: user, chosen, acceptLanguage, offered, site }: LanguagePreferences) => {
  for (const set of [user, chosen]) {
    const found = set && !/^default$/i.test(set) ? nearest(set, offered) : undefined
    if (found) return found
  }
  for (const tag of accepted(acceptLanguage ?? '')) {
    const found = tag === '*' ? site : nearest(tag, offered)
    if (found) return found
  }
  return site
}
