import { parseArgs } from 'node:util'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { actionRecord } from '@askwell/contract/accounts.ts'
import { connectors } from '@askwell/contract/connectors.ts'
import { uploadFile } from '@askwell/contract/files.ts'
import { pluginEditors } from '@askwell/contract/plugin-pages.ts'
import { askQuestion, questionPage } from '@askwell/contract/questions.ts'
import { search } from '@askwell/contract/search.ts'
import { saveWriteSettings, type Write, writeSettings } from '@askwell/contract/site-settings.ts'
import { moveUploads, saveUploadStorage, type UploadStorage, uploadStorage } from '@askwell/contract/storage.ts'
import { attach, bareCase, get, homeBytes, login, post } from './cases.ts'
import type { Task } from './load.ts'
import { adminCalls, type BenchPlugin, pluginsOf } from './plugins.ts'
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
  /** As it goes over the line. */
  request(unlike: string): string
  /** Only the plugin answers that. */
  isOwn?: true
  /** What else an admin does once it is on, and before it goes. */
  prepare?(): Promise<unknown>
  restore?(): Promise<unknown>
}

let sent = 0
const unlike = () => `${Date.now().toString(36)}${(++sent).toString(36)}`

interface Bench {
  host: string
  token: string
  password: string
  question: string
  call: ReturnType<typeof adminCalls>
}

/** How a plugin that searches shows that it was asked. */
const COUNTED = 777
/** A plugin gets posts to search in after a minute. */
const PATIENCE_MS = 150_000
const until = async (isSo: () => Promise<boolean>, what: string) => {
  const end = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not in ${PATIENCE_MS} ms: ${what}`)
    await new Promise((resume) => setTimeout(resume, 1000))
  }
}

const portsFor = ({ host, token, password, question, call }: Bench): Port[] => {
  const read = (path: string) => get(host, path, { cookie: `askwell_session=${token}` })
  const asking = (word: string) =>
    post(host, pathOf(askQuestion), token, {
      title: `What does a plugin cost, ${word}?`,
      content: `A question as others are: **two** lines, and some \`code\`.\n\n- one\n- ${word}`,
      tags: [{ slug_name: 'support' }],
    })
  const previewing = (content: string) => post(host, pathOf(renderPost), token, { content })
  const attaching = (word: string) => attach(host, pathOf(uploadFile), token, `A text of ${word}.`)
  const reading = () => read(`/questions/${question}`)
  const pageOfQuestion = { what: "a member's page of a question", request: reading }
  const searchPath = `${pathOf(search)}?q=plugin`
  const isAskedToSearch = async () => {
    const reply = (await (await fetch(`http://${host}${searchPath}`)).json()) as { data: { count: number } }
    return reply.data.count === COUNTED
  }
  const keepWith = async (place: 'disk' | 'plugin', store_plugin: string) => {
    const { storage } = await call<{ storage: UploadStorage }>(uploadStorage)
    await call(saveUploadStorage, { ...storage, place, store_plugin, storage_pass: password })
  }
  const moveBack = async () => {
    await call(moveUploads, { to: 'disk' })
    const isBack = async () => !(await call<{ used: string[] }>(uploadStorage)).used.includes('plugin')
    await until(isBack, 'all files are back on the disk')
    await keepWith('disk', '')
  }
  return [
    {
      kind: 'render',
      what: 'a preview with a block that it draws',
      manifest: { languages: ['shout'] },
      code: "{ render: (blocks) => blocks.map(({ text }) => '<p><strong>' + text.toUpperCase() + '</strong></p>') }",
      request: (word) => previewing(`Look:\n\n\`\`\`shout\n${word}\n\`\`\``),
    },
    {
      kind: 'embed',
      what: 'a preview with an address that it embeds',
      manifest: { hosts: ['pictures.example.org'] },
      code: '{ embed: (addresses) => addresses.map((address) => ({ title: address })) }',
      request: (word) => previewing(`Look:\n\nhttps://pictures.example.org/${word}`),
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
      kind: 'captcha',
      what: 'whether a captcha is asked for, and which',
      code: `{ captcha: {
  challenge: ({ count }) => Array.from({ length: count }, () => ({ question: 'One and one?', secret: 'two' })),
  verify: () => true,
} }`,
      request: () => read(`${pathOf(actionRecord)}?action=email&scripts=true`),
    },
    {
      kind: 'search',
      what: 'searching for a word',
      code: `(() => {
  const ids = []
  return { search: {
    index: ({ put }) => void ids.push(...put.map(({ id }) => id)),
    query: ({ page, page_size }) => ({ ids: ids.slice((page - 1) * page_size, page * page_size), count: ${COUNTED} }),
  } }
})()`,
      request: () => read(searchPath),
      prepare: () => until(isAskedToSearch, 'the plugin is asked to search'),
    },
    {
      kind: 'scan',
      what: 'attaching a small file',
      code: "{ scan: { begin: () => null, piece: () => null, end: () => ({ clean: true, found: '' }) } }",
      request: attaching,
    },
    {
      kind: 'upload_store',
      what: 'attaching a small file',
      code: `(() => {
  const files = new Map()
  const sent = new Map()
  return { upload_store: {
    begin: ({ id, path }) => void sent.set(id, { path, pieces: [] }),
    piece: ({ id, base64 }) => void sent.get(id).pieces.push(Buffer.from(base64, 'base64')),
    end({ id, complete }) {
      const { path, pieces } = sent.get(id)
      sent.delete(id)
      if (complete) files.set(path, Buffer.concat(pieces))
    },
    find: ({ path }) => (files.has(path) ? { bytes: files.get(path).length } : null),
    read: ({ path, start, end }) => ({ base64: files.get(path).subarray(start, end + 1).toString('base64') }),
    remove: ({ paths }) => paths.forEach((path) => files.delete(path)),
    list: () => ({ files: [...files].slice(0, 500).map(([path, { length }]) => ({ path, bytes: length, modified_at: 0 })) }),
  } }
})()`,
      request: attaching,
      prepare: () => keepWith('plugin', SLUG),
      restore: moveBack,
    },
    {
      kind: 'widget',
      manifest: { places: ['question'] },
      code: "{ widget: () => ({ title: 'Measured', parts: [{ part: 'text', text: 'x' }] }) }",
      ...pageOfQuestion,
    },
    { kind: 'route', manifest: { open_to: 'anyone' }, code: ROUTE, ...pageOfQuestion },
    {
      kind: 'route',
      what: 'its own page, a member',
      manifest: { open_to: 'anyone' },
      code: ROUTE,
      request: () => read(`/plugins/${SLUG}`),
      isOwn: true,
    },
    {
      kind: 'endpoint',
      what: 'its own address, a program',
      code: '{ endpoint: () => ({ status: 200, body: { said: 1 } }) }',
      request: () => get(host, `/plugins/${SLUG}/api/any`),
      isOwn: true,
    },
    {
      kind: 'connector',
      what: 'which services one can log in with',
      code: CONNECTOR,
      request: () => get(host, pathOf(connectors)),
    },
    {
      kind: 'connector',
      what: 'to the service that one logs in with',
      code: CONNECTOR,
      request: () => get(host, `/users/oauth/${SLUG}`),
      isOwn: true,
    },
    {
      kind: 'theme',
      manifest: { stylesheet: 'a.css' },
      code: '{}',
      files: { 'a.css': 'a { color: red }' },
      ...pageOfQuestion,
    },
    {
      kind: 'browser',
      manifest: { module: 'a.js', draws: ['shout'] },
      code: '{}',
      files: { 'a.js': 'export const mount = () => {}' },
      ...pageOfQuestion,
    },
    { kind: 'editor', manifest: EDITOR, code: '{}', ...pageOfQuestion },
    {
      kind: 'editor',
      what: 'what plugins add to the editor',
      manifest: EDITOR,
      code: '{}',
      request: () => read(pathOf(pluginEditors)),
    },
  ]
}

