/** Queues of jobs that don't wait for each other: what calls code of plugins, or waits for services that users have named, mustn't hold up the site's own work. */
export const LANES = { site: 0, plugins: 1, push: 2, embeddings: 3 } as const
export type Lane = (typeof LANES)[keyof typeof LANES]

const LANE_OF: Record<string, Lane> = {
  'notification.channel_due': LANES.plugins,
  'plugin.event_due': LANES.plugins,
  'search.plugin_due': LANES.plugins,
  fillSearchPlugin: LANES.plugins,
  'notification.push_due': LANES.push,
  makeVectors: LANES.embeddings,
}
/** By the event that an effect follows, or what recurs by its own name. */
export const laneOf = (effect: string): Lane => LANE_OF[effect.split('/', 1)[0]!] ?? LANES.site

/** Thrown by a later effect whose time hasn't come: it is tried again then, and that counts as no failure. */
export class NotYet extends Error {
  readonly until: number
  constructor(until: number, why: string) {
    super(why)
    this.until = until
  }
}
