/** When the site itself couldn't look for longer, what was said meanwhile isn't read yet. */
const LOOK_MS = 1000
/** So much of the time counts however busy the machine is: what computes without end is ended in ten times the time. */
const LEAST = 0.1

/** The time in which a process could do something, by which it is judged: on a busy machine that is less than has passed. */
export const createFairTime = (now = () => performance.now()) => {
  let ms = 0
  let at = now()
  let before = 0
  return {
    ms: () => ms,
    look(waited: number) {
      const passed = Math.min(now() - at, LOOK_MS)
      at = now()
      ms += Math.max(passed - Math.max(0, waited - before), passed * LEAST)
      before = waited
    },
  }
}
