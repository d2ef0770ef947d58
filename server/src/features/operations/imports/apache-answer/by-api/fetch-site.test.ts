import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { saveProfile } from '@askwell/contract/users.ts'
import { editAnswer } from '@askwell/contract/answers.ts'
import { uploadFile } from '@askwell/contract/files.ts'
import {
  closeQuestion,
  deleteQuestion,
  editQuestion,
  operateQuestion,
  questionPage,
} from '@askwell/contract/questions.ts'
import { createTag, saveSynonyms, tag as tagInfo } from '@askwell/contract/tags.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { ask as send } from '../../../../../../test/matrix/cast.ts'
import { threads } from '../../../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../../../test/world.ts'
import { writeSection } from '../../../settings/save-section.ts'
import { siteSettings } from '../../../settings/views.ts'
import { findFaults } from '../../../integrity/service.ts'
import { REVISION_STATUS } from '../../../../content/revisions/queries.ts'
import { tryDump } from '../../examine.ts'
import { importDump } from '../../import-dump.ts'
import { Stopped } from '../../import-stopped.ts'
import { findOrigin } from '../../queries.ts'
import { fetchSite } from './fetch-site.ts'

const quiet = { progress: () => {}, signal: new AbortController().signal, rate: 10_000, pauseMs: 1 }
const doing = { shared: false, ...quiet }
const picture = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#804020' } })
    .png()
    .toBuffer()

