import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Doing } from '../../../events/doing.ts'
import { answerThread } from '../../../lib/plugin-ports/across-threads.ts'
import type { Asking } from '../../../lib/plugin-ports/running.ts'
import { BackupProblem } from './format.ts'
import type { Order, Said } from './thread.ts'
import type { Manifest } from './views.ts'

/** Writes or checks a backup beside everything else. Stopped, it leaves nothing. */
export const inThread = async (
  order: Order,
  { progress, signal }: Pick<Doing, 'progress' | 'signal'>,
  plugins?: Pick<Asking, 'ask'>,
) => {
  signal.throwIfAborted()
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: order })
  if (plugins) answerThread(thread, plugins)
  const stop = () => void thread.terminate()
  signal.addEventListener('abort', stop)
  try {
    return await new Promise<Manifest>((resolve, reject) => {
      thread.on('message', (said: Said) => {
        if ('manifest' in said) resolve(said.manifest)
        else if ('problem' in said) reject(new BackupProblem(said.problem.reason, said.problem.values))
        else if ('done' in said) progress(said.done, said.total, said.what)
      })
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('the backup was stopped')))
    })
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.terminate()
    if (order.act === 'write') await rm(`${order.file}.unfinished`, { force: true })
  }
}
