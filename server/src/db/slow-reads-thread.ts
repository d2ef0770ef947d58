import { parentPort, workerData } from 'node:worker_threads'
import { NodeSqlite } from './node-sqlite.ts'

const database = new NodeSqlite((workerData as { path: string }).path, { readOnly: true })
database.raw.exec('pragma cache_size = -16384') // the pages that count are in the system's cache already

parentPort!.on('message', ({ sql, parameters }: { sql: string; parameters: unknown[] }) => {
  try {
    const began = performance.now()
    const rows = database.prepare(sql).all(parameters)
    parentPort!.postMessage({ rows, ms: performance.now() - began })
  } catch (error) {
    parentPort!.postMessage({ problem: (error as Error).message })
  }
})
