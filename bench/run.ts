import { parseArgs } from 'node:util'
import { bareCase, type Case, casesFor, homeBytes, login } from './cases.ts'
import {
  makeSite,
  processorSeconds,
  residentMegabytes,
  type Server,
  startBare,
  startLoad,
  startSite,
} from './servers.ts'
import { type Round, printMemory, printTable, summary } from './table.ts'

const USAGE = `npm run bench -- [--dump DIR | --data DIR --login EMAIL:PASSWORD] [--database postgres://…]
                [--base URL --login EMAIL:PASSWORD]… [--rounds 3] [--seconds 4]`

const { values } = parseArgs({
  options: {
    dump: { type: 'string' },
    data: { type: 'string' },
    database: { type: 'string' },
    base: { type: 'string', multiple: true },
    login: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    help: { type: 'boolean' },
  },
})

const credentials = (text: string | undefined) => {
  const [, email, password] = /^([^:]+):(.+)$/.exec(text ?? '') ?? []
  if (!email || !password) throw new Error(`a login is needed as EMAIL:PASSWORD\n\n${USAGE}`)
  return { email, password }
}

interface Contender {
  server: Server
  cases: Case[]
  rounds: Map<string, Round[]>
  memory: { before?: number; after?: number; later?: number }
}

const REST_MS = 30_000
const WARM_UP_SECONDS = 0.5
const FIRST_SECONDS = 0.2
const rest = (ms: number) => new Promise((resume) => setTimeout(resume, ms))

const bench = async () => {
  if (values.help) return console.log(USAGE)
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  const logins = [...(values.login ?? [])]
  const made = values.data ? undefined : makeSite(values.dump, values.database)
  const servers: Server[] = []
  const load = startLoad()
  try {
    const site = await startSite(values.data ?? made!.data, values.database)
    servers.push(site)
    const contenders: Contender[] = []
    const join = async (server: Server, who: { email: string; password: string }) =>
      contenders.push({
        server,
        cases: await casesFor(server.base, await login(server.base, who)),
        rounds: new Map(),
        memory: { before: residentMegabytes(server.pid) },
      })
    await join(site, made?.login ?? credentials(logins.shift()))
    for (const base of values.base ?? [])
      await join({ name: base, base: base.replace(/\/$/, ''), stop: () => {} }, credentials(logins.shift()))
    const bare = await startBare(await homeBytes(site.base))
    servers.push(bare)
    contenders.unshift({
      server: bare,
      cases: [bareCase(bare.base)],
      rounds: new Map(),
      memory: { before: residentMegabytes(bare.pid) },
    })

    const measure = async (
      { server, rounds: kept }: Contender,
      { name, lists, connections }: Case,
      lasting: number,
      keep: boolean,
    ) => {
      const { hostname: host, port } = new URL(server.base)
      // The case before may have emptied what this one lives on, as votes empty the page cache: one asks first, then all.
      await load.run({ host, port: Number(port || 80), lists, connections: 1, seconds: FIRST_SECONDS })
      const used = processorSeconds(server.pid)
      const measured = await load.run({ host, port: Number(port || 80), lists, connections, seconds: lasting })
      const spent = processorSeconds(server.pid)
      if (keep)
        kept.set(name, [
          ...(kept.get(name) ?? []),
          { ...measured, processor: used !== undefined && spent !== undefined ? spent - used : undefined },
        ])
    }
    for (const contender of contenders)
      for (const one of contender.cases) await measure(contender, one, WARM_UP_SECONDS, false)
    // Round about, so that whatever else the machine does falls on all of them alike.
    for (let round = 1; round <= rounds; round++) {
      console.error(`round ${round} of ${rounds}`)
      const most = Math.max(...contenders.map(({ cases }) => cases.length))
      for (let at = 0; at < most; at++)
        for (const contender of contenders)
          if (contender.cases[at]) await measure(contender, contender.cases[at]!, seconds, true)
    }
    for (const { server, memory } of contenders) memory.after = residentMegabytes(server.pid)
    console.error(`resting for ${REST_MS / 1000} s, then memory once more`)
    await rest(REST_MS)
    for (const { server, memory } of contenders) memory.later = residentMegabytes(server.pid)

    const bareRate = summary(contenders[0]!.rounds.get('bare')!).rate
    for (const { server, rounds: kept } of contenders) printTable(server.name, kept, bareRate)
    printMemory(
      contenders.filter(({ server }) => server.pid).map(({ server, memory }) => ({ name: server.name, ...memory })),
    )
  } finally {
    load.stop()
    for (const server of servers) server.stop()
    made?.remove()
  }
}

await bench()
