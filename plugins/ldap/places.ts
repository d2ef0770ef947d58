/** The kit gives twenty connections at once, and one that was closed may still count for a moment. */
const PLACES = 16
/** The site asks no longer than fifteen seconds: whoever has waited so long would have no answer any more. */
const WAIT_MS = 10_000

let taken = 0
const waiting = new Set<() => void>()

const untilCalled = () =>
  new Promise<void>((begin, reject) => {
    const called = () => {
      clearTimeout(late)
      begin()
    }
    const late = setTimeout(() => {
      waiting.delete(called)
      reject(new Error('too many log in at once'))
    }, WAIT_MS)
    waiting.add(called)
  })

/** Does the work once there is a place for it: where many log in at once, the last of them wait. */
export const inPlace = async <T>(work: () => Promise<T>) => {
  if (taken < PLACES) taken++
  else await untilCalled()
  try {
    return await work()
  } finally {
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next()
    } else taken--
  }
}
