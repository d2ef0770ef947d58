/** A figure that is another one here than there. */
export interface Difference {
  file: string
  key: string
  field: string
  there: string
  here: string
}

export interface Comparison {
  /** How many of each kind there are in the dump, and how many of them are here. */
  kinds: { kind: string; there: number; here: number }[]
  /** The first of them. */
  differences: Difference[]
  /** How many figures differ in all. */
  different: number
  /** How many were looked at. */
  compared: number
}

const DIFFERENCES_MAX = 1000

export const createComparison = () => {
  const kinds = new Map<string, { there: number; here: number }>()
  const differences: Difference[] = []
  let [different, compared] = [0, 0]
  return {
    count: (kind: string, isHere: boolean) => {
      const its = kinds.get(kind) ?? { there: 0, here: 0 }
      kinds.set(kind, { there: its.there + 1, here: its.here + (isHere ? 1 : 0) })
    },
    compare: (file: string, key: string, figures: Record<string, readonly [there: unknown, here: unknown]>) => {
      for (const [field, [there, here]] of Object.entries(figures)) {
        compared++
        if (there === here) continue
        different++
        if (differences.length < DIFFERENCES_MAX)
          differences.push({ file, key, field, there: String(there), here: String(here) })
      }
    },
    result: (): Comparison => ({
      kinds: [...kinds].map(([kind, counts]) => ({ kind, ...counts })),
      differences,
      different,
      compared,
    }),
  }
}
