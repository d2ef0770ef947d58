import { parseArgs } from 'node:util'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { askQuestion, questionPage } from '@askwell/contract/questions.ts'
import { bareCase, get, homeBytes, login, post } from './cases.ts'
import type { Task } from './load.ts'
import { type BenchPlugin, pluginsOf } from './plugins.ts'
import { makeSite, processorSeconds, startBare, startLoad, startSite } from './servers.ts'
import { printPorts, type Round } from './table.ts'

const USAGE = `npm run bench:ports -- [NAME…] [--rounds 3] [--seconds 4] [--database postgres://…]

What one plugin costs on each port: the same requests without any plugin and with one, in turns, beside a bare server.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    help: { type: 'boolean' },
  },
})

const CONNECTIONS = 8
/** More than one connection gets through in a round; asked anew each time, since what has been sent once is known. */
const REQUESTS = 1500
const SLUG = 'measured'
/** Its process begins with the first request. */
const STARTING_SECONDS = 1

interface Port extends BenchPlugin {
  what: string
  request(unlike: string): [path: string, body?: object]
}

let sent = 0
const unlike = () => `${Date.now().toString(36)}${(++sent).toString(36)}`

const asking: Port['request'] = (word) => [
  pathOf(askQuestion),
  {
    title: `What does a plugin cost, ${word}?`,
    content: `A question as others are: **two** lines, and some \`code\`.\n\n- one\n- ${word}`,
    tags: [{ slug_name: 'support' }],
  },
]

const portsFor = (question: string): Port[] => [
  {
    kind: 'render',
    what: 'a preview with a block that it draws',
    manifest: { languages: ['shout'] },
    code: "{ render: (blocks) => blocks.map(({ text }) => '<p><strong>' + text.toUpperCase() + '</strong></p>') }",
    request: (word) => [pathOf(renderPost), { content: `Look:\n\n\`\`\`shout\n${word}\n\`\`\`` }],
  },
  { kind: 'reviewer', what: 'asking', code: "{ reviewer: () => ({ verdict: 'approved' }) }", request: asking },
  { kind: 'filter', what: 'asking', code: '{ filter: ({ content }) => content }', request: asking },
  {
    kind: 'event',
    what: 'asking',
    manifest: { events: ['question.asked'] },
    code: "{ event: () => 'heard' }",
    request: asking,
  },
  {
    kind: 'widget',
    what: "a member's page of a question",
    manifest: { places: ['question'] },
    code: "{ widget: () => ({ title: 'Measured', parts: [{ part: 'text', text: 'x' }] }) }",
    request: () => [`/questions/${question}`],
  },
]

const bench = async () => {
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  const made = makeSite(undefined, values.database)
  const site = await startSite(made.data, values.database)
  const bare = await startBare(await homeBytes(site.base))
  const load = startLoad()
  try {
    const token = await login(site.base, made.login)
    const { host, hostname, port } = new URL(site.base)
    const first = (await (await fetch(`${site.base}${pathOf(questionPage)}?page=1`)).json()) as {
      data: { list: { id: string }[] }
    }
    const ports = portsFor(first.data.list[0]!.id).filter(
      ({ kind }) => positionals.length === 0 || positionals.includes(kind),
    )
    const plugins = pluginsOf(site.base, token)
    const of = (request: Port['request']) => {
      const [path, body] = request(unlike())
      return body ? post(host, path, token, body) : get(host, path, { cookie: `askwell_session=${token}` })
    }
    const tasks = (request: Port['request']): Task => ({
      host: hostname,
      port: Number(port),
      lists: Array.from({ length: CONNECTIONS }, () => Array.from({ length: REQUESTS }, () => of(request))),
      connections: CONNECTIONS,
      seconds,
    })
    const measure = async (task: Task, pid: number | undefined): Promise<Round> => {
      const used = processorSeconds(pid)
      const measured = await load.run(task)
      const spent = processorSeconds(pid)
      return { ...measured, processor: used !== undefined && spent !== undefined ? spent - used : undefined }
    }
    const bareRounds: Round[] = []
    const { lists, connections } = bareCase(bare.base)
    const bareTask = { host: hostname, port: Number(new URL(bare.base).port), lists, connections, seconds }
    const kept = ports.map((one) => ({ ...one, without: [] as Round[], with: [] as Round[] }))
    for (const { request } of ports) await load.run({ ...tasks(request), seconds: STARTING_SECONDS }) // warm
    for (let round = 1; round <= rounds; round++) {
      console.error(`round ${round} of ${rounds}`)
      bareRounds.push(await measure(bareTask, bare.pid))
      for (const { request, without, with: withOne, ...plugin } of kept) {
        without.push(await measure(tasks(request), site.pid))
        await plugins.add(SLUG, plugin)
        await plugins.turn(SLUG, true)
        await load.run({ ...tasks(request), connections: 1, seconds: STARTING_SECONDS })
        withOne.push(await measure(tasks(request), site.pid))
        await plugins.remove(SLUG)
      }
    }
    printPorts(bareRounds, kept)
  } finally {
    load.stop()
    site.stop()
    bare.stop()
    made.remove()
  }
}

if (values.help) console.log(USAGE)
else await bench()
