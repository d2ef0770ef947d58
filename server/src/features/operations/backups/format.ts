import type { Reason } from '@askwell/contract/reasons.ts'
import type { Values } from '@askwell/contract/text.ts'
import { storageTrouble } from '../../../db/dialect.ts'
import { BadRequest } from '../../../lib/errors.ts'

export const FORMAT = 1
/** No part of a table is larger than this; a larger one is not from us. */
export const LARGEST_PART = 2 ** 28
export const PART = /^tables\/([a-z_]+)\/(\d{6})\.jsonl$/
export const MANIFEST = 'manifest.json'

/** For the person at the page or the terminal; its reason has a sentence in each language. */
export class BackupProblem extends BadRequest {
  constructor(reason: Reason, values?: Values) {
    super(reason, { values })
  }
}

export const isFull = (error: unknown) => storageTrouble(error) === 'full'

export interface Progress {
  onProgress(done: number, what: string): void
}
