import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@askwell/contract/imports.ts'
import { removePlugin, savePluginConfig } from '@askwell/contract/plugins.ts'
import { setTaskStatus, tasks } from '@askwell/contract/tasks.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendPackage, turnPlugin } from '../../../../../test/plugins.ts'
import { pluginArchive } from '../../../../../test/plugin-package.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { AGENT, zendesk } from '../../../../../test/zendesk.ts'
import { perform } from '../../../../commands/operations.ts'
import { findOrigin } from '../queries.ts'
import { failing } from './fetch-dump.ts'

vi.setConfig({ testTimeout: 60_000 })

const AT = '2021-03-01T10:00:00Z'
const post = (id: number, more: object = {}) => ({
  id,
  title: `How do I reset device ${id}?`,
  details: `<p>Mine is <strong>blinking</strong>, number ${id}.</p>`,
  author_id: 1,
  topic_id: 7,
  vote_sum: id,
  comment_count: 0,
  closed: false,
  html_url: `https://help.example/hc/en-us/community/posts/${id}-reset`,
  created_at: AT,
  updated_at: AT,
  ...more,
})
const COMMUNITY = {
  topics: [{ id: 7, name: 'Small devices', description: 'All of them.', html_url: 'https://help.example/hc/topics/7' }],
  posts: [post(11, { comment_count: 3 }), post(12, { closed: true }), post(13, { author_id: 9, comment_count: 1 })],
  comments: {
    11: [
      { id: 21, body: '<p>Unplug it.</p>', author_id: 2, vote_sum: 4, created_at: AT, updated_at: AT },
      { id: 22, body: '<p>Hold the button.</p>', author_id: 1, official: true, vote_sum: -1, created_at: AT },
      {
        id: 23,
        body: '<p>Or both.</p>',
        author_id: 2,
        official: true,
        created_at: AT,
        updated_at: '2021-03-02T10:00:00Z',
      },
    ],
    13: [{ id: 24, body: '<p>Same here.</p>', author_id: 2, created_at: AT }],
  },
  users: [
    { id: 1, name: 'Ann', email: 'ann@example.com', created_at: '2020-01-01T00:00:00Z' },
    { id: 2, name: 'Ben', email: 'ben@example.com', created_at: '2020-01-02T00:00:00Z' },
  ],
}

const PAUSES = failing.pausesMs

