import type { CaptchaPart } from '@askwell/plugin-kit'
import { LRUCache } from 'lru-cache'
import { type Static, Type } from 'typebox'
import { call, type ManifestKey, port } from './port.ts'
import type { Asking } from './running.ts'

type Asked = Parameters<CaptchaPart['challenge']>[0]
type Solution = Parameters<CaptchaPart['verify']>[0]

const PICTURE = '^data:image/(png|jpeg|webp|svg\\+xml);base64,[A-Za-z0-9+/=]+$'
/** Asked for at once, as robots come in crowds. Each is given to one person; what nobody needs soon is thrown away. */
const AT_ONCE = 5
const SPARES = 20
const SPARE_MS = 60_000
/** More would keep a telephone busy for a minute. */
const WORK_MOST = 5_000_000

/** A script of a service that shows what is to be solved, in a frame of its own. */
export interface Widget {
  script: string
  /** Where the script loads more from, and what it frames. */
  sources: string[]
  /** Of the element that it looks for. */
  class: string
  /** That it needs at most, in pixels. */
  height: number
}

const isWebAddress = (said: unknown, pattern: RegExp) =>
  typeof said === 'string' && said.length <= 300 && pattern.test(said)
const SCRIPT = /^https:\/\/[\w.-]+\/[\w./?=&-]+$/
const SOURCE = /^https:\/\/(\*\.)?[\w-]+(\.[\w-]+)+$/

const widget: ManifestKey<Widget | undefined> = {
  none: undefined,
  read(value, note) {
    if (value === undefined) return undefined
    const { script, sources, class: name, height } = (value ?? {}) as Record<string, unknown>
    const isFine =
      isWebAddress(script, SCRIPT) &&
      Array.isArray(sources) &&
      sources.length <= 10 &&
      sources.every((source) => isWebAddress(source, SOURCE)) &&
      typeof name === 'string' &&
      /^[\w-]{1,60}$/.test(name) &&
      Number.isInteger(height) &&
      (height as number) > 0 &&
      (height as number) <= 1000
    if (!isFine) note('askwell.widget has to say script, sources, class and height')
    return isFine ? ({ script, sources, class: name, height } as Widget) : undefined
  },
}

const Challenge = Type.Object({
  picture: Type.Optional(Type.String({ pattern: PICTURE, maxLength: 140_000 })),
  question: Type.Optional(Type.String({ maxLength: 500 })),
  work: Type.Optional(
    Type.Object({
      salt: Type.String({ pattern: '^[\\w-]{8,100}$' }),
      challenge: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      most: Type.Integer({ minimum: 1, maximum: WORK_MOST }),
    }),
  ),
  site_key: Type.Optional(Type.String({ pattern: '^[\\w-]{1,200}$' })),
  secret: Type.String({ minLength: 1, maxLength: 4000 }),
})
type Challenge = Static<typeof Challenge>

/** Whose scripts run there. */
const scriptHosts = ({ script, sources }: Widget) => [
  ...new Set([script, ...sources].map((address) => new URL(address).host)),
]

export const captcha = port({
  keys: { widget },
  powers: ({ widget: shown }) => ['captcha', ...(shown ? scriptHosts(shown).map((host) => `widget:${host}`) : [])],
  calls: {
    'captcha.challenge': call<Asked>()(3000, Type.Array(Challenge, { maxItems: AT_ONCE })),
    'captcha.verify': call<Solution>()(8000, Type.Boolean()),
  },
})

type Spares = LRUCache<string, Challenge[]>
const kept = new WeakMap<Asking, Spares>()
const sparesOf = (plugins: Asking): Spares => {
  const known = kept.get(plugins) ?? new LRUCache<string, Challenge[]>({ max: 100, ttl: SPARE_MS })
  kept.set(plugins, known)
  return known
}

/** What can neither be seen nor read, nor done by a script that runs, is none. */
const canBeSolved = (
  { picture, question, work, site_key }: Challenge,
  { alternative, scripts }: Omit<Asked, 'count'>,
  hasWidget: () => boolean,
) => Boolean(question) || (!alternative && Boolean(picture || (scripts && (work || (site_key && hasWidget())))))

/** As the site's own captcha. */
export const captchaOf = (plugins: Asking, slug_name: string) => ({
  /** Undefined where the plugin leaves it to the site. */
  async challenge(asked: Omit<Asked, 'count'>): Promise<Challenge | undefined> {
    const key = JSON.stringify([slug_name, plugins.stateOf(slug_name), asked])
    const spares = sparesOf(plugins)
    const spare = spares.get(key)?.pop()
    if (spare) return spare
    const [first, ...more] = await plugins.ask(slug_name, 'captcha.challenge', { ...asked, count: AT_ONCE })
    if (!first) return undefined
    // A script of a service is shown only if the manifest names one.
    const hasWidget = () => plugins.manifestOf(slug_name).widget !== undefined
    if (![first, ...more].every((one) => canBeSolved(one, asked, hasWidget)))
      plugins.refuse(slug_name, 'it gave nothing to be solved')
    // Others who found none have perhaps asked meanwhile.
    spares.set(key, [...(spares.get(key) ?? []), ...more].slice(0, SPARES))
    return first
  },
  solves: (secret: string, typed: string) => plugins.ask(slug_name, 'captcha.verify', { secret, typed }),
})