const ROUTE =
  "{ route: { page: () => ({ title: 'Measured', parts: [{ part: 'text', text: 'x' }] }), send: () => null } }"
const CONNECTOR = `{ connector: {
  begin: ({ state }) => 'https://login.example.org/?state=' + state,
  finish: () => ({ refused: true }),
} }`
const EDITOR = { buttons: [{ name: 'heart', sign: '♥', insert: { text: '♥' } }] }

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
    const call = adminCalls(site.base, token)
    const ports = portsFor({
      host,
      token,
      password: made.login.password,
      question: first.data.list[0]!.id,
      call,
    }).filter(({ kind }) => positionals.length === 0 || positionals.includes(kind))
    const plugins = pluginsOf(site.base, token)
    const write = await call<Write>(writeSettings)
    await call(saveWriteSettings, { ...write, authorized_attachment_extensions: ['txt'] })
    const tasks = (request: Port['request']): Task => ({
      host: hostname,
      port: Number(port),
      lists: Array.from({ length: CONNECTIONS }, () => Array.from({ length: REQUESTS }, () => request(unlike()))),
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
    for (const { request, isOwn } of ports) if (!isOwn) await load.run({ ...tasks(request), seconds: STARTING_SECONDS }) // warm
    for (let round = 1; round <= rounds; round++) {
      console.error(`round ${round} of ${rounds}`)
      bareRounds.push(await measure(bareTask, bare.pid))
      for (const { request, isOwn, prepare, restore, without, with: withOne, ...plugin } of kept) {
        if (!isOwn) without.push(await measure(tasks(request), site.pid))
        await plugins.add(SLUG, plugin)
        await plugins.turn(SLUG, true)
        await prepare?.()
        await load.run({ ...tasks(request), connections: 1, seconds: STARTING_SECONDS })
        withOne.push(await measure(tasks(request), site.pid))
        await restore?.()
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
