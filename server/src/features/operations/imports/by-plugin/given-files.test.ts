import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { objectId } from '@askwell/contract/ids.ts'
import * as contract from '@askwell/contract/imports.ts'
import { removePlugin } from '@askwell/contract/plugins.ts'
import { tasks } from '@askwell/contract/tasks.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ask } from '../../../../../test/matrix/cast.ts'
import { archiveOf } from '../../../../../test/npm-pack.ts'
import { pluginArchive } from '../../../../../test/plugin-package.ts'
import { sendPackage, turnPlugin } from '../../../../../test/plugins.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { author, bbPress, comment, dwqa, meta, wxr } from '../../../../../test/wordpress.ts'
import { perform } from '../../../../commands/operations.ts'
import { openDump } from '../place.ts'
import { findOrigin } from '../queries.ts'
import { failing } from './fetch-dump.ts'
import { openFetched } from './fetched.ts'

vi.setConfig({ testTimeout: 60_000 })

const COMMUNITY = wxr([
  author(1, 'ann lee', 'Ann & Lee', 'ann@example.com'),
  author(2, 'ben', 'Ben', 'ben@example.com'),
  author(3, 'silent', 'Silent', 'silent@example.com'),
  dwqa('question', 10, 'ann lee', {
    title: 'How warm is a &quot;stout&quot;?',
    content: 'Mine is <strong>cold</strong>.\n\nIs that right?<pre>a\n\nb</pre>]]]]><![CDATA[></item>',
    tags: ['Dark beer', 'temperature'],
    more:
      meta('_dwqa_best_answer', '12') +
      meta('_dwqa_votes', '5') +
      meta('_dwqa_views', '40') +
      comment(1, 'Ben', 2, 'Which one?') +
      comment(2, 'A guest', 0, 'Mine too.') +
      comment(3, 'Bot', 0, 'Buy!', 'spam'),
  }),
  dwqa('answer', 11, 'ben', {
    parent: 10,
    content: '<!-- wp:paragraph -->\n<p>Eight degrees.</p>\n<!-- /wp:paragraph -->',
  }),
  dwqa('answer', 12, 'gone', { parent: 10, content: 'Warmer.', more: meta('_dwqa_votes', '-1') }),
  dwqa('answer', 13, 'ben', { parent: 99, content: 'To nobody.' }),
  dwqa('question', 14, 'ben', { title: 'Private', content: 'Secret.', status: 'private' }),
  dwqa('question', 15, 'ben', { title: 'With a password', content: 'Secret.', password: 'x' }),
  bbPress('forum', 20, 'ben', { title: 'Home brewing' }),
  bbPress('topic', 21, 'ben', {
    title: 'Which yeast for a stout?',
    content: 'Asking for a friend.',
    parent: 20,
    status: 'closed',
  }),
  bbPress('reply', 22, 'ann lee', { content: 'Any.', parent: 21 }),
])

const PAUSES = failing.pausesMs

