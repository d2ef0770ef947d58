import { setImmediate as turn } from 'node:timers/promises'
import type { Scene, Thing } from './scene.ts'
import { PEOPLE, type Viewer } from './states.ts'
import type { Address, Surface } from './addresses.ts'
import { secretsIn } from './words.ts'

export interface Reply {
  status: number
  headers: Record<string, unknown>
  body: string
}
export type Read = (viewer: Viewer, surface: Surface, address: Address) => Promise<Reply>
export interface Leak {
  viewer: Viewer
  surface: string
  url: string
  thing: string
}

/** Asks over HTTP, as a client with a token or as a browser with its cookie. */
export const reader =
  ({ w, who }: Scene): Read =>
  async (viewer, { kind }, { url }) => {
    const token = who[viewer]?.token
    const headers = {
      'accept-language': 'en_US',
      ...(token && (kind === 'call' ? { authorization: token } : { cookie: `askwell_session=${token}` })),
    }
    const get = async (path: string, steps: number): Promise<Reply> => {
      const response = await w.server.inject({ method: 'GET', url: path, headers })
      const here = { status: response.statusCode, headers: response.headers, body: response.body }
      const { location } = response.headers
      if (!location?.startsWith('/') || steps === 0) return here
      const there = await get(location, steps - 1)
      return { ...there, body: `${location}\n${here.body}\n${there.body}` }
    }
    return get(url, 3)
  }

/** Lists of the administration in which admins, and nobody else, find what was written in every state, deleted comments too. */
const EVERYTHING = 'everything'
const WRITTEN: readonly Thing['kind'][] = ['question', 'answer', 'comment']

/** The review shows the staff, and nobody else, what they may see at its own address; the inbox shows its reader what they may open. */
const mayBeThere = (thing: Thing, viewer: Viewer, { about }: Address) =>
  (about === EVERYTHING && viewer === 'admin' && WRITTEN.includes(thing.kind)) ||
  (about === 'review'
    ? thing.opens.filter((one) => one === 'moderator' || one === 'admin')
    : about === thing.home || about === 'inbox'
      ? thing.opens
      : thing.listed
  ).includes(viewer)

interface Reading {
  read?: Read
  viewers?: readonly Viewer[]
  allowed?: typeof mayBeThere
}

export interface Crawled {
  reads: number
  /** Surfaces × viewers × things. */
  cells: number
  leaks: Leak[]
  /** Who has seen a thing at an address about it, and who in a list. */
  opened: Map<Thing, Set<Viewer>>
  listed: Map<Thing, Set<Viewer>>
}

/** Reads every address of the surfaces as each of the viewers, and notes every word that stands where it may not. */
export const crawl = async (
  scene: Scene,
  surfaces: Surface[],
  { read = reader(scene), viewers = PEOPLE, allowed = mayBeThere }: Reading = {},
): Promise<Crawled> => {
  const bySecret = new Map(scene.things.map((thing) => [thing.words.secret, thing]))
  const seenBy = () => new Map(scene.things.map((thing) => [thing, new Set<Viewer>()]))
  const found: Crawled = {
    reads: 0,
    cells: surfaces.length * viewers.length * scene.things.length,
    leaks: [],
    opened: seenBy(),
    listed: seenBy(),
  }
  for (const surface of surfaces)
    for (const address of surface.addresses(scene))
      for (const viewer of viewers) {
        const { status, headers, body } = await read(viewer, surface, address)
        // What could not be read was not found clean. This page is about that, and says so by its status.
        if (status === 429 || (status >= 500 && address.url !== '/50x'))
          throw new Error(`${viewer} got ${status} from ${address.url}: ${body.slice(0, 200)}`)
        found.reads++
        await turn() // a process that is never given a breath turns visitors away
        for (const secret of secretsIn(`${JSON.stringify(headers)}\n${body}`)) {
          const thing = bySecret.get(secret)
          // What stands in the address was known before it was asked for.
          if (!thing || address.url.includes(secret)) continue
          if (allowed(thing, viewer, address)) {
            if (address.about === EVERYTHING) continue
            ;(['review', 'inbox', thing.home].includes(address.about ?? '') ? found.opened : found.listed)
              .get(thing)!
              .add(viewer)
          } else found.leaks.push({ viewer, surface: surface.name, url: address.url, thing: thing.name })
        }
      }
  return found
}

/** A few lines for many leaks: the same thing on the same surface is one. */
export const summary = (leaks: Leak[]) =>
  [...Map.groupBy(leaks, ({ surface, thing }) => `${thing} on ${surface}`)].map(
    ([what, some]) => `${what} to ${[...new Set(some.map(({ viewer }) => viewer))].join(', ')}, e.g. ${some[0]!.url}`,
  )
