/** What somebody may take of this thread: a share of its time, and a while at once before anything has to wait. */
export const createAllowance = (
  { share, burstMs }: { share: number; burstMs: number },
  now: () => number = () => performance.now(),
) => {
  let owed = 0
  let at = now()
  return {
    /** @returns how many milliseconds nothing more may be taken. */
    spend(ms: number) {
      owed = Math.max(0, owed - (now() - at) * share) + ms
      at = now()
      return Math.max(0, owed - burstMs) / share
    },
  }
}
