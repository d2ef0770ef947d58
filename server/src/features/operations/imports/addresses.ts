import type { App } from '../../../events/events.ts'
import { insertAddresses, listOrigins, type OriginKind } from './queries.ts'

export interface OldAddress {
  path: string
  kind: 'post' | 'user' | 'tag'
  key: string
}

/** Addresses that the old site had lead on; the first thing that claims one keeps it. */
export const importAddresses = (app: App, site: string, addresses: OldAddress[]) =>
  app.transaction(async (tx) => {
    for (const [kind, its] of Map.groupBy(addresses, (one) => one.kind)) {
      const ids = await listOrigins(
        tx.db,
        site,
        kind satisfies OriginKind,
        its.map(({ key }) => key),
      )
      await insertAddresses(
        tx.db,
        its.flatMap(({ path, key }) => (ids.has(key) ? [{ path, kind, object_id: ids.get(key)! }] : [])),
      )
    }
  })
