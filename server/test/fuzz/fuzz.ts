import { findFaults } from '../../src/features/operations/integrity/service.ts'
import { type Engine, type World, world } from '../world.ts'
import { type Fuzzed, fuzzedCall } from './calls.ts'
import { gather, learn, readSettings, type Visitor } from './crowd.ts'
import { choices } from './random.ts'
import { faultOf } from './verdict.ts'

export interface Outcome {
  calls: number
  endpoints: number
  byStatus: Record<number, number>
  failures: string[]
}

/** After this many calls the people are new and all later effects have run. */
const SCENE = 400
const ENOUGH_FAILURES = 20
/** An answer that hasn't come by then will not come. */
const PATIENCE_MS = 30_000

const send = async ({ server }: World, { method, url, type, payload }: Fuzzed, { token }: Visitor) => {
  await new Promise(setImmediate) // as from a socket: each in a turn of its own
  const asked = server.inject({
    method,
    url,
    remoteAddress: '198.51.100.7',
    headers: {
      'accept-language': 'en_US',
      ...(token && { authorization: token }),
      ...(type && { 'content-type': type }),
    },
    ...(payload !== undefined && { payload: Buffer.from(payload, type?.startsWith('multipart/') ? 'latin1' : 'utf8') }),
  })
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS)
  })
  const response = await Promise.race([asked, tooLate]).finally(() => clearTimeout(timer))
  return { status: response.statusCode, body: response.body }
}

const told = (call: Fuzzed, who: Visitor) =>
  `${who.name}: ${call.method} ${call.url.slice(0, 600)} ${call.payload === undefined ? '' : `${call.type} ${call.payload.slice(0, 1500)}`}`

/**
 * This many calls, right and wrong, by all kinds of people, on a site of their own; the same seed makes the same calls.
 * At the end all later effects have run, and the site's counts match what exists.
 */
export const fuzz = async (
  engine: Engine,
  { seed, calls, onProgress = () => {} }: { seed: number; calls: number; onProgress?: (done: number) => void },
): Promise<Outcome> => {
  const w = await world(engine)
  const r = choices(seed)
  const outcome: Outcome = { calls: 0, endpoints: 0, byStatus: {}, failures: [] }
  const met = new Set<string>()
  const fail = (what: string) => outcome.failures.push(`seed ${seed}, ${engine}, call ${outcome.calls}: ${what}`)
  const noteFaults = (during: string) => {
    for (const fault of w.faults.splice(0))
      fail(`${during}: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`)
  }
  try {
    const settings = await readSettings(w)
    let { visitors, known } = await gather(w, settings)
    while (outcome.calls < calls && outcome.failures.length < ENOUGH_FAILURES) {
      if (outcome.calls % SCENE === SCENE - 1) {
        await w.settle()
        noteFaults('what follows later')
        ;({ visitors, known } = await gather(w, settings))
      }
      const who = r.pick(visitors)
      const call = fuzzedCall(r, known)
      outcome.calls++
      w.clock.advance(r.below(4))
      met.add(`${call.method} ${call.endpoint.prefix} ${call.endpoint.path}`)
      try {
        const answer = await send(w, call, who)
        outcome.byStatus[answer.status] = (outcome.byStatus[answer.status] ?? 0) + 1
        const fault = faultOf(call, answer, who)
        if (fault) fail(`${fault}\n  ${told(call, who)}`)
        if (answer.status === 200) learn(known, call.endpoint.path, (JSON.parse(answer.body) as { data: unknown }).data)
      } catch (error) {
        fail(`${(error as Error).message}\n  ${told(call, who)}`)
      }
      noteFaults(told(call, who))
      if (outcome.calls % 1000 === 0) onProgress(outcome.calls)
    }
    await w.settle()
    noteFaults('what follows later')
    for (const fault of await findFaults(w.app)) fail(`at the end ${fault}`)
  } finally {
    outcome.endpoints = met.size
    await w.close()
  }
  return outcome
}