describe.each(engines)('a running site that speaks the API of Apache Answer (%s)', { timeout: 60_000 }, (engine) => {
  let [old, here]: World[] = []
  let folder: string
  let address: string
  let admin: TestUser
  beforeEach(async () => {
    ;[old, here] = [await world('sqlite'), await world(engine)]
    folder = mkdtempSync(join(tmpdir(), 'askwell-by-api-'))
    await old.server.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(old.server.server.address() as AddressInfo).port}`
    admin = await old.given.admin()
  })
  afterEach(async () => {
    expect([...old!.faults, ...here!.faults]).toEqual([])
    await old!.close()
    await here!.close()
    rmSync(folder, { recursive: true })
  })

  test('comes in with all that its calls say, once, and what is new there comes the next time', async () => {
    const [w, site] = [old!, here!]
    const { ask, answer, accept, comment, vote } = threads(w)
    const [ann, ben, cid] = [
      await w.given.member({ name: 'Ann', rank: 500 }),
      await w.given.member({ name: 'Ben', rank: 500 }),
      await w.given.member({ name: 'Cid', rank: 500 }),
    ]
    await w.as(ann).call(saveProfile, {
      body: {
        display_name: 'Ann Brewer',
        username: 'ann-brewer',
        bio: 'Brews *stout*.',
        location: 'Cork',
        website: '',
      },
    })
    await w.as(admin).call(createTag, {
      body: { slug_name: 'stout', display_name: 'Stout', original_text: 'Dark **beer**.' },
    })
    const { tag_id } = await w.as(admin).call(tagInfo, { query: { name: 'stout' } })
    await w.as(admin).call(saveSynonyms, { body: { tag_id, synonym_tag_list: [{ slug_name: 'dark-beer' }] } })
    const first = await ask(ann, 'How warm should a stout be?', ['stout', 'support'])
    const second = await ask(ben, 'How cold should a stout be?', ['stout'])
    const best = await answer(ben, first, 'About **13** degrees.')
    await accept(ann, first, best)
    await comment(cid, best, { original_text: 'Thanks a lot!' })
    await vote(cid, 'up', first)
    await vote(cid, 'up', best)
    await w.as(admin).call(closeQuestion, {
      body: { id: second, close_type: 60, close_msg: `http://world.example/questions/${first}` },
    })
    await w.settle()

    const fetched = await fetchSite(folder, { ...quiet, address, token: admin.token })
    expect(fetched).toMatchObject({ without_addresses: false, out_of_reach: 0, without_unlisted: false, problems: [] })
    const dump = { folder, format: 'apache-answer' as const, site: 'old', same_names_are_others: true }
    const report = await importDump(site.app, dump, doing)
    expect(report).toMatchObject({ complaints: [], comparison: { different: 0 } })
    const keyed = async (key: string) => objectId('question', (await findOrigin(site.app.db, 'post', key))!)
    expect(await keyed(first)).toBe(first)
    const thread = await site.nobody.call(questionThread, { query: { id: first } })
    expect(thread.question).toMatchObject({
      title: 'How warm should a stout be?',
      vote_count: 1,
      accepted_answer_id: best,
      tags: [{ slug_name: 'stout' }, { slug_name: 'support' }],
      user_info: { display_name: 'Ann Brewer', location: 'Cork' },
    })
    expect(thread.answers.list).toMatchObject([
      { html: expect.stringContaining('<strong>13</strong>'), vote_count: 1, user_info: { display_name: 'Ben' } },
    ])
    expect(JSON.stringify(thread.comments)).toContain('Thanks a lot!')
    const closed = await site.nobody.call(questionThread, { query: { id: second } })
    expect(closed.question).toMatchObject({ status: 2, operation: { duplicate: { id: first } } })
    const tags = await site.app.db
      .selectFrom('tags')
      .selectAll()
      .where('slug_name', 'in', ['stout', 'dark-beer'])
      .execute()
    const stout = tags.find(({ slug_name }) => slug_name === 'stout')!
    expect(stout.original_text).toBe('Dark **beer**.')
    expect(tags.find(({ slug_name }) => slug_name === 'dark-beer')!.main_tag_id).toBe(stout.id)
    expect(
      await site.app.db
        .selectFrom('users')
        .select(['e_mail', 'password_hash', 'bio'])
        .where('username', '=', 'ann-brewer')
        .execute(),
    ).toEqual([{ e_mail: 'ann@example.com', password_hash: null, bio: 'Brews *stout*.' }])
    expect(await findFaults(site.app)).toEqual([])

    const third = await ask(cid, 'How dark should a stout be?', ['stout'])
    await answer(ann, third, 'Black as the night.')
    let calls = 0
    w.server.server.on('request', ({ url }: IncomingMessage) => {
      if (url!.includes('/question/info')) calls++
    })
    await fetchSite(folder, { ...quiet, address, token: admin.token })
    expect(calls).toBe(1)
    const again = await importDump(site.app, dump, doing)
    expect(Object.entries(again.files).map(([table, { added }]) => [table, added])).toEqual([
      ['user', 0],
      ['tag', 0],
      ['question', 1],
      ['answer', 1],
      ['comment', 0],
      ['revision', 0],
      ['notification', 0],
      ['setting', 0],
      ['upload', 0],
    ])
  })

  test('tells only admins of unlisted questions and suspensions, which stay what they are', async () => {
    const w = old!
    const { ask, answer } = threads(w)
    const ann = await w.given.member({ name: 'Ann', rank: 500 })
    const [shown, unlisted, deleted] = [await ask(ann), await ask(ann), await ask(ann)]
    await answer(ann, unlisted)
    await w.as(admin).call(operateQuestion, { body: { id: unlisted, operation: 'hide' } })
    await w.as(admin).call(deleteQuestion, { body: { id: deleted } })
    await w.as(admin).call(setUserStatus, {
      body: { user_id: String(ann.id), status: 'suspended', suspend_duration: '7d' },
    })
    await w.settle()
    const dump = { folder, format: 'apache-answer' as const, site: 'old', same_names_are_others: true }
    const open = await fetchSite(folder, { ...quiet, address })
    expect(open).toMatchObject({ without_unlisted: true, answers: 2 })
    expect(await fetchSite(folder, { ...quiet, address, token: admin.token })).toMatchObject({
      without_unlisted: false,
      questions: open.questions + 1,
      answers: 3,
      problems: [],
    })
    await importDump(here!.app, dump, doing)
    const { list } = await here!.nobody.call(questionPage, { query: { page_size: 100 } })
    const key = await findOrigin(here!.app.db, 'post', shown)
    expect(list.map((one) => one.id)).toContain(objectId('question', key!))
    const id = objectId('question', (await findOrigin(here!.app.db, 'post', unlisted))!)
    expect(list.map((one) => one.id)).not.toContain(id)
    const thread = await here!.nobody.call(questionThread, { query: { id } })
    expect(thread).toMatchObject({ question: { show: 2 }, answers: { count: 1 } })
    expect(await findOrigin(here!.app.db, 'post', deleted)).toBeUndefined()
    expect(
      await here!.app.db
        .selectFrom('users')
        .select(['status', 'suspended_until'])
        .where('username', '=', 'ann')
        .execute(),
    ).toEqual([{ status: 9, suspended_until: w.clock.now() + 7 * 86_400 }])
    expect(await findFaults(here!.app)).toEqual([])
  })

  test('comes with the texts that there were before, edits that wait, and files', async () => {
    // With pages, since files are no calls.
    const [w, site] = [await world('sqlite', { pages: true }), here!]
    await w.server.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(w.server.server.address() as AddressInfo).port}`
    admin = await w.given.admin()
    const { ask, answer } = threads(w)
    const [ann, ben] = [
      await w.given.member({ name: 'Ann', rank: 3000 }),
      await w.given.member({ name: 'Ben', rank: 300 }),
    ]
    const { text: uploaded } = await send(
      w,
      uploadFile,
      { body: { source: 'post' }, file: { name: 'stout.png', bytes: await picture() } },
      { token: ann.token, ip: '198.51.100.7' },
    )
    const picturePath = new URL(/"data":"([^"]+)"/.exec(uploaded)![1]!).pathname
    const question = await ask(ann, 'How warm should a stout be?', ['stout'])
    const its = await answer(ben, question, 'About 13 degrees.')
    const untouched = await answer(ann, question, 'About 14 degrees.')
    w.clock.advance(3600)
    await w.as(ann).call(editQuestion, {
      body: {
        id: question,
        title: 'How warm should a porter be?',
        content: `Like this: ![](${picturePath}) and ![](${address}/uploads/post/gone.png)`,
        tags: [{ slug_name: 'porter' }],
        edit_summary: 'It is a porter',
      },
    })
    await w.as(ann).call(editAnswer, { body: { id: its, content: 'About **12** degrees.', edit_summary: '' } })
    await w.as(ben).call(editQuestion, {
      body: {
        id: question,
        title: 'How warm should a porter be, Ben asks?',
        content: 'It waits for somebody who decides.',
        tags: [{ slug_name: 'porter' }],
        edit_summary: 'Better',
      },
    })
    await w.settle()
    const asked: string[] = []
    w.server.server.on('request', ({ url }: IncomingMessage) => {
      if (url!.includes('/api/v1/revisions?')) asked.push(new URL(url!, address).searchParams.get('object_id')!)
    })
    const fetched = await fetchSite(folder, { ...quiet, address, token: admin.token })
    expect(fetched).toMatchObject({
      files: 1,
      without_waiting: false,
      problems: ["uploads/post/gone.png: the site doesn't give it (answered 404)"],
    })
    expect(asked).toEqual(expect.arrayContaining([question, its]))
    expect(asked).not.toContain(untouched)
    const dump = { folder, format: 'apache-answer' as const, site: 'old', same_names_are_others: true }
    const trial = await tryDump(site.app, dump, doing)
    expect(trial.remarks.map(({ problem }) => problem)).toContainEqual(
      expect.stringMatching(/^notifications don't come by the API/),
    )
    const report = await importDump(site.app, dump, doing)
    expect(report.files.revision).toMatchObject({ added: 3, broken: 0 })
    expect(report.files.upload).toMatchObject({ added: 1, broken: 1 })
    const key = async (id: string) => (await findOrigin(site.app.db, 'post', id))!
    const texts = await site.app.db
      .selectFrom('revisions')
      .select(['object_type', 'number', 'title', 'original_text', 'log', 'slugs', 'status'])
      .where('object_id', 'in', [await key(question), await key(its)])
      .where('object_type', '<>', 'tag')
      .orderBy('object_id')
      .orderBy('id')
      .execute()
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ object_type: 'question', number: 1, title: 'How warm should a stout be?' }),
        expect.objectContaining({ number: 2, title: 'How warm should a porter be?', log: 'It is a porter' }),
        expect.objectContaining({
          status: REVISION_STATUS.waiting,
          original_text: 'It waits for somebody who decides.',
        }),
        expect.objectContaining({ object_type: 'answer', number: 1, original_text: 'About 13 degrees.' }),
        expect.objectContaining({ object_type: 'answer', number: 2, original_text: 'About **12** degrees.' }),
      ]),
    )
    expect(texts).toHaveLength(5)
    const thread = await site.nobody.call(questionThread, { query: { id: objectId('question', await key(question)) } })
    expect(thread.question.html).toMatch(/src="http:\/\/world\.example\/uploads\/post\/[^"]+\.png"/)
    expect(await findFaults(site.app)).toEqual([])
    // What was decided there since doesn't wait here any more, and what is here isn't asked for again.
    asked.length = 0
    expect(await fetchSite(folder, { ...quiet, address, token: admin.token })).toMatchObject({ files: 1 })
    expect(asked).toEqual([])
    expect(await fetchSite(mkdtempSync(join(folder, 'visitor-')), { ...quiet, address })).toMatchObject({
      without_waiting: true,
    })
    expect(w.faults).toEqual([])
    await w.close()
  })

  test('says what it is called and whether it is private, and so it is here', async () => {
    const [w, site] = [old!, here!]
    await w.app.transaction(async (tx) => {
      await writeSection(tx, admin.id, 'general', { name: 'Brewers' })
      await writeSection(tx, admin.id, 'login', { login_required: true })
    })
    await fetchSite(folder, { ...quiet, address, token: admin.token })
    const report = await importDump(site.app, { folder, site: 'old', same_names_are_others: true }, doing)
    expect(report.complaints).toEqual([])
    const { general, login } = await siteSettings(site.app)
    expect([general.name, login.login_required]).toEqual(['Brewers', true])
  })

  test('tells visitors no addresses, and only the first questions are asked for if only those shall come', async () => {
    const w = old!
    const { ask, answer } = threads(w)
    const ann = await w.given.member({ name: 'Ann', rank: 500 })
    const ids = []
    for (let n = 0; n < 3; n++) ids.push(await ask(ann))
    await answer(ann, ids[2]!)
    const before = await w.app.db.selectFrom('posts').select('id').where('kind', '=', 'question').execute()
    const fetched = await fetchSite(folder, { ...quiet, address, limit: before.length - 1 })
    expect(fetched).toMatchObject({ questions: before.length - 1, without_addresses: true, problems: [] })
    const report = await importDump(here!.app, { folder, site: 'old', same_names_are_others: true }, doing)
    expect(report.complaints).toEqual([])
    const { e_mail } = await here!.app.db
      .selectFrom('users')
      .select('e_mail')
      .where('username', '=', 'ann')
      .executeTakeFirstOrThrow()
    expect(e_mail).toBeNull()
  })
})

describe('a site with oddities', { timeout: 60_000 }, () => {
  let server: Server
  let folder: string
  let address: string
  let answers: (url: URL, request: IncomingMessage, response: ServerResponse) => unknown
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'askwell-by-api-'))
    server = createServer((request, response) => {
      const url = new URL(request.url!, 'http://old')
      const data = answers(url, request, response)
      if (response.writableEnded) return
      if (data === undefined) response.statusCode = 404
      response.end(JSON.stringify({ code: response.statusCode, reason: '', msg: '', data: data ?? null }))
    })
    await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    await new Promise((resume) => server.close(resume))
    rmSync(folder, { recursive: true })
  })
  const nothing = { count: 0, list: null }
  const pathOf = (url: URL) => url.pathname.replace(/^\/answer\/(admin\/api|api\/v1)\//, '')

  test('is asked again when it has no time, and goes on behind what was there before', async () => {
    let [asked, failing] = [0, true]
    const seen: string[] = []
    answers = (url, { headers }, response) => {
      expect(headers.authorization).toBe('a-token')
      const path = pathOf(url)
      seen.push(path)
      if (url.pathname.includes('/admin/')) return undefined
      if (path === 'siteinfo' && ++asked < 3) {
        response.statusCode = asked === 1 ? 429 : 502
        response.setHeader('retry-after', '0')
        return {}
      }
      if (path === 'question/info' && url.searchParams.get('id')!.endsWith('2') && failing) {
        response.statusCode = 500
        return {}
      }
      if (path === 'question/info') {
        const id = url.searchParams.get('id')
        // Numbers as texts, no editor, tags that nobody knows, a person without an account.
        return {
          id,
          title: `Which is number ${id}?`,
          content: 'A text of some length.',
          create_time: '1577836800',
          update_time: 0,
          edit_time: null,
          status: 1,
          vote_count: '3',
          user_info: id!.endsWith('1')
            ? { id: '', username: '', status: 'deleted' }
            : { id: 7, username: 'ann', status: 'normal' },
          tags: [{ slug_name: 'unknown' }],
        }
      }
      if (path === 'question/page')
        return { count: 9, list: url.searchParams.get('page') === '1' ? [{ id: 1 }, { id: '2' }, { id: 'x' }, {}] : [] }
      if (path === 'personal/user/info') return { id: '8', bio: 'Somebody else by now.' }
      if (path === 'siteinfo') return {}
      return nothing
    }
    const options = { ...quiet, address: `${address}/`, token: 'a-token' }
    await expect(fetchSite(folder, options)).rejects.toThrow('The same command again goes on from here.')
    failing = false
    seen.length = 0
    expect(await fetchSite(folder, options)).toEqual({
      files: 0,
      without_waiting: false,
      questions: 2,
      answers: 0,
      comments: 0,
      tags: 0,
      members: 1,
      without_addresses: true,
      out_of_reach: 5,
      without_unlisted: true,
      problems: [],
    })
    expect(seen.filter((path) => path === 'question/info')).toHaveLength(1)
  })

  test('is refused where it is none, or leads elsewhere with the token', async () => {
    const options = { ...quiet, address, token: 'a-token' }
    answers = (_url, _request, response) => response.end('<html>')
    await expect(fetchSite(folder, options)).rejects.toThrow("isn't a site of Apache Answer")
    answers = (_url, _request, response) => response.writeHead(301, { location: 'https://elsewhere.example/' }).end()
    await expect(fetchSite(folder, options)).rejects.toThrow('leads on to https://elsewhere.example/')
    const stop = new AbortController()
    answers = (_url, _request, response) => {
      stop.abort()
      response.writeHead(503).end()
    }
    await expect(fetchSite(folder, { ...options, signal: stop.signal })).rejects.toThrow(Stopped)
  })
})
