/** Choices that look like chance and are the same for the same seed (mulberry32). */
export const choices = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    between: (min: number, max: number) => min + below(max - min + 1),
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
  }
}
export type Choices = ReturnType<typeof choices>
