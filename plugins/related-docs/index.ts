import { setTimeout } from 'node:timers/promises'
import { type Kit, plugin, textOf } from '@askwell/plugin-kit'
import { createMatcher } from './matching.ts'
import { pagesIn } from './pages.ts'

const MOST = 5
const READ_AGAIN_MS = 60 * 60_000
const TRY_AGAIN_MS = 60_000
/** The site waits three seconds for a widget. A list that takes longer is there for the next question. */
const WAIT_MS = 2000
const READ_SECONDS = 20

const TITLE: Record<string, string> = { en_US: 'In the documentation', de_DE: 'In der Dokumentation' }

const read = async (kit: Kit) => {
  const index = textOf(kit.config, 'index')
  const response = await kit.fetch(index, { seconds: READ_SECONDS })
  if (!response.ok) throw new Error(`${index} answered ${response.status}`)
  return createMatcher(pagesIn(await response.text(), index), kit.language)
}

let matching: ReturnType<typeof read> | undefined
let until = 0

/** Read once for all questions. While it can't be read, the list of before goes on. */
const matcher = (kit: Kit) => {
  if (Date.now() < until && matching) return matching
  until = Date.now() + READ_AGAIN_MS
  const before = matching
  matching = read(kit).catch((error: unknown) => {
    until = Date.now() + TRY_AGAIN_MS
    if (!before) throw error
    console.error(error)
    return before
  })
  return matching
}

const inTime = <T>(work: Promise<T>) => {
  const late = setTimeout(WAIT_MS).then(() => {
    throw new Error('the list of pages is still being read')
  })
  return Promise.race([work, late])
}

export default plugin({
  async widget({ post, language }, kit) {
    if (!post) return null
    const find = await inTime(matcher(kit))
    const links = find(post, MOST).map(({ title, url }) => ({ title, to: url }))
    return links.length
      ? { title: TITLE[language] ?? TITLE.en_US!, parts: [{ part: 'links', links }], seconds: 3600 }
      : null
  },
})
