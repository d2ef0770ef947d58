import { type Embed, type Kit, plugin } from '@askwell/plugin-kit'
import { type Found, find } from './services.ts'

const TITLE_CHARACTERS = 200
/** As many questions at once as a service takes well. */
const AT_ONCE = 4
/** The site waits five seconds for all addresses of a text: what has no title by then goes without. */
const TITLES_MS = 3500

/** What the service calls it; nothing where it doesn't say so in time. */
const titleOf = async ({ oembed }: Found, kit: Kit, until: number) => {
  const seconds = (until - Date.now()) / 1000
  if (!oembed || kit.config.titles !== true || seconds <= 0) return undefined
  try {
    const response = await kit.fetch(oembed, { seconds })
    const { title } = (await response.json()) as { title?: unknown }
    return response.ok && typeof title === 'string' ? title.trim().slice(0, TITLE_CHARACTERS) : undefined
  } catch {
    return undefined
  }
}

const embed = async (address: string, kit: Kit, until: number): Promise<Embed | null> => {
  const found = find(address)
  if (!found) return null
  const { frame, name, width, height } = found
  return { title: (await titleOf(found, kit, until)) || name, frame, width, height }
}

export default plugin({
  async embed(addresses, kit) {
    const answers: (Embed | null)[] = []
    const until = Date.now() + TITLES_MS
    for (let at = 0; at < addresses.length; at += AT_ONCE) {
      const some = addresses.slice(at, at + AT_ONCE)
      answers.push(...(await Promise.all(some.map((address) => embed(address, kit, until)))))
    }
    return answers
  },
})
