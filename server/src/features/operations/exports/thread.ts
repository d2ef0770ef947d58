import { createReadStream } from 'node:fs'
import { rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Export } from '@askwell/contract/exports.ts'
import { connectToRead } from '../../../db/connect.ts'
import { type Problem, problemOf } from '../../../db/problem.ts'
import { createArchive } from '../../../lib/archive.ts'
import { renameDurably } from '../../../lib/durable.ts'
import { filesBelow } from '../../../lib/no-symlinks.ts'
import { StoreProblem } from '../../../lib/store-problem.ts'
import { pluginsBeyond } from '../../../lib/plugin-ports/across-threads.ts'
import type { Reach } from '../files/stores/of-site.ts'
import { countQuestions } from './queries.ts'
import { ExportProblem, writeExport } from './write-export.ts'

// A thread of its own: reading and compressing the whole site takes nothing from those who answer.

export interface Order {
  url: string
  config: Reach['config']
  /** Where the archive is to be. */
  file: string
  wanted: Pick<Export, 'scope' | 'format'>
  version: string
  now: number
}
export type Counts = Awaited<ReturnType<typeof writeExport>>
export type Said =
  | { done: number; total: number; what: string }
  | { counts: Counts & { bytes: number } }
  | { problem: Problem }

const say = (said: Said) => parentPort!.postMessage(said)
const TELL_MS = 200

const pack = async (folder: string, { file, now }: Order) => {
  const archive = createArchive(`${file}.unfinished`, new Date(now * 1000))
  try {
    for await (const path of filesBelow(folder)) {
      const { size } = await stat(join(folder, path))
      await archive.addStream(path, size, createReadStream(join(folder, path)))
    }
    await archive.close()
  } catch (error) {
    await archive.abandon()
    throw error
  }
  await utimes(`${file}.unfinished`, now, now)
  await renameDurably(`${file}.unfinished`, file)
  return (await stat(file)).size
}

const write = async (order: Order) => {
  const { url, config, file, wanted, version, now } = order
  const folder = `${file}.unfinished.d`
  const { db, close } = connectToRead(url)
  try {
    const total = await countQuestions(db, wanted.scope)
    let told = 0
    const onProgress = (done: number, what: string) => {
      if (performance.now() - told < TELL_MS) return
      told = performance.now()
      say({ done, total, what })
    }
    const plugins = pluginsBeyond(parentPort!)
    const counts = await writeExport(db, { folder, config, plugins, ...wanted, version, now, onProgress })
    say({ done: total, total, what: 'packing' })
    return { ...counts, bytes: await pack(folder, order) }
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

try {
  say({ counts: await write(workerData as Order) })
} catch (error) {
  if (!(error instanceof ExportProblem || error instanceof StoreProblem)) throw error
  say({ problem: problemOf(error) })
}
