import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, register, type TestUser } from './people.ts'
import { removePlugin, setUpPlugin, turnPlugin, uploadPlugin } from './plugins.ts'
import { ask } from './posts.ts'
import { type Site, startSite } from './site.ts'

// A plugin comes, changes and goes while three processes on one PostgreSQL are asked all the time. Each is asked by itself: no balancer hides that one is away.
const API = '/answer/api/v1'
const SLUG = 'loud'
const BLOCK = '```loud\nhear me\n```'
const NOTHING = 'nothing'
const VISITORS_EACH = 2
const PAUSE_MS = 40
/** So soon all processes say the same. */
const SOON_MS = 20_000

/** Wherever it is asked it says its version and the word of its settings, in one. */
const packageOf = (version: string, permissions: string[]) => {
  const askwell = {
    slug_name: SLUG,
    api: '^1.0.0',
    kinds: ['render', 'filter', 'widget', 'route'],
    languages: [SLUG],
    places: ['question'],
    open_to: 'anyone',
    config: [{ name: 'word', kind: 'text', default: 'low' }],
    permissions,
    words: { en_US: { name: 'Loud', description: 'Says which it is.', field_word: 'Word' } },
  }
  const manifest = { name: `askwell-plugin-${SLUG}`, version: `${version}.0.0`, type: 'module', askwell }
  const code = `const said = ({ config }) => 'v${version}-' + config.word
export default {
  render: (blocks, kit) => blocks.map(() => '<p>drawn ' + said(kit) + '</p>'),
  filter: ({ content }, kit) => content + '\\n\\nfiltered ' + said(kit),
  widget: (asked, kit) => ({ title: 'Loud', parts: [{ part: 'text', text: 'shown ' + said(kit) }] }),
  route: { page: (asked, kit) => ({ title: 'opened ' + said(kit), parts: [] }), send: () => null },
}`
  return { 'package.json': JSON.stringify(manifest), 'index.js': code }
}

/** What somebody who asks reads of the plugin: how a block is drawn, what a new question becomes, the widget beside one, its own page. */
const PLACES = ['drawn', 'filtered', 'shown', 'opened'] as const
type Reading = Partial<Record<(typeof PLACES)[number], string>>

