import { connect } from 'node:net'

/** Requests as they go over the line. Each connection goes round in one of the lists. */
export interface Task {
  host: string
  port: number
  lists: string[][]
  connections: number
  seconds: number
}
export interface Measured {
  requests: number
  failed: number
  seconds: number
  p50: number
  p99: number
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/** Where a whole response ends, or -1 while more is to come. */
const endOf = (bytes: Buffer) => {
  const head = bytes.indexOf(HEAD_END)
  if (head < 0) return -1
  const text = bytes.toString('latin1', 0, head + 2).toLowerCase()
  const length = /\r\ncontent-length: *(\d+)\r/.exec(text)
  if (length) {
    const end = head + 4 + Number(length[1])
    return bytes.length >= end ? end : -1
  }
  if (!text.includes('\r\ntransfer-encoding: chunked')) return head + 4
  return bytes.length >= head + 9 && bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) ? bytes.length : -1
}

const isGood = (bytes: Buffer) => /^HTTP\/1\.1 [23]/.test(bytes.toString('latin1', 0, 12))

/** One connection: asks, waits for the whole answer, asks again. */
const ask = ({ host, port, seconds }: Task, list: string[], times: number[], failures: { count: number }) =>
  new Promise<void>((resolve) => {
    const requests = list.map((text) => Buffer.from(text))
    const until = performance.now() + seconds * 1000
    const socket = connect({ host, port, noDelay: true })
    let at = 0
    let began = 0
    let got: Buffer = Buffer.alloc(0)
    const next = () => {
      began = performance.now()
      if (began >= until) return void socket.end()
      got = Buffer.alloc(0)
      socket.write(requests[at++ % requests.length]!)
    }
    socket.on('connect', next)
    socket.on('data', (chunk: Buffer) => {
      got = got.length ? Buffer.concat([got, chunk]) : chunk
      if (endOf(got) < 0) return
      if (isGood(got)) times.push(performance.now() - began)
      else failures.count++
      next()
    })
    socket.on('error', () => {
      failures.count++
    })
    socket.on('close', () => resolve())
  })

const run = async (task: Task): Promise<Measured> => {
  const times: number[] = []
  const failures = { count: 0 }
  const began = performance.now()
  await Promise.all(
    Array.from({ length: task.connections }, (_, n) => ask(task, task.lists[n % task.lists.length]!, times, failures)),
  )
  const seconds = (performance.now() - began) / 1000
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { requests: times.length, failed: failures.count, seconds, p50: at(0.5), p99: at(0.99) }
}

process.on('message', (task: Task) => void run(task).then((measured) => process.send!(measured)))
