/** How little the first ranks count more than those behind them; the usual figure of reciprocal rank fusion. */
const K = 60

/** One order made of several: what stands high in any of them, and higher still what stands in more than one. Of two alike, as in the first. */
export const fuse = (...lists: number[][]): number[] => {
  const scores = new Map<number, number>()
  for (const list of lists)
    for (const [rank, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (K + rank + 1))
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id)
}
