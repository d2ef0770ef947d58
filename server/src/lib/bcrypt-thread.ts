import { parentPort, workerData } from 'node:worker_threads'
import { compareSync } from 'bcryptjs'

const { password, hash } = workerData as { password: string; hash: string }
parentPort!.postMessage(compareSync(password, hash))
