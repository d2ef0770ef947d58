const FLUSH_MS = 30_000

/** What is counted in memory and written a while later, all at once: a thousand of them a second must not cause a thousand writes. */
export const createWriteBehind = <Place, Item>(
  current: () => Place | undefined,
  write: (place: Place, all: Item[]) => Promise<unknown>,
) => {
  let pending = new Map<string, Item>()
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const place = current()
    if (!place || pending.size === 0) return
    const all = [...pending.values()]
    pending = new Map()
    await write(place, all)
  }
  return {
    get pending() {
      return pending
    },
    /** What can't be written is lost: these are figures to look at, and the database has other troubles then. */
    flushLater() {
      timer ??= setTimeout(() => void flush().catch(() => {}), FLUSH_MS).unref()
    },
    flush,
    clear() {
      pending = new Map()
    },
  }
}
