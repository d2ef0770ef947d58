import { whenNeeded } from './lazy.ts'

/** The library for pictures, loaded with the first of them: it takes 20 MB, and most commands have none. */
export const loadSharp = whenNeeded(async () => {
  const { default: sharp } = await import('sharp')
  // One thread for a picture, and the others for everybody else; nothing is cached afterwards.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
})
