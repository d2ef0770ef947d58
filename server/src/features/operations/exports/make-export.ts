import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Export } from '@askwell/contract/exports.ts'
import type { App } from '../../../events/events.ts'
import type { TaskDoing } from '../../../events/tasks/task.ts'
import { answerThread } from '../../../lib/plugin-ports/across-threads.ts'
import { reachable } from '../files/stores/of-site.ts'
import { exportFolder, makeExportFolder, newExportName, removeUnfinished } from './place.ts'
import { ExportProblem } from './write-export.ts'
import type { Order, Said } from './thread.ts'

type Counts = Extract<Said, { counts: unknown }>['counts']

const inThread = async ({ plugins }: App, order: Order, { progress, signal }: TaskDoing) => {
  signal.throwIfAborted()
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: order })
  answerThread(thread, plugins)
  const stop = () => void thread.terminate()
  signal.addEventListener('abort', stop)
  try {
    return await new Promise<Counts>((resolve, reject) => {
      thread.on('message', (said: Said) => {
        if ('counts' in said) resolve(said.counts)
        else if ('problem' in said) reject(new ExportProblem(said.problem.reason, said.problem.values))
        else if ('done' in said) progress(said.done, said.total, said.what)
      })
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('the export was stopped')))
    })
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.terminate()
  }
}

/** As a long task. One that was interrupted begins anew: it reads the site as of one moment. */
export const makeExport = async (app: App, wanted: Pick<Export, 'scope' | 'format'>, doing: TaskDoing) => {
  const { data } = app.config
  makeExportFolder(data)
  await removeUnfinished(data)
  const name = newExportName(data, app.clock.now(), wanted)
  const file = join(exportFolder(data), name)
  try {
    const order = {
      url: app.databaseUrl,
      config: reachable(app.config),
      file,
      wanted,
      version: app.version,
      now: app.clock.now(),
    }
    return { name, ...(await inThread(app, order, doing)) }
  } finally {
    await removeUnfinished(data)
  }
}
