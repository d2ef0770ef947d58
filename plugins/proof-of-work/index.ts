import { createHash, randomBytes, randomInt } from 'node:crypto'
import { plugin, textOf } from '@askwell/plugin-kit'

/** Numbers to be tried at most; half of them on average. */
const EFFORT: Record<string, number> = { low: 50_000, middle: 200_000, high: 1_000_000 }

const task = (most: number) => {
  const [number, salt] = [randomInt(most), randomBytes(16).toString('hex')]
  const challenge = createHash('sha256').update(`${salt}${number}`).digest('hex')
  return { work: { salt, challenge, most }, secret: String(number) }
}

export default plugin({
  captcha: {
    challenge({ scripts, alternative, count }, { config }) {
      // Nothing can be computed without scripts: the site asks in its own way.
      if (!scripts || alternative) return []
      const most = EFFORT[textOf(config, 'effort')] ?? EFFORT.middle!
      return Array.from({ length: count }, () => task(most))
    },
    verify: ({ secret, typed }) => typed === secret,
  },
})
