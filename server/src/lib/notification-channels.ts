import { toldApart } from '@askwell/contract/told-apart.ts'
import type { PluginConfig } from '@askwell/plugin-kit'

/** A way to be told, from a plugin that is switched on and set up. */
export interface PluginChannel {
  name: string
  /** What this user has set for themself. */
  settingsOf(user_id: number): Promise<PluginConfig>
}

const FAILURES = 3
const REST_SECONDS = 60

/** Which there are in this process. One that fails again and again rests a while, so that it costs nobody anything. */
export const createChannels = () => {
  const channels = new Map<string, PluginChannel>()
  const failures = new Map<string, { inARow: number; at: number }>()
  return {
    use(slug_name: string, channel: PluginChannel | undefined) {
      failures.delete(slug_name)
      if (channel) channels.set(slug_name, channel)
      else channels.delete(slug_name)
    },
    find: (slug_name: string) => channels.get(slug_name),
    list: () =>
      toldApart([...channels].map(([slug_name, { name }]) => ({ slug_name, name }))).sort((a, b) =>
        a.name < b.name ? -1 : 1,
      ),
    /** Until when it isn't to be called; 0 if it is. */
    restsUntil(slug_name: string, now: number) {
      const failed = failures.get(slug_name)
      return failed && failed.inARow >= FAILURES && failed.at + REST_SECONDS > now ? failed.at + REST_SECONDS : 0
    },
    note(slug_name: string, error: unknown, now: number) {
      if (error === undefined) failures.delete(slug_name)
      else failures.set(slug_name, { inARow: (failures.get(slug_name)?.inARow ?? 0) + 1, at: now })
    },
  }
}
export type Channels = ReturnType<typeof createChannels>
