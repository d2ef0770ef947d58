import { AsyncLocalStorage } from 'node:async_hooks'

/** The place that somebody has among all who are worked for at once. */
export interface Slot {
  release(): void
  /** Waits for a place again. */
  reacquire(): Promise<void> | undefined
}

const current = new AsyncLocalStorage<Slot>()

export const inSlot = <T>(slot: Slot, work: () => Promise<T>) => current.run(slot, work)

/** Waits for work that is done elsewhere, with a queue of its own: meanwhile the place is somebody else's. */
export const outsideSlot = async <T>(work: () => Promise<T>): Promise<T> => {
  const slot = current.getStore()
  slot?.release()
  try {
    return await work()
  } finally {
    await slot?.reacquire()
  }
}
