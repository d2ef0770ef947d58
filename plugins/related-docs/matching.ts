import type { Page } from './pages.ts'

/** Words that say nothing of what a text is about. */
const EMPTY = new Set(
  `a about an and any are as at be by can do does for from get has have how i if in is it my no not of on or should that the there this to use using
  was what when where which who why will with you your der die das den dem des ein eine einen einem ist sind und oder aber wie was wer wo warum kann
  ich man mit von für auf in im am zu zum zur nicht kein keine`.split(/\s+/),
)

/** As they are compared: small, without accents and without the s of a plural. */
export const wordsOf = (text: string, language: string) => {
  const segmenter = new Intl.Segmenter(language.replace('_', '-'), { granularity: 'word' })
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = [...segmenter.segment(plain.replaceAll(/[-_/]/g, ' '))]
    .filter(({ isWordLike, segment }) => isWordLike && !EMPTY.has(segment))
    .map(({ segment }) => (segment.length > 3 ? segment.replace(/(?<!s)s$/, '') : segment))
  return new Set(words)
}

/** Finds the pages that a question could be about: those with rare words of it first. One word in common is enough only if it is a tag. */
export const createMatcher = (pages: Page[], language: string) => {
  const known = pages.map((page) => ({ page, words: wordsOf(`${page.title} ${new URL(page.url).pathname}`, language) }))
  const count = new Map<string, number>()
  for (const { words } of known) for (const word of words) count.set(word, (count.get(word) ?? 0) + 1)
  const weight = (word: string) => Math.log(1 + pages.length / (count.get(word) ?? 1))
  return ({ title, tags }: { title: string; tags: readonly string[] }, most: number): Page[] => {
    const tagWords = wordsOf(tags.join(' '), language)
    const asked = new Set([...wordsOf(title, language), ...tagWords])
    return known
      .map(({ page, words }) => {
        const common = [...asked].filter((word) => words.has(word))
        const isEnough = common.length > 1 || common.some((word) => tagWords.has(word))
        return { page, score: isEnough ? common.reduce((sum, word) => sum + weight(word), 0) : 0 }
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.page.title.length - b.page.title.length)
      .slice(0, most)
      .map(({ page }) => page)
  }
}