describe.each(engines)('communities that plugins fetch (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let service: Awaited<ReturnType<typeof zendesk>>
  beforeAll(async () => {
    w = await world(engine)
    w.site.installed.supervision.pauseMs = 10
    failing.pausesMs = [10, 10]
    admin = await w.given.admin()
    service = await zendesk(COMMUNITY)
  })
  afterAll(async () => {
    failing.pausesMs = PAUSES
    expect(w.faults).toEqual([])
    await w.close()
    service.stop()
  })

  const turn = (plugin_slug_name: string, enabled: boolean) => turnPlugin(w, admin, plugin_slug_name, enabled)
  const setUp = (more: object = {}) =>
    w.as(admin).call(savePluginConfig, {
      body: {
        plugin_slug_name: 'zendesk',
        config_fields: { address: service.address, private_network: true, ...AGENT, ...more },
      },
    })
  const latest = async (kind: 'fetch_dump' | 'examine_dump' | 'import_dump') =>
    (await w.as(admin).call(tasks, { query: { kind } }))[0]!
  const fetchBy = async (plugin_slug_name: string) => {
    await w.as(admin).call(contract.fetchDump, { body: { plugin_slug_name } })
    await w.settle()
    return latest('fetch_dump')
  }
  const inFolder = (name: string) => existsSync(join(w.folder, 'imports', name))

  test('a community of Zendesk is fetched, tried and imported from the page', async () => {
    expect((await w.as(admin).call(contract.importSources)).plugins).toEqual([])
    await setUp()
    await turn('zendesk', true)
    expect((await w.as(admin).call(contract.importSources)).plugins).toEqual([
      {
        slug_name: 'zendesk',
        name: 'Zendesk community',
        icon: expect.stringMatching(/^\/plugin-icons\/zendesk\//),
        files: [],
      },
    ])
    service.now.busy = 1
    expect(await fetchBy('zendesk')).toMatchObject({
      status: 'done',
      result: { name: 'zendesk.tar.gz', rows: { tags: 1, members: 2, questions: 3, answers: 4, comments: 0 } },
    })
    expect([inFolder('zendesk.tar.gz'), inFolder('zendesk.fetched')]).toEqual([true, false])
    const remarks = [
      { file: 'questions.jsonl', line: 3, problem: "its member 9 isn't there, and is called user9 here" },
    ]
    const dump = { source: 'upload' as const, name: 'zendesk.tar.gz' }
    await w.as(admin).call(contract.examineDump, { body: dump })
    await w.settle()
    expect((await latest('examine_dump')).result).toMatchObject({ complaints: [], remarks })
    expect(await findOrigin(w.app.db, 'post', 'question:11')).toBeUndefined()
    await w.as(admin).call(contract.importDump, { body: dump })
    await w.settle()
    expect((await latest('import_dump')).result).toMatchObject({ site: 'zendesk', complaints: [], remarks })
    const at = async (key: string) => (await findOrigin(w.app.db, 'post', key))!
    const thread = async (id: number) =>
      w.nobody.call(questionThread, { query: { id: objectId('question', await at(`question:${id}`)) } })
    const first = await thread(11)
    expect(first.question).toMatchObject({
      title: 'How do I reset device 11?',
      html: expect.stringContaining('<strong>blinking</strong>'),
      vote_count: 11,
      tags: [{ slug_name: 'small-devices' }],
      user_info: { display_name: 'Ann' },
      accepted_answer_id: objectId('answer', await at('answer:22')),
    })
    expect(first.answers.list.map(({ vote_count, user_info }) => [vote_count, user_info?.display_name])).toEqual(
      expect.arrayContaining([
        [4, 'Ben'],
        [-1, 'Ann'],
        [0, 'Ben'],
      ]),
    )
    expect((await thread(12)).question.status).toBe(2)
    const ann = await w.app.db.selectFrom('users').select('e_mail').where('display_name', '=', 'Ann').execute()
    expect(ann).toEqual([{ e_mail: 'ann@example.com' }])
  })

  test('fetched again by the command line it brings nothing twice; without a token it has no addresses', async () => {
    const doing = { shared: true, signal: new AbortController().signal, progress: () => {} }
    const { folder } = await perform('import-fetch', w.app, { plugin: 'zendesk' }, doing)
    const report = await perform('import', w.app, { folder, format: 'jsonl', as: 'zendesk' }, doing)
    expect([report.site, report.complaints]).toEqual(['zendesk', []])
    expect(Object.values(report.files).map(({ added }) => added)).toEqual([0, 0, 0, 0, 0])
    await setUp({ e_mail: '', token: '' })
    const bare = await perform('import-fetch', w.app, { plugin: 'zendesk' }, doing)
    const members = readFileSync(join(bare.folder, 'members.jsonl'), 'utf8').trim().split('\n')
    expect(members.map((line) => JSON.parse(line) as object)).toEqual([
      { id: 1, name: 'Ann', created_at: AT },
      { id: 2, name: 'Ben', created_at: AT },
    ])
    await expect(perform('import-fetch', w.app, { plugin: 'chess' }, doing)).rejects.toMatchObject({
      reason: 'error.plugin.not_found',
    })
  })

  test('what fails is said; what came stays, and is not asked for again', async () => {
    await setUp({ token: 'wrong' })
    expect(await fetchBy('zendesk')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('are the e-mail address and the token right?'),
    })
    await setUp()
    const asked = service.asked.length
    const stopping = vi.spyOn(service.asked, 'push').mockImplementation((path) => {
      if (/posts\/13/.test(path)) service.now.status = 500
      return 0
    })
    expect(await fetchBy('zendesk')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Zendesk answered 500'),
    })
    stopping.mockRestore()
    expect(w.faults.splice(0)).toHaveLength(2)
    service.now.status = 0
    expect(inFolder('zendesk.fetched')).toBe(true)
    const task = await latest('fetch_dump')
    await w.as(admin).call(setTaskStatus, { body: { id: task.id, status: 'running' } })
    await w.settle()
    expect(await latest('fetch_dump')).toMatchObject({ status: 'done', result: { rows: { questions: 3, answers: 4 } } })
    expect(service.asked.slice(asked).filter((path) => path.endsWith('/posts.json'))).toEqual([])
  })

  describe('in a package of others', () => {
    const install = async (read: string) => {
      const code = `export default { importer: { read: ${read} } }`
      const bytes = await pluginArchive({
        slug_name: 'toy',
        code,
        askwell: { kinds: ['importer'], languages: undefined },
      })
      await sendPackage(w, admin, bytes)
      await turn('toy', true)
    }
    afterEach(async () => {
      await w.as(admin).call(removePlugin, { body: { plugin_slug_name: 'toy' } })
    })

    test.each([
      ['nothing that rows are', '() => ({ questions: "all" })', 'nothing for importer.read'],
      ['an error', '() => { throw new Error("the old site is gone") }', 'the old site is gone'],
      ['the same place again and again', '() => ({ next: "here" })', 'round in circles'],
      ['too much at once', '() => ({ questions: [{ id: 1, text: "x".repeat(2e6) }] })', 'more than 1 MB at once'],
    ])('one that answers %s fetches nothing, and says why', async (_, read, why) => {
      await install(read)
      expect(await fetchBy('toy')).toMatchObject({ status: 'failed', error: expect.stringContaining(why) })
      expect(w.faults.splice(0)).toHaveLength(1)
    })

    test('rows that can’t be are told by the dry run; a row that comes twice counts once', async () => {
      await install(`({ from }) => ({
        members: [{ id: 1, name: 'Ann', created_at: 'once', evil: { deep: true } }, { name: 'Nobody' }],
        questions: [{ id: 5, title: '<script>alert(1)</script>', text: '<script>alert(1)</script><p>Hi</p>', format: 'html', created_at: 1e9 }],
        ...(!from && { next: 'more' }),
      })`)
      const { result } = await fetchBy('toy')
      expect(result).toMatchObject({ rows: { members: 2, questions: 1 } })
      const { name } = result as contract.FetchReport
      await w.as(admin).call(contract.examineDump, { body: { source: 'upload', name } })
      await w.settle()
      const trial = (await latest('examine_dump')).result as contract.ImportReport
      expect(trial.complaints.map(({ file, line, problem }) => [file, line, problem])).toEqual([
        ['members.jsonl', 1, 'column created_at is no time'],
        ['members.jsonl', 2, 'column id is empty; column created_at is empty'],
      ])
    })

    test('only one that is on is asked', async () => {
      await install('() => ({})')
      await turn('toy', false)
      await expect(w.as(admin).call(contract.fetchDump, { body: { plugin_slug_name: 'toy' } })).rejects.toMatchObject({
        reason: 'error.plugin.not_found',
      })
    })
  })
})
