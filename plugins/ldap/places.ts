/** The kit gives twenty connections at once, and one that was closed may still count for a moment. */
const PLACES = 16

let taken = 0
const waiting: (() => void)[] = []

/** Does the work once there is a place for it: where many log in at once, the last of them wait. */
export const inPlace = async <T>(work: () => Promise<T>) => {
  if (taken < PLACES) taken++
  else await new Promise<void>((begin) => waiting.push(begin))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else taken--
  }
}
