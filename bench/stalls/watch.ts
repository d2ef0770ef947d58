import { Agent, request } from 'node:http'

/** Asked again and again, each in a loop of its own, from a process of its own. */
export interface Watched {
  base: string
  question: string
  login: { e_mail: string; pass: string }
}
export interface Waits {
  health: number[]
  page: number[]
  login: number[]
  /** How late this process itself was called: what the machine adds to each wait. */
  machine: number[]
  /** Answers other than wanted, by status; 0 is none. */
  failed: Record<string, number>
}

const EVERY_MS = { health: 20, page: 40, login: 200, machine: 10 }
const PATIENCE_MS = 60_000
/** Enough members to stay within the rate limits of each; they log in again after the idle seconds are over. */
const ADDRESSES = { page: 200, login: 20 }

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const rest = (ms: number) => new Promise((resume) => setTimeout(resume, ms))

const ask = (base: string, path: string, from: string, body?: string) =>
  new Promise<number>((resolve) => {
    const asking = request(
      base + path,
      {
        agent,
        method: body ? 'POST' : 'GET',
        timeout: PATIENCE_MS,
        headers: {
          'accept-language': 'en_US',
          'x-forwarded-for': from,
          ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => void response.resume().on('close', () => resolve(response.statusCode ?? 0)),
    )
    asking.on('timeout', () => asking.destroy()).on('error', () => resolve(0))
    asking.end(body)
  })

/** Until it is told to end. */
const watching = { on: false }
let waits: Waits = { health: [], page: [], login: [], machine: [], failed: {} }
let loops: Promise<void>[] = []

/** Counted on from case to case, so that no address comes too often. */
const turns = { health: 0, page: 0, login: 0 }

const repeat = async (kind: 'health' | 'page' | 'login', act: (n: number) => Promise<number>) => {
  while (watching.on) {
    const began = performance.now()
    const status = await act(turns[kind]++)
    const took = performance.now() - began
    if (status === 200) waits[kind].push(took)
    else waits.failed[`${kind} ${status}`] = (waits.failed[`${kind} ${status}`] ?? 0) + 1
    await rest(Math.max(1, EVERY_MS[kind] - took))
  }
}

const lag = async () => {
  while (watching.on) {
    const began = performance.now()
    await rest(EVERY_MS.machine)
    waits.machine.push(performance.now() - began - EVERY_MS.machine)
  }
}

const begin = ({ base, question, login }: Watched) => {
  watching.on = true
  waits = { health: [], page: [], login: [], machine: [], failed: {} }
  const body = JSON.stringify(login)
  loops = [
    repeat('health', () => ask(base, '/healthz', '203.0.113.1')),
    // An address that nobody has asked for yet, so it is rendered.
    repeat('page', (n) =>
      ask(base, `/questions/${question}?seen=${process.pid}-${n}`, `203.0.113.${10 + (n % ADDRESSES.page)}`),
    ),
    repeat('login', (n) =>
      ask(base, '/answer/api/v1/user/login/email', `198.51.100.${10 + (n % ADDRESSES.login)}`, body),
    ),
    lag(),
  ]
}

process.on('message', (told: Watched | 'end') => {
  if (told !== 'end') return begin(told)
  watching.on = false
  void Promise.all(loops).then(() => process.send!(waits))
})
