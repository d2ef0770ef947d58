import type { Kit } from './kit.ts'

/** What texts mean, as directions: those of alike meaning point alike. One for each text, in their order, all of the same length, at most 4000 numbers. */
export type Embedding = (texts: readonly string[], kit: Kit) => Promise<number[][]> | number[][]
