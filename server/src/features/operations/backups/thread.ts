import { parentPort, workerData } from 'node:worker_threads'
import { connectToRead } from '../../../db/connect.ts'
import { type Problem, problemOf } from '../../../db/problem.ts'
import { StoreProblem } from '../../../lib/store-problem.ts'
import { pluginsBeyond } from '../../../lib/plugin-ports/across-threads.ts'
import type { Reach } from '../files/stores/of-site.ts'
import { BackupProblem } from './format.ts'
import { verifyBackup } from './verify-backup.ts'
import { backupSteps, writeBackup } from './write-backup.ts'

// A thread of its own: compressing and comparing the whole site takes nothing from those who answer.

export type Order =
  | { act: 'write'; url: string; config: Reach['config']; file: string; version: string; now: number }
  | { act: 'verify'; file: string; bytes: number }
export type Said =
  | { done: number; total: number; what: string }
  | { manifest: Awaited<ReturnType<typeof verifyBackup>> }
  | { problem: Problem }

const say = (said: Said) => parentPort!.postMessage(said)
const TELL_MS = 200

const telling = (total: number) => {
  let told = 0
  return (done: number, what: string) => {
    if (performance.now() - told < TELL_MS) return
    told = performance.now()
    say({ done, total, what })
  }
}

const write = async ({ url, config, file, version, now }: Order & { act: 'write' }) => {
  const { db, close } = connectToRead(url)
  try {
    const plugins = pluginsBeyond(parentPort!)
    const onProgress = telling(await backupSteps({ db, config, plugins }))
    const engine = url.startsWith('postgres') ? ('postgres' as const) : ('sqlite' as const)
    return (await writeBackup({ db, engine }, { config, plugins, file, version, now, onProgress })).manifest
  } finally {
    await close()
  }
}

const verify = ({ file, bytes }: Order & { act: 'verify' }) => {
  const tell = telling(bytes)
  let read = 0
  return verifyBackup(file, (count) => tell((read += count), 'checking'))
}

const order = workerData as Order
try {
  say({ manifest: await (order.act === 'write' ? write(order) : verify(order)) })
} catch (error) {
  if (!(error instanceof BackupProblem || error instanceof StoreProblem)) throw error
  say({ problem: problemOf(error) })
}