describe.each(engines)('importers that read uploaded files (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine, { config: { importUploadMb: 8 } })
    w.site.installed.supervision.pauseMs = 10
    failing.pausesMs = [10, 10]
    admin = await w.given.admin()
  })
  afterAll(async () => {
    failing.pausesMs = PAUSES
    expect(w.faults).toEqual([])
    await w.close()
  })
  const send = (name: string, bytes: Buffer) =>
    ask(w, contract.uploadDump, { body: {}, file: { name, bytes } }, { token: admin.token, ip: '198.51.100.7' })
  const upload = async (name: string, bytes: Buffer) => {
    const { status, text } = await send(name, bytes)
    expect(status, text).toBe(200)
    return /"data":"([^"]+)"/.exec(text)![1]!
  }
  const sources = () => w.as(admin).call(contract.importSources)
  const latest = async (kind: 'fetch_dump' | 'examine_dump' | 'import_dump') =>
    (await w.as(admin).call(tasks, { query: { kind } }))[0]!
  const fetchFrom = async (plugin_slug_name: string, file: string) => {
    await w.as(admin).call(contract.fetchDump, { body: { plugin_slug_name, file } })
    await w.settle()
    return latest('fetch_dump')
  }
  const counts = (more: object) => ({ tags: 0, members: 0, questions: 0, answers: 0, comments: 0, ...more })

  test('a file is taken only where a plugin that is on reads such files', async () => {
    expect((await send('community.xml', COMMUNITY)).status).toBe(400)
    await turnPlugin(w, admin, 'wordpress', true)
    expect(await upload('community.xml', COMMUNITY)).toBe('community.xml')
    expect((await send('community.exe', COMMUNITY)).status).toBe(400)
    const { files, plugins, uploads } = await sources()
    expect([files.map(({ name }) => name), uploads]).toEqual([['community.xml'], []])
    expect(plugins).toMatchObject([{ slug_name: 'wordpress', files: ['.xml', '.zip', '.tar.gz', '.tgz'] }])
  })

  test('what WordPress has exported is read, tried and imported from the page', async () => {
    expect(await fetchFrom('wordpress', 'community.xml')).toMatchObject({
      status: 'done',
      result: { name: 'wordpress.tar.gz', rows: counts({ members: 2, questions: 2, answers: 3, comments: 2 }) },
    })
    const dump = { source: 'upload' as const, name: 'wordpress.tar.gz' }
    await w.as(admin).call(contract.examineDump, { body: dump })
    await w.settle()
    expect((await latest('examine_dump')).result).toMatchObject({ complaints: [], remarks: [] })
    await w.as(admin).call(contract.importDump, { body: dump })
    await w.settle()
    expect((await latest('import_dump')).result).toMatchObject({ complaints: [], remarks: [] })
    const at = async (key: string) => (await findOrigin(w.app.db, 'post', key))!
    const thread = async (id: number) =>
      w.nobody.call(questionThread, { query: { id: objectId('question', await at(`question:${id}`)) } })
    const first = await thread(10)
    expect(first.question).toMatchObject({
      title: 'How warm is a "stout"?',
      vote_count: 5,
      user_info: { display_name: 'Ann & Lee' },
      accepted_answer_id: objectId('answer', await at('answer:12')),
    })
    expect(first.question.html).toContain('<p>Mine is <strong>cold</strong>.</p>\n<p>Is that right?</p>')
    expect(first.question.html).toContain('a\n\nb')
    expect(first.question.tags.map(({ slug_name }) => slug_name).toSorted()).toEqual(['dark-beer', 'temperature'])
    expect(
      first.answers.list.map(({ html, vote_count, user_info }) => [html.trim(), vote_count, user_info?.display_name]),
    ).toEqual(
      expect.arrayContaining([
        ['<p>Eight degrees.</p>', 0, 'Ben'],
        ['<p>Warmer.</p>', -1, 'gone'],
      ]),
    )
    const topic = await thread(21)
    expect([topic.question.status, topic.question.tags.map(({ slug_name }) => slug_name)]).toEqual([
      2,
      ['home-brewing'],
    ])
    const { count } = await w.app.db
      .selectFrom('posts')
      .select((eb) => eb.fn.countAll<string | number>().as('count'))
      .where('original_text', 'like', '%Secret%')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(0)
  })

  /** Text that packing doesn't make too small to be true. */
  const words = (n: number) =>
    Array.from({ length: 500 }, (_, at) => `word${(n * 7919 + at * 104_729) % 99_991}`).join(' ')

  test('an archive is a folder of several files, whatever they are called; deleted, nothing of it is left', async () => {
    const many = Array.from({ length: 300 }, (_, n) =>
      dwqa('question', 1000 + n, 'ann lee', { title: `Which stout is number ${n}?`, content: words(n) }),
    )
    const name = await upload(
      'two.tar.gz',
      await archiveOf([
        { name: '../../b/questions.xml', content: wxr([author(1, 'ann lee', 'Ann', 'ann@example.com'), ...many]) },
        {
          name: 'a/answers.xml',
          content: wxr([
            author(2, 'ben', 'Ben', 'ben@example.com'),
            dwqa('answer', 5000, 'ben', { parent: 1299, content: 'That one.' }),
          ]),
        },
        { name: 'a/readme.txt', content: 'nothing' },
      ]),
    )
    expect(await fetchFrom('wordpress', name)).toMatchObject({
      status: 'done',
      result: { rows: counts({ members: 2, questions: 300, answers: 1 }) },
    })
    expect(existsSync(join(w.folder, 'b'))).toBe(false)
    await w.as(admin).call(contract.deleteDump, { body: { name } })
    expect(readdirSync(join(w.folder, 'imports')).filter((file) => file.startsWith('two'))).toEqual([])
  })

  test.each([
    ['no file at all', { plugin_slug_name: 'wordpress' }],
    ['one that it doesn’t read', { plugin_slug_name: 'wordpress', file: 'members.csv' }],
  ])('%s is refused before anything begins', async (_, body) => {
    await expect(w.as(admin).call(contract.fetchDump, { body })).rejects.toMatchObject({
      reason: 'error.import.no_file',
    })
  })

  const doing = { shared: true, signal: new AbortController().signal, progress: () => {} }
  const byCommand = (plugin: string, path?: string) =>
    perform('import-fetch', w.app, { plugin, ...(path !== undefined && { file: path }) }, doing)

  test('the command line names a file anywhere on the machine; nothing stays beside it', async () => {
    const top = mkdtempSync(join(tmpdir(), 'askwell-export-'))
    const at = (name: string, bytes: Buffer) => {
      writeFileSync(join(top, name), bytes)
      return join(top, name)
    }
    const linesOf = (folder: string, table: string) =>
      readFileSync(join(folder, `${table}.jsonl`), 'utf8')
        .trim()
        .split('\n').length
    const packed = await archiveOf([{ name: 'a/export.xml', content: COMMUNITY }])
    for (const path of [at('export.xml', COMMUNITY), at('Export.TGZ', packed)]) {
      const { folder } = await byCommand('wordpress', path)
      expect(['members', 'questions', 'answers', 'comments'].map((table) => linesOf(folder, table))).toEqual([
        2, 2, 3, 2,
      ])
    }
    expect(readdirSync(top).toSorted()).toEqual(['Export.TGZ', 'export.xml'])
    expect(existsSync(join(w.folder, 'imports/wordpress.files'))).toBe(false)
    mkdirSync(join(top, 'folder.xml'))
    for (const [path, why] of [
      [undefined, 'wordpress reads a file: name one that ends in .xml or .zip'],
      [at('members.csv', COMMUNITY), 'wordpress reads a file: name one that ends in .xml or .zip'],
      [join(top, 'none.xml'), "none.xml can't be read: ENOENT"],
      [join(top, 'folder.xml'), 'folder.xml is no file'],
    ] as const)
      await expect(byCommand('wordpress', path)).rejects.toThrow(why)
    // Another command of the same plugin is under way, and has unpacked its archive.
    const under = openFetched(join(w.folder, 'imports/wordpress.fetched'), 'another')
    mkdirSync(join(w.folder, 'imports/wordpress.files'))
    await expect(byCommand('wordpress', join(top, 'Export.TGZ'))).rejects.toThrow('error.import.running')
    expect(existsSync(join(w.folder, 'imports/wordpress.files'))).toBe(true)
    under.remove()
    await byCommand('wordpress', join(top, 'Export.TGZ'))
    expect(existsSync(join(w.folder, 'imports/wordpress.files'))).toBe(false)
    rmSync(top, { recursive: true })
  })

  test('a file that isn’t there is refused, however it is called', async () => {
    for (const file of ['none.xml', '../config.xml', '..%2fconfig.xml', '/etc/x.xml'])
      await expect(
        w.as(admin).call(contract.fetchDump, { body: { plugin_slug_name: 'wordpress', file } }),
      ).rejects.toMatchObject({ status: 404 })
  })

  test('one without questions ends with what is wrong with it', async () => {
    await upload('empty.xml', wxr([author(1, 'ann lee', 'Ann', '')]))
    expect(await fetchFrom('wordpress', 'empty.xml')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no question of AnsPress'),
    })
    expect(w.faults.splice(0)).toHaveLength(1)
  })

  test.each([
    ['in-a-post.xml', '</item>', 'ends in the middle of a post; export it again'],
    ['before-the-end.xml', '</channel>', 'ends before its last post; export it again'],
  ])('an export that was cut off is said to be: %s', async (file, before, error) => {
    await upload(file, COMMUNITY.subarray(0, COMMUNITY.lastIndexOf(before)))
    expect(await fetchFrom('wordpress', file)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(`${file} ${error}`),
    })
    expect(w.faults.splice(0)).toHaveLength(1)
  })

  describe('in a package of others', () => {
    const install = async (read: string) => {
      const code = `export default { importer: { read: ${read} }, endpoint: async (request, kit) => ({ status: 200, body: await kit.files.list().catch((error) => error.message) }) }`
      const askwell = { kinds: ['endpoint', 'importer'], files: ['.xml'], languages: undefined }
      await sendPackage(w, admin, await pluginArchive({ slug_name: 'toy', code, askwell }))
      await turnPlugin(w, admin, 'toy', true)
    }
    afterEach(async () => {
      await w.as(admin).call(removePlugin, { body: { plugin_slug_name: 'toy' } })
    })

    test('reads pieces by name, and nothing else', async () => {
      await install(`async (_, { files }) => {
        const [{ name, bytes }, ...others] = await files.list()
        const tried = []
        for (const [which, start, end] of [['../empty.xml', 0, 9], ['/etc/passwd', 0, 9], ['empty.xml', 0, 9], [name, 0, 262145], [name, -1, 5], [name, 5, 1], [name, 0.5, 2]])
          tried.push(await files.read(which, start, end).then(() => 'read', (error) => error.message))
        const text = Buffer.from(await files.read(name, 0, 5)).toString()
        const over = (await files.read(name, bytes - 3, bytes + 100)).length
        return { members: [{ id: 1, name: JSON.stringify([name, bytes, others.length, text, over, tried]), created_at: 1 }] }
      }`)
      const { result } = await fetchFrom('toy', 'community.xml')
      const { name } = result as contract.FetchReport
      const { members } = await rowsOf(name)
      expect(JSON.parse(members[0]!.name)).toEqual([
        'community.xml',
        COMMUNITY.length,
        0,
        '<?xml',
        3,
        [
          'there is no such file',
          'there is no such file',
          'there is no such file',
          'at most 256 KB are read at once',
          ...Array<string>(3).fill('start and end have to be numbers of bytes, one after the other'),
        ],
      ])
    })

    test('reads nothing while no import asks it to', async () => {
      await install('() => ({})')
      const { body } = await w.server.inject('/plugins/toy/api/files')
      expect(body).toBe('no file is there to be read just now')
    })
  })

  /** What a plugin has said, by its table. */
  const rowsOf = async (name: string) => {
    const folder = await openDump(w.app, { source: 'upload', name }, doing)
    const lines = readFileSync(join(folder, 'members.jsonl'), 'utf8').trim().split('\n')
    return { members: lines.map((line) => JSON.parse(line) as { name: string }) }
  }
})
