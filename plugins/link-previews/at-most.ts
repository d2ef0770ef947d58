/** Who comes while so many wait already is turned away. */
const WAITING_MAX = 200

/** Works that run side by side, but never more than so many; the others wait for their turn. */
export const atMost = (most: number) => {
  let busy = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= WAITING_MAX) throw new Error('too many pages wait to be read')
    if (busy < most) busy++
    else await new Promise<void>((next) => void waiting.push(next))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }
}
