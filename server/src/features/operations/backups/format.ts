import { storageTrouble } from '../../../db/dialect.ts'

export const FORMAT = 1
/** No part of a table is larger than this; a larger one is not from us. */
export const LARGEST_PART = 2 ** 28
export const PART = /^tables\/([a-z_]+)\/(\d{6})\.jsonl$/
export const MANIFEST = 'manifest.json'

/** Printed for the person at the terminal, in one sentence. */
export class BackupProblem extends Error {}

export const isFull = (error: unknown) => storageTrouble(error) === 'full'
export const damaged = (why: string) => new BackupProblem(`The backup is damaged: ${why}. Nothing was changed.`)

export interface Progress {
  onProgress(done: number, what: string): void
}
