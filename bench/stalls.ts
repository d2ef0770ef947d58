import { parseArgs } from 'node:util'
import { forgetPeak, peakMegabytes, processorSeconds, residentMegabytes } from './servers.ts'
import type { StallCase } from './stalls/case.ts'
import { cases } from './stalls/cases.ts'
import { prepareSite, type Running } from './stalls/site.ts'
import type { Waits } from './stalls/watch.ts'

const USAGE = `npm run stalls -- [NAME…] [--list] [--database postgres://…]

Plays hostile requests against a site of its own, and says how long others waited meanwhile.
NAME is any part of a case's name.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, database: { type: 'string' }, help: { type: 'boolean' } },
})

/** The longest allowed waits: for `/healthz`, for an anonymous page, for a login. */
const BOUNDS = { health: 100, page: 300, login: 1500 }
/** Eight large uploads at once stay under it. */
const MEGABYTES = 512
const PATIENCE_MS = 60_000
const UNFINISHED = ' (unfinished)'
/** What one case has left in memory must not be counted against the next. */
const FRESH_MEGABYTES = 420
const IDLE_MS = 4000
/** Before and after the requests, so that what begins or lasts longer is seen. */
const AROUND_MS = 400

const FAILED = Symbol('failed')
const IDLE = 'idle'

const rest = (ms: number) => new Promise((resume) => setTimeout(resume, ms))

const WATCHED = ['health', 'page', 'login'] as const

interface Seen extends Record<(typeof WATCHED)[number], number> {
  name: string
  p99: Record<(typeof WATCHED)[number], number>
  machine: number
  before: number
  peak: number
  seconds: number
  answers: string
  failed: string
}

const longest = (waits: number[]) => waits.reduce((most, one) => Math.max(most, one), 0)
const p99 = (waits: number[]) => waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0

const seen = (waits: Waits): Pick<Seen, (typeof WATCHED)[number] | 'p99' | 'machine' | 'failed'> => ({
  health: longest(waits.health),
  page: longest(waits.page),
  login: longest(waits.login),
  p99: { health: p99(waits.health), page: p99(waits.page), login: p99(waits.login) },
  machine: longest(waits.machine),
  failed: Object.entries(waits.failed)
    .map(([what, times]) => `${what} ×${times}`)
    .join(', '),
})

/** Waits until the site has nothing to do any more. */
const calm = async ({ server }: Running) => {
  for (let n = 0; n < 60; n++) {
    const used = processorSeconds(server.pid) ?? 0
    await rest(250)
    if ((processorSeconds(server.pid) ?? 0) - used < 0.03) return
  }
}

const watching = async (running: Running, name: string, play: () => Promise<unknown>): Promise<Seen> => {
  const { server, stage, watch } = running
  stage.answers.clear()
  const before = residentMegabytes(server.pid) ?? 0
  forgetPeak(server.pid)
  watch.begin()
  await rest(AROUND_MS)
  const began = performance.now()
  const over = await Promise.race([
    play().then(
      () => '',
      (error: Error) => ` (broke off: ${error.message.slice(0, 80)})`,
    ),
    new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, UNFINISHED).unref()),
  ])
  const seconds = (performance.now() - began) / 1000
  await rest(AROUND_MS)
  const waits = await watch.end()
  return {
    name,
    ...seen(waits),
    before,
    peak: peakMegabytes(server.pid) ?? 0,
    seconds,
    answers:
      [...stage.answers]
        .toSorted(([a], [b]) => a - b)
        .map(([status, times]) => `${status || 'cut off'} ×${times}`)
        .join(', ') + over,
  }
}

/** More memory than there should be, and not only what rendering pages for those who watch takes. */
const isTooMuch = ({ before, peak }: Seen, idle: Seen) => peak > MEGABYTES && peak - before > idle.peak - idle.before
const isTooLong = (one: Seen, idle: Seen) =>
  one.health > BOUNDS.health ||
  one.page > BOUNDS.page ||
  one.login > BOUNDS.login ||
  one.failed !== '' ||
  isTooMuch(one, idle)

const HEAD = ['case', '/healthz', 'page', 'login', 'machine', 'MB before', 'MB peak', 'seconds', 'answered', '']
const cells = (one: Seen, isLate: boolean) => [
  one.name,
  ...WATCHED.map((what) => `${one[what].toFixed(0)} (${one.p99[what].toFixed(0)})`),
  ...[one.machine, one.before, one.peak].map((ms) => ms.toFixed(0)),
  one.seconds.toFixed(1),
  one.answers,
  [isLate ? 'BEYOND' : '', one.failed && `refused: ${one.failed}`].filter(Boolean).join(' '),
]
const line = (columns: string[]) => `| ${columns.join(' | ')} |`

const run = async (chosen: StallCase[]) => {
  const site = await prepareSite(values.database)
  const all: Seen[] = []
  const late: Seen[] = []
  let idle: Seen | undefined
  const note = (one: Seen) => {
    const isIdle = one.name.startsWith(IDLE)
    if (isIdle) idle = one
    const isLate = !isIdle && isTooLong(one, idle!)
    if (isLate) late.push(one)
    all.push(one)
    console.log(line(cells(one, isLate)))
  }
  console.log(
    `Longest waits in ms, and how long 99 of 100 took at most; bounds: /healthz ${BOUNDS.health}, a stranger's page ${BOUNDS.page}, a login ${BOUNDS.login}; memory ${MEGABYTES} MB.\n`,
  )
  console.log(line(HEAD))
  console.log(line(HEAD.map((_, n) => (n === 0 || n > 7 ? '---' : '---:'))))
  try {
    for (const limits of ['on', 'off'] as const) {
      const some = chosen.filter((one) => (one.limits ?? 'on') === limits)
      if (!some.length) continue
      let running = await site.start(limits)
      try {
        note(await watching(running, `${IDLE}, limits ${limits}`, () => rest(IDLE_MS)))
        for (const one of some) {
          if ((residentMegabytes(running.server.pid) ?? 0) > FRESH_MEGABYTES) {
            await running.stop()
            running = await site.start(limits)
          }
          const { stage } = running
          const prepared = await one.prepare?.(stage).catch((error: unknown) => {
            console.error(`${one.name} can't be prepared: ${String(error)}`)
            process.exitCode = 1
            return FAILED
          })
          if (prepared === FAILED) continue
          await calm(running)
          const found = await watching(running, one.name, () => one.play(stage, prepared as never))
          note(found)
          if (found.answers.includes(UNFINISHED)) {
            await running.stop()
            running = await site.start(limits)
          } else await calm(running)
        }
      } finally {
        await running.stop()
      }
    }
  } finally {
    site.remove()
  }
  console.log(
    `\n${all.length} measured, ${late.length} beyond the bounds${late.length ? `: ${late.map(({ name }) => name).join('; ')}` : ''}.`,
  )
  if (late.length) process.exitCode = 1
}

const chosen = cases.filter(({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)))
if (values.help) console.log(USAGE)
else if (values.list) console.log(cases.map(({ name }) => name).join('\n'))
else if (chosen.length === 0) {
  console.error(`No case has such a name.\n\n${USAGE}`)
  process.exitCode = 1
} else await run(chosen)
