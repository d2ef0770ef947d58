import anyAscii from 'any-ascii'

const TITLE = 150
const TAG = 35
const USERNAME = 30

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Plain latin letters and digits of a word: "Über" is `uber`, "don't" is `dont`, "北京" is `beijing`. */
const latin = (word: string) =>
  anyAscii(word.normalize('NFKC'))
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/** What an address says about a title. Never empty, and never only digits, which would look like an id. */
export const urlTitle = (title: string) => {
  let slug = ''
  for (const { segment, isWordLike } of words.segment(title.slice(0, 4 * TITLE))) {
    const word = isWordLike ? latin(segment) : ''
    if (!word) continue
    const longer = slug ? `${slug}-${word}` : word.slice(0, TITLE)
    if (longer.length > TITLE) break
    slug = longer
  }
  if (!slug) return 'topic'
  return /^\d+$/.test(slug) ? `topic-${slug}`.slice(0, TITLE) : slug
}

/** Letters and digits of any script, `+ # . -`, lower case, at most 35; spaces become `-`. Empty where nothing is left. */
export const tagSlug = (name: string) => {
  const cleaned = name
    .slice(0, 8 * TAG)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}+#.-]|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
  const slug = [...cleaned].slice(0, TAG).join('').replace(/-$/, '')
  return isTagSlug(slug) ? slug : ''
}

/** With at least one letter or digit: `.` and `..` mean something else in an address. */
export const isTagSlug = (slug: string) =>
  /^[\p{L}\p{M}\p{N}+#.-]{1,35}$/u.test(slug) &&
  /[\p{L}\p{N}]/u.test(slug) &&
  !/\p{Default_Ignorable_Code_Point}|^\p{M}|\p{M}{4}/u.test(slug) &&
  slug === slug.normalize('NFKC').toLowerCase()

/** As it stands in an address: 2 to 30 of `a-z 0-9 . _ -`, with at least one letter or digit. */
export const isUsername = (name: string) => /^[a-z0-9._-]{2,30}$/.test(name) && /[a-z0-9]/.test(name)

/** A username made of a display name; `attempt` 2, 3 … is written behind where the one before was taken. */
export const usernameFrom = (displayName: string, attempt = 1) => {
  const plain = anyAscii(displayName.slice(0, 8 * USERNAME).normalize('NFKC'))
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9._-]/g, '')
    .replace(/[._-]*-[._-]*/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[._-]+/, '')
  const end = attempt > 1 ? `-${attempt}` : ''
  const name = plain.slice(0, USERNAME - end.length).replace(/[._-]+$/, '')
  return `${isUsername(name) ? name : `user${name && `-${name}`}`}${end}`
}

/** 2 to 30 letters and digits of any script, space, `- . _`; at least one visible, and at most three accents on a letter. */
export const isDisplayName = (name: string) =>
  /^[\p{L}\p{M}\p{N} ._-]{2,30}$/u.test(name) &&
  /[\p{L}\p{N}]/u.test(name) &&
  !/^ | $| {2}|\p{Default_Ignorable_Code_Point}|^\p{M}|\p{M}{4}/u.test(name)
