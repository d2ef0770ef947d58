import { type Embed, type Kit, plugin } from '@askwell/plugin-kit'
import { type Found, find } from './services.ts'

const TITLE_CHARACTERS = 200
/** As many questions at once as a service takes well. */
const AT_ONCE = 4

/** What the service calls it; nothing where it doesn't say so in time. */
const titleOf = async ({ oembed }: Found, kit: Kit) => {
  if (!oembed || kit.config.titles !== true) return undefined
  try {
    const response = await kit.fetch(oembed)
    const { title } = (await response.json()) as { title?: unknown }
    return response.ok && typeof title === 'string' ? title.trim().slice(0, TITLE_CHARACTERS) : undefined
  } catch {
    return undefined
  }
}

const embed = async (address: string, kit: Kit): Promise<Embed | null> => {
  const found = find(address)
  if (!found) return null
  const { frame, name, width, height } = found
  return { title: (await titleOf(found, kit)) || name, frame, width, height }
}

export default plugin({
  async embed(addresses, kit) {
    const answers: (Embed | null)[] = []
    for (let at = 0; at < addresses.length; at += AT_ONCE)
      answers.push(...(await Promise.all(addresses.slice(at, at + AT_ONCE).map((address) => embed(address, kit)))))
    return answers
  },
})
