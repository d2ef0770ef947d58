import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LastRestore } from '@askwell/contract/backups.ts'
import type { Problem } from '../../../db/problem.ts'
import { renameDurably } from '../../../lib/durable.ts'
import { makeFolder } from '../../../lib/folders.ts'

/** What the next start is to put in the place of the site, and for whom. */
export interface RestoreOrder {
  name: string
  actor_id: number
}

/** What came of it; the sentence about what went wrong is for each reader in their own language. */
export type Outcome = Omit<LastRestore, 'problem'> & { problem?: Problem }

const orderFile = (data: string) => join(data, 'restore-next.json')
const outcomeFile = (data: string) => join(data, 'last-restore.json')

const read = async <T>(file: string): Promise<T | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

const write = async (file: string, content: unknown) => {
  makeFolder(join(file, '..'))
  await writeFile(`${file}.new`, JSON.stringify(content), { mode: 0o600 })
  await renameDurably(`${file}.new`, file)
}

export const orderRestore = (data: string, order: RestoreOrder) => write(orderFile(data), order)

/** Taken before it is carried out: a process that dies over it doesn't do so again and again. */
export const takeOrder = async (data: string) => {
  const order = await read<RestoreOrder>(orderFile(data))
  await rm(orderFile(data), { force: true })
  return order
}

/** One that an older version wrote in its own words isn't told. */
export const findLastRestore = async (data: string) => {
  const last = await read<Outcome>(outcomeFile(data))
  return last?.made_at === undefined ? undefined : last
}
export const noteRestore = (data: string, outcome: Outcome) => write(outcomeFile(data), outcome)
