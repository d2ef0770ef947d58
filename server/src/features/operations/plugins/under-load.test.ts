import { renderPost } from '@askwell/contract/posts.ts'
import { plugins, removePlugin, setPluginStatus, uploadPlugin } from '@askwell/contract/plugins.ts'
import { askQuestion, questionPage } from '@askwell/contract/questions.ts'
import { search } from '@askwell/contract/search.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../../test/matrix/cast.ts'
import { pluginArchive, SHOUT } from '../../../../test/plugin-package.ts'
import { engines, neighbourOf, world } from '../../../../test/world.ts'

vi.setConfig({ testTimeout: 90_000 })

const TEXT = '```shout\nhear me\n```'

/** What is asked while plugins come and go: the heading of what came of the block is either drawn or code, and nothing fails. */
test.runIf(engines.includes('postgres'))(
  'a plugin is installed, agreed to, replaced, switched off and removed on three processes under load, and no request fails',
  async () => {
    const w = await world('postgres')
    const others = [await neighbourOf(w), await neighbourOf(w)]
    const processes = [w, ...others]
    const [admin, member] = [await w.given.admin(), await w.given.member({ rank: 500 })]
    const failed: unknown[] = []
    const end = new AbortController()
    let asked = 0
    const drawings = new Set<string>()
    const drawnBy = async (at: number) =>
      (await processes[at]!.as(member).call(renderPost, { body: { content: TEXT } })).replace(/^[^]*<code[^]*$/, 'code')
    const acts = (at: number) => [
      async () => void drawings.add(await drawnBy(at)),
      () => processes[at]!.nobody.call(siteInfo),
      () => processes[at]!.nobody.call(questionPage, { query: { page_size: 20 } }),
      () => processes[at]!.nobody.call(search, { query: { q: 'hear' } }),
      () =>
        processes[at]!.as(member).call(askQuestion, {
          body: {
            title: `Who hears number ${++asked} from here?`,
            content: `${TEXT}\n\n${asked}`,
            tags: [{ slug_name: 'support' }],
          },
        }),
    ]
    let requests = 0
    const visitor = async (at: number) => {
      const all = acts(at)
      for (let turn = at; !end.signal.aborted; turn++) {
        requests++
        await all[turn % all.length]!().catch((error: unknown) => failed.push(error))
      }
    }
    const everywhere = async (drawn: RegExp) => {
      await expect
        .poll(async () => Promise.all(processes.map((_, at) => drawnBy(at))), { timeout: 15_000 })
        .toEqual(processes.map(() => expect.stringMatching(drawn)))
    }
    const upload = async (version: string, say: string, permissions: string[], replaces = true) => {
      const code = SHOUT.replace('text.toUpperCase()', `text.toUpperCase() + ${JSON.stringify(say)}`)
      const bytes = await pluginArchive({ version, code, askwell: { permissions } })
      const body = replaces ? { replaces: 'shout' } : {}
      const sent = { body, file: { name: 'a.tgz', bytes } }
      expect(await ask(w, uploadPlugin, sent, { token: admin.token, ip: '198.51.100.7' })).toMatchObject({
        status: 200,
      })
    }
    const turn = async (enabled: boolean) => {
      const { powers } = (await w.as(admin).call(plugins)).find(({ slug_name }) => slug_name === 'shout')!
      const agreed = powers.map(({ power }) => power)
      await w.as(admin).call(setPluginStatus, { body: { plugin_slug_name: 'shout', enabled, agreed } })
    }
    const visitors = [0, 1, 2, 0, 1, 2].map(visitor)
    try {
      await upload('1.0.0', 'first', [], false)
      await everywhere(/^code$/)
      await turn(true)
      await everywhere(/HEAR ME\s*first/)
      await upload('1.1.0', 'second', [])
      await everywhere(/HEAR ME\s*second/)
      await upload('1.2.0', 'third', ['storage'])
      await everywhere(/^code$/) // it wants more than was agreed to
      await turn(true)
      await everywhere(/HEAR ME\s*third/)
      await turn(false)
      await everywhere(/^code$/)
      await turn(true)
      await w.as(admin).call(removePlugin, { body: { plugin_slug_name: 'shout', keep: false } })
      await everywhere(/^code$/)
    } finally {
      end.abort()
      await Promise.all(visitors)
      await Promise.all(others.map((one) => one.close()))
    }
    expect(failed).toEqual([])
    expect(requests).toBeGreaterThan(100)
    expect([...drawings].map((html) => /first|second|third|code/.exec(html)?.[0])).toEqual(
      expect.arrayContaining(['code', 'first', 'second', 'third']),
    )
    expect(w.faults).toEqual([])
    await w.close()
  },
)
