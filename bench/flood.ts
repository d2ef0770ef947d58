import { connect, type Socket } from 'node:net'

/** Sends this many requests a second, whether the replies come or not, over at most this many connections. */
export interface Flood {
  host: string
  port: number
  requests: string[]
  watched: string
  rate: number
  connections: number
  seconds: number
}
export interface Flooded {
  sent: number
  noRoom: number
  good: number
  turnedAway: number
  withoutRetryAfter: number
  other: number
  lost: number
  seconds: number
  p50: number
  p99: number
  worst: number
  turnedAwayP99: number
  watchedP99: number
  watchedFailed: number
}

const TICK_MS = 2
const WATCH_MS = 50

/** A whole answer: its status, and whether it says when to come again. Ours always have a length. */
const answerOf = (text: string) => {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.slice(0, end).toLowerCase()
  const length = Number(/\r\ncontent-length: *(\d+)/.exec(head)?.[1] ?? 0)
  return text.length >= end + 4 + length
    ? { status: Number(text.slice(9, 12)), hasRetryAfter: head.includes('\r\nretry-after:') }
    : undefined
}

interface Line {
  socket: Socket
  ask(request: string, done: (ms: number, answer: ReturnType<typeof answerOf>) => void): void
  isFree: boolean
}

const open = (host: string, port: number, onFree: (line: Line) => void): Line => {
  const socket = connect({ host, port, noDelay: true })
  let text = ''
  let began = 0
  let waiting: ((ms: number, answer: ReturnType<typeof answerOf>) => void) | undefined
  const finish = (answer: ReturnType<typeof answerOf>) => {
    const done = waiting
    waiting = undefined
    done?.(performance.now() - began, answer)
  }
  const line: Line = {
    socket,
    isFree: true,
    ask(request, done) {
      line.isFree = false
      text = ''
      began = performance.now()
      waiting = done
      socket.write(request)
    },
  }
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    text += String(chunk)
    const answer = answerOf(text)
    if (!answer) return
    line.isFree = true
    finish(answer)
    onFree(line)
  })
  socket.on('error', () => {})
  socket.on('close', () => finish(undefined))
  return line
}

const run = async ({ host, port, requests, watched, rate, connections, seconds }: Flood): Promise<Flooded> => {
  const free: Line[] = []
  const lines = Array.from({ length: connections }, () => open(host, port, (line) => free.push(line)))
  const watcher = open(host, port, () => {})
  await Promise.all(
    [...lines, watcher].map(
      ({ socket }) => new Promise((resolve, reject) => void socket.once('connect', resolve).once('error', reject)),
    ),
  )
  free.push(...lines)
  const [good, away, seen]: number[][] = [[], [], []]
  const count = { sent: 0, noRoom: 0, withoutRetryAfter: 0, other: 0, lost: 0, watchedFailed: 0 }
  const began = performance.now()
  let due = 0
  await new Promise<void>((resolve) => {
    const watch = setInterval(() => {
      if (watcher.isFree)
        watcher.ask(watched, (ms, answer) => {
          if (answer?.status === 200) seen!.push(ms)
          else count.watchedFailed++
        })
    }, WATCH_MS)
    const tick = setInterval(() => {
      const passed = (performance.now() - began) / 1000
      if (passed >= seconds) {
        clearInterval(tick)
        clearInterval(watch)
        return void setTimeout(resolve, 1500)
      }
      for (; due < passed * rate; due++) {
        const line = free.shift()
        if (!line) {
          count.noRoom++
          continue
        }
        count.sent++
        line.ask(requests[due % requests.length]!, (ms, answer) => {
          if (!answer) count.lost++
          else if (answer.status < 400) good!.push(ms)
          else if (answer.status === 503) {
            away!.push(ms)
            if (!answer.hasRetryAfter) count.withoutRetryAfter++
          } else count.other++
        })
      }
    }, TICK_MS)
  })
  for (const { socket } of [...lines, watcher]) socket.destroy()
  const at = (times: number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    ...count,
    good: good!.length,
    turnedAway: away!.length,
    seconds,
    p50: at(good!, 0.5),
    p99: at(good!, 0.99),
    worst: at(good!, 1),
    turnedAwayP99: at(away!, 0.99),
    watchedP99: at(seen!, 0.99),
  }
}

process.on('message', (flood: Flood) => void run(flood).then((flooded) => process.send!(flooded)))
