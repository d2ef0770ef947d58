import { parentPort, workerData } from 'node:worker_threads'
import { NodeSqlite } from './node-sqlite.ts'

const database = new NodeSqlite((workerData as { path: string }).path, { readOnly: true, allowExtension: true })
database.raw.enableLoadExtension(false)
database.raw.exec('pragma cache_size = -16384') // the pages that count are in the system's cache already

let vectorsLoaded = false

interface Asked {
  sql: string
  parameters: unknown[]
  vectors: boolean
}

const answer = async ({ sql, parameters, vectors }: Asked) => {
  try {
    if (vectors && !vectorsLoaded) (await import('./sqlite-vectors.ts')).loadVectors(database.raw)
    vectorsLoaded ||= vectors
    const began = performance.now()
    const rows = database.prepare(sql).all(parameters)
    parentPort!.postMessage({ rows, ms: performance.now() - began })
  } catch (error) {
    parentPort!.postMessage({ problem: (error as Error).message })
  }
}
parentPort!.on('message', (asked: Asked) => void answer(asked))
parentPort!.postMessage({ isReady: true })