describe.runIf(process.env.ASKWELL_TEST_POSTGRES)('a plugin on three processes', () => {
  let site: Site
  let boss: TestUser
  let member: TestUser
  let question: string
  beforeAll(async () => {
    site = await startSite({ database: 'postgres', processes: 3 })
    boss = await admin(site)
    member = await register(site, 'Ann')
    question = (await ask(site, member, { title: 'Who hears what stands beside this?' })).id
  })
  afterAll(() => site.stop())

  const textOf = async (base: string, path: string, init: RequestInit = {}, right = [200]) => {
    const reply = await fetch(base + path, { ...init, headers: { 'accept-language': 'en_US', ...init.headers } })
    const text = await reply.text()
    if (!right.includes(reply.status)) throw new Error(`${path} answers ${reply.status} ${text.slice(0, 300)}`)
    return text
  }
  const post = (base: string, path: string, body: object) =>
    textOf(base, API + path, {
      method: 'POST',
      headers: { authorization: member.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const said = (where: keyof Reading, text: string) => new RegExp(`${where} (v\\d-\\w+)`).exec(text)?.[1] ?? NOTHING
  const asMember = () => ({ headers: { cookie: `askwell_session=${member.token}` } })
  let asked = 0
  /** All that people ask for, each of a process. */
  const requests: ((base: string) => Promise<Reading>)[] = [
    async (base) => ({ drawn: said('drawn', await post(base, '/post/render', { content: BLOCK })) }),
    async (base) => {
      const title = `Who hears number ${++asked} of these questions?`
      const content = `${BLOCK}\n\nIt is text ${asked}.`
      const stored = await post(base, '/question', { title, content, tags: [{ slug_name: 'support' }] })
      return { drawn: said('drawn', stored), filtered: said('filtered', stored) }
    },
    async (base) => ({ shown: said('shown', await textOf(base, `/questions/${question}`, asMember())) }),
    async (base) => ({ opened: said('opened', await textOf(base, `/plugins/${SLUG}`, {}, [200, 404])) }),
    async (base) => textOf(base, '/').then(() => ({})),
    async (base) => textOf(base, `/questions/${question}`).then(() => ({})),
    async (base) => textOf(base, `${API}/question/page?page_size=20`).then(() => ({})),
    async (base) => textOf(base, `${API}/search?q=hear`).then(() => ({})),
    async (base) => textOf(base, `${API}/siteinfo`).then(() => ({})),
  ]
  /** How the plugin stands in the list of one process. */
  const listed = async (base: string) => {
    const list = await textOf(base, '/answer/admin/api/plugins', { headers: { authorization: boss.token } })
    const { data } = JSON.parse(list) as {
      data: { slug_name: string; version: string; enabled: boolean; powers: { agreed: boolean }[] }[]
    }
    const plugin = data.find(({ slug_name }) => slug_name === SLUG)
    if (!plugin) return NOTHING
    const { version, enabled, powers } = plugin
    return `${version} ${enabled ? 'on' : 'off'}${powers.every(({ agreed }) => agreed) ? ', agreed' : ''}`
  }
  const upload = (version: string, permissions: string[]) =>
    uploadPlugin(site, boss.token, packageOf(version, permissions), version === '1' ? undefined : SLUG)

  test('is installed, switched on, set up anew, updated, agreed to, switched off and removed under load: no request fails, and all say the same soon', async () => {
    let right = [NOTHING]
    const wrong: string[] = []
    const seen = new Set<string>()
    const rounds: number[] = []
    const end = new AbortController()
    let sent = 0
    const note = (process: number, before: string[], reading: Reading) => {
      for (const [where, what] of Object.entries(reading)) {
        seen.add(`${where} ${what} by ${process}`)
        const may = [...before, ...right]
        // A page doesn't wait for a widget that it hasn't had before.
        const isFine = may.includes(what) || (where === 'shown' && what === NOTHING && new Set(may).size > 1)
        if (!isFine) wrong.push(`${where} ${what} by ${process} in the place of ${may.join()}`)
      }
    }
    const visitor = async (process: number, number: number) => {
      rounds[number] = 0
      for (let turn = number; !end.signal.aborted; turn++) {
        const before = right
        await requests[turn % requests.length]!(site.processes[process]!).then(
          (reading) => note(process, before, reading),
          (error: Error) => wrong.push(`${error.message} ${String(error.cause ?? '')} by ${process}`),
        )
        sent++
        rounds[number] = (turn - number) / requests.length
        await rest(PAUSE_MS)
      }
    }
    /** Until every visitor has asked for everything once more. */
    const oneRound = async () => {
      const until = rounds.map((done) => done + 1)
      while (rounds.some((done, number) => done < until[number]!)) await rest(PAUSE_MS)
    }
    /** All read what they read before or what they are to read from now on; soon only this, on every process. */
    const change = async (after: string, inList: string, act: () => Promise<unknown>) => {
      right = [...right, after]
      await act()
      const sayings = (base: string) =>
        Promise.all([requests[0]!(base), requests[2]!(base), requests[3]!(base), listed(base)])
      await expect
        .poll(() => Promise.all(site.processes.map(sayings)), { timeout: SOON_MS, interval: 200 })
        .toEqual(site.processes.map(() => [{ drawn: after }, { shown: after }, { opened: after }, inList]))
      right = [after]
      await oneRound()
    }
    const turn = (enabled: boolean) => turnPlugin(site, boss.token, SLUG, enabled)

    const visitors = site.processes.flatMap((_, process) =>
      Array.from({ length: VISITORS_EACH }, (__, n) => visitor(process, process * VISITORS_EACH + n)),
    )
    try {
      await change(NOTHING, '1.0.0 off', () => upload('1', []))
      await change('v1-low', '1.0.0 on, agreed', () => turn(true))
      await change('v1-high', '1.0.0 on, agreed', () => setUpPlugin(site, boss.token, SLUG, { word: 'high' }))
      await change('v2-high', '2.0.0 on, agreed', () => upload('2', []))
      await change(NOTHING, '3.0.0 on', () => upload('3', ['storage'])) // it wants more than was agreed to
      await change('v3-high', '3.0.0 on, agreed', () => turn(true))
      await change(NOTHING, '3.0.0 off, agreed', () => turn(false))
      await change('v3-high', '3.0.0 on, agreed', () => turn(true))
      await change(NOTHING, NOTHING, () => removePlugin(site, boss.token, SLUG))
    } finally {
      end.abort()
      await Promise.all(visitors)
    }
    expect(wrong).toEqual([])
    expect(sent).toBeGreaterThan(300)
    const everything = site.processes.flatMap((_, process) =>
      PLACES.flatMap((where) =>
        [NOTHING, 'v1-low', 'v1-high', 'v2-high', 'v3-high'].map((what) => `${where} ${what} by ${process}`),
      ),
    )
    expect([...seen].sort()).toEqual(everything.sort())
  })
})
