import { createHash } from 'node:crypto'
import { Widget, WIDGET_PLACES, type WidgetPlace } from '@askwell/contract/plugin-pages.ts'
import type { WidgetAsked } from '@askwell/plugin-kit'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { call, port, texts } from './port.ts'
import type { Asking } from './running.ts'

/** A page waits this long for an answer that it hasn't had before, unless the plugin has just kept another page waiting in vain. */
const WAIT_MS = 250
const SECONDS = { least: 30, usual: 600, most: 86_400 }
/** One that failed isn't asked the same again for this long. */
const FAILED_SECONDS = 60
const WIDGET_CHARACTERS = 32_000
/** Under posts there are as many as the page has posts. */
const UNDER_POST_CHARACTERS = 4000
const KEPT_CHARACTERS = 10_000_000
/** Questions to one plugin that are on their way; who comes then gets what it said last. */
const AT_ONCE = 20

const isPlace = (name: string): name is WidgetPlace => (WIDGET_PLACES as readonly string[]).includes(name)

const WidgetAnswer = Type.Object({
  ...Widget.properties,
  seconds: Type.Optional(Type.Number({ minimum: SECONDS.least, maximum: SECONDS.most })),
})

export const widget = port({
  keys: {
    places: texts<WidgetPlace>('places', {
      most: WIDGET_PLACES.length,
      problemOf: (place) =>
        isPlace(place) ? undefined : `"${place}" is no place: there are ${WIDGET_PLACES.join(', ')}`,
      missing: 'askwell.places has to say where its widgets stand',
    }),
  },
  powers: ({ places }) => places.map((place) => `place:${place}`),
  calls: { widget: call<WidgetAsked>()(3000, Type.Union([WidgetAnswer, Type.Null()])) },
})

interface Kept {
  widget: Widget | null
  until: number
}

const late = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())

const withoutText = ({ post, ...asked }: WidgetAsked): WidgetAsked =>
  post ? { ...asked, post: { ...post, text: undefined } } : asked

/** Widgets of plugins: what they answered is kept for as long as they say, and shown until they answer anew. */
export const createWidgets = (plugins: Asking, perf: { now(): number } = performance) => {
  const kept = new LRUCache<string, Kept>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (one, key) => JSON.stringify(one).length + key.length,
  })
  const awaited = new Map<string, Map<string, Promise<void>>>()
  /** Those that nobody waits for until they have answered again. */
  const slow = new Set<string>()

  const ask = async (slug_name: string, key: string, asked: WidgetAsked) => {
    const keep = (found: Widget | null, seconds: number) =>
      void kept.set(key, { widget: found, until: perf.now() + 1000 * seconds })
    try {
      const answer = await plugins.ask(slug_name, 'widget', asked)
      slow.delete(slug_name)
      if (!answer) return keep(null, SECONDS.usual)
      const { seconds = SECONDS.usual, title, parts } = answer
      const found = { title, parts }
      const most = asked.place === 'post' ? UNDER_POST_CHARACTERS : WIDGET_CHARACTERS
      if (JSON.stringify(found).length > most) plugins.refuse(slug_name, 'its widget is too long')
      keep(found, seconds)
    } catch {
      keep(kept.peek(key)?.widget ?? null, FAILED_SECONDS)
    }
  }
  const askOnce = (slug_name: string, key: string, asked: WidgetAsked) => {
    const asking = awaited.get(slug_name) ?? new Map<string, Promise<void>>()
    awaited.set(slug_name, asking)
    const known = asking.get(key)
    if (known || asking.size >= AT_ONCE) return known
    const answering = ask(slug_name, key, asked).finally(() => asking.delete(key))
    asking.set(key, answering)
    return answering
  }
  const widgetOf = async (slug_name: string, asked: WidgetAsked) => {
    const said = JSON.stringify([slug_name, plugins.stateOf(slug_name), asked])
    const key = createHash('sha256').update(said).digest('base64')
    const known = kept.get(key)
    if (known && known.until > perf.now()) return known.widget
    const answering = askOnce(slug_name, key, asked)
    if (!known && answering && !slow.has(slug_name))
      await Promise.race([answering, late(WAIT_MS).then(() => void (kept.has(key) || slow.add(slug_name)))])
    return kept.get(key)?.widget ?? null
  }
  const namesIn = (place: WidgetPlace) =>
    plugins.having('widget').filter((slug_name) => plugins.manifestOf(slug_name).places.includes(place))
  return {
    /** Places into which a plugin puts something. */
    widgetPlaces: () => WIDGET_PLACES.filter((place) => namesIn(place).length > 0),
    /** The text of a post goes to those that may read posts. */
    async widgets(asked: WidgetAsked) {
      const found = await Promise.all(
        namesIn(asked.place).map(async (slug_name) => {
          const mayRead = plugins.manifestOf(slug_name).permissions.includes('read:posts')
          const shown = await widgetOf(slug_name, mayRead ? asked : withoutText(asked))
          return shown ? [{ slug_name, ...shown }] : []
        }),
      )
      return found.flat()
    },
  }
}
