import { parentPort } from 'node:worker_threads'
import { ownThread } from '../lib/waited-for-processor.ts'
import type * as tasks from './tasks.ts'

export interface Task {
  id: number
  name: keyof typeof tasks
  input: unknown
}

export interface Begun {
  id: number
  /** The system's number of the thread; 0 where it doesn't tell. */
  thread: number
}

/** Runs one task; says that it begins, since a new thread takes a while until it can. */
export const run = (known: Partial<typeof tasks>) => {
  const thread = ownThread()
  const byName = new Map<string, unknown>(Object.entries(known))
  return ({ id, name, input }: Task) => {
    parentPort!.postMessage({ id, thread } satisfies Begun)
    return (byName.get(name) as (input: unknown) => unknown)(input)
  }
}
