import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { casesFor, login } from './cases.ts'
import type { Flood, Flooded } from './flood.ts'
import { makeSite, startLoad, startSite } from './servers.ts'

const USAGE = `npm run overload -- [--dump DIR] [--database postgres://…] [--times 5] [--seconds 15] [--connections 500]

Measures what the site can do when asked in turn, then asks so many times as much, and says how those fared who were answered.`

const { values } = parseArgs({
  options: {
    dump: { type: 'string' },
    database: { type: 'string' },
    times: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '15' },
    connections: { type: 'string', default: '500' },
    help: { type: 'boolean' },
  },
})

/** Enough requests at once to keep the site busy, and few enough that nobody waits long. */
const BUSY = 16
/** What people do when many come: pages rendered for members, lists, questions and searches. Votes would need as many people. */
const MIX = ['question page, a member (not cached)', 'API question/page', 'API question/info', 'API search']

const flood = async (task: Flood) => {
  const child = fork(join(import.meta.dirname, 'flood.ts'))
  child.send(task)
  const [flooded] = (await once(child, 'message')) as [Flooded]
  child.kill()
  return flooded
}

const show = (
  what: string,
  {
    good,
    sent,
    noRoom,
    turnedAway,
    withoutRetryAfter,
    other,
    lost,
    seconds,
    p50,
    p99,
    worst,
    turnedAwayP99,
    watchedP99,
    watchedFailed,
  }: Flooded,
) =>
  console.log(
    [
      what,
      `  asked ${Math.round((sent + noRoom) / seconds)} a second; found no free connection ${noRoom}`,
      `  answered ${Math.round(good / seconds)} a second: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, slowest ${worst.toFixed(0)} ms`,
      `  turned away ${Math.round(turnedAway / seconds)} a second, p99 ${turnedAwayP99.toFixed(0)} ms, ${withoutRetryAfter} of them not told when to come again`,
      `  other refusals ${other}, connections lost ${lost}`,
      `  /healthz: p99 ${watchedP99.toFixed(0)} ms, ${watchedFailed} failed`,
    ].join('\n'),
  )

if (values.help) console.log(USAGE)
else {
  const made = makeSite(values.dump, values.database)
  const site = await startSite(made.data, values.database)
  const load = startLoad()
  try {
    const { hostname: host, port: text } = new URL(site.base)
    const port = Number(text)
    const cases = (await casesFor(site.base, await login(site.base, made.login))).filter(({ name }) =>
      MIX.includes(name),
    )
    const requests = Array.from(
      { length: 200 },
      (_, n) =>
        cases[n % cases.length]!.lists[0]![Math.floor(n / cases.length) % cases[n % cases.length]!.lists[0]!.length]!,
    )
    await load.run({ host, port, lists: [requests], connections: BUSY, seconds: 5 }) // warm
    const able = await load.run({ host, port, lists: [requests], connections: BUSY, seconds: 8 })
    const rate = able.requests / able.seconds
    console.log(
      `What it can do: ${rate.toFixed(0)} a second with ${BUSY} at once, p50 ${able.p50.toFixed(0)} ms, p99 ${able.p99.toFixed(0)} ms`,
    )
    const task: Flood = {
      host,
      port,
      requests,
      watched: `GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
      rate: rate * Number(values.times),
      connections: Number(values.connections),
      seconds: Number(values.seconds),
    }
    show(`${values.times} times as much:`, await flood(task))
    show('Half of what it can do, right after:', await flood({ ...task, rate: rate / 2, seconds: 5 }))
  } finally {
    load.stop()
    site.stop()
    made.remove()
  }
}
