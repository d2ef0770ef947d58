import { parentPort, workerData } from 'node:worker_threads'
import { NodeSqlite } from './node-sqlite.ts'
import { loadVectors } from './sqlite-vectors.ts'

const database = new NodeSqlite((workerData as { path: string }).path, { readOnly: true, allowExtension: true })
database.raw.exec('pragma cache_size = -16384') // the pages that count are in the system's cache already

let vectorsLoaded = false

interface Asked {
  sql: string
  parameters: unknown[]
  vectors: boolean
}

parentPort!.on('message', ({ sql, parameters, vectors }: Asked) => {
  try {
    if (vectors && !vectorsLoaded) loadVectors(database.raw)
    vectorsLoaded ||= vectors
    const began = performance.now()
    const rows = database.prepare(sql).all(parameters)
    parentPort!.postMessage({ rows, ms: performance.now() - began })
  } catch (error) {
    parentPort!.postMessage({ problem: (error as Error).message })
  }
})
