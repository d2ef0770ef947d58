import type { EmittedEvent } from '../../events/events.ts'
import { SHOWN_NOWHERE } from '../../events/shown-nowhere.ts'

/** So many parts, packed, are some fifty megabytes at most. */
const MOST = 48
/** What is new may take so long to stand in one. What goes is gone at once. */
const KEPT_SECONDS = 600
/** Of these nothing is left out of a list that stood in it before. */
const HIDES_NOTHING =
  /^(question\.(asked|collected|uncollected|invited)|thing\.(followed|unfollowed)|post\.(reacted|reaction_withdrawn)|answer\.(given|accepted|unaccepted)|comment\.\w+|vote\.\w+|reputation\.changed|report\.\w+|badge\.\w+)$/

/** Parts of the sitemap, made once for all who ask for them meanwhile. `partOf`: the one that a question is in. */
export const keepParts = (partOf: (question_id: number) => string) => {
  const parts = new Map<string, { made: Promise<Buffer>; until: number }>()
  const find = (name: string, now: number) => {
    const found = parts.get(name)
    return found && found.until > now ? found.made : undefined
  }
  return {
    async get(name: string, now: number, make: () => Promise<Buffer>) {
      const found = find(name, now)
      if (found) return found
      parts.delete(name)
      if (parts.size >= MOST) parts.delete(parts.keys().next().value!)
      const kept = { made: make(), until: now + KEPT_SECONDS }
      parts.set(name, kept)
      kept.made.catch(() => parts.get(name) === kept && parts.delete(name))
      return kept.made
    },
    hear(emitted: EmittedEvent[]) {
      for (const { name, fact } of emitted) {
        if (SHOWN_NOWHERE.has(name) || HIDES_NOTHING.test(name)) continue
        if (fact.question_id) parts.delete(partOf(fact.question_id))
        else parts.clear()
      }
    },
  }
}
