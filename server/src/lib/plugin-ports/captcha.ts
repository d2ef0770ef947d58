import type { CaptchaPart } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { call, simplePort } from './port.ts'
import type { Asking } from './running.ts'

type Asked = Parameters<CaptchaPart['challenge']>[0]
type Solution = Parameters<CaptchaPart['verify']>[0]

const PICTURE = '^data:image/(png|jpeg|webp|svg\\+xml);base64,[A-Za-z0-9+/=]+$'

export const captcha = simplePort('captcha', {
  'captcha.challenge': call<Asked>()(
    3000,
    Type.Object({
      picture: Type.Optional(Type.String({ pattern: PICTURE, maxLength: 140_000 })),
      question: Type.Optional(Type.String({ maxLength: 500 })),
      secret: Type.String({ minLength: 1, maxLength: 4000 }),
    }),
  ),
  'captcha.verify': call<Solution>()(8000, Type.Boolean()),
})

/** As the site's own captcha. What can neither be seen nor read is none. */
export const captchaOf = (plugins: Asking, slug_name: string) => ({
  async challenge(asked: Asked) {
    const { picture = '', question = '', secret } = await plugins.ask(slug_name, 'captcha.challenge', asked)
    if (!question && (asked.alternative || !picture)) throw new Error(`${slug_name} gave nothing to be solved`)
    return { picture, question, secret }
  },
  solves: (secret: string, typed: string) => plugins.ask(slug_name, 'captcha.verify', { secret, typed }),
})
