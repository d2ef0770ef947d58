import type { CaptchaPart } from '@askwell/plugin-kit'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { call, simplePort } from './port.ts'
import type { Asking } from './running.ts'

type Asked = Parameters<CaptchaPart['challenge']>[0]
type Solution = Parameters<CaptchaPart['verify']>[0]
interface Challenge {
  picture: string
  question: string
  secret: string
}

const PICTURE = '^data:image/(png|jpeg|webp|svg\\+xml);base64,[A-Za-z0-9+/=]+$'
/** Asked for at once, as robots come in crowds. Each is given to one person; what nobody needs soon is thrown away. */
const AT_ONCE = 5
const SPARES = 20
const SPARE_MS = 60_000

export const captcha = simplePort('captcha', {
  'captcha.challenge': call<Asked>()(
    3000,
    Type.Array(
      Type.Object({
        picture: Type.Optional(Type.String({ pattern: PICTURE, maxLength: 140_000 })),
        question: Type.Optional(Type.String({ maxLength: 500 })),
        secret: Type.String({ minLength: 1, maxLength: 4000 }),
      }),
      { minItems: 1, maxItems: AT_ONCE },
    ),
  ),
  'captcha.verify': call<Solution>()(8000, Type.Boolean()),
})

type Spares = LRUCache<string, Challenge[]>
const kept = new WeakMap<Asking, Spares>()
const sparesOf = (plugins: Asking): Spares => {
  const known = kept.get(plugins) ?? new LRUCache<string, Challenge[]>({ max: 100, ttl: SPARE_MS })
  kept.set(plugins, known)
  return known
}

/** As the site's own captcha. What can neither be seen nor read is none. */
export const captchaOf = (plugins: Asking, slug_name: string) => ({
  async challenge(asked: Omit<Asked, 'count'>): Promise<Challenge> {
    const key = JSON.stringify([slug_name, plugins.stateOf(slug_name), asked])
    const spares = sparesOf(plugins)
    const spare = spares.get(key)?.pop()
    if (spare) return spare
    const said = await plugins.ask(slug_name, 'captcha.challenge', { ...asked, count: AT_ONCE })
    const [first, ...more] = said.map(({ picture = '', question = '', secret }) => ({ picture, question, secret }))
    if ([first!, ...more].some(({ picture, question }) => !question && (asked.alternative || !picture)))
      throw new Error(`${slug_name} gave nothing to be solved`)
    // Others who found none have perhaps asked meanwhile.
    spares.set(key, [...(spares.get(key) ?? []), ...more].slice(0, SPARES))
    return first!
  },
  solves: (secret: string, typed: string) => plugins.ask(slug_name, 'captcha.verify', { secret, typed }),
})
