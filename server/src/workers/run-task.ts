import { parentPort } from 'node:worker_threads'
import type * as tasks from './tasks.ts'

export interface Task {
  id: number
  name: keyof typeof tasks
  input: unknown
}

/** Runs one task; says that it begins, since a new thread takes a while until it can. */
export const run = (known: Partial<typeof tasks>) => {
  const byName = new Map<string, unknown>(Object.entries(known))
  return ({ id, name, input }: Task) => {
    parentPort!.postMessage(id)
    return (byName.get(name) as (input: unknown) => unknown)(input)
  }
}
