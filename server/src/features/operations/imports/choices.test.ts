import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as contract from '@askwell/contract/imports.ts'
import { tasks } from '@askwell/contract/tasks.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerSite, Q } from '../../../../test/answer-site.ts'
import { ask } from '../../../../test/matrix/cast.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { createArchive } from '../../../lib/archive.ts'
import { siteSettings } from '../settings/views.ts'
import { placeOf } from './archives.ts'

const PICTURE = 'uploads/post/Stout1.png'

describe.each(engines)('what an admin chooses of a dump on the page (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let admin: TestUser
  let allowed: string
  beforeEach(async () => {
    allowed = mkdtempSync(join(tmpdir(), 'askwell-choices-'))
    w = await world(engine, { config: { importFolder: allowed } })
    admin = await w.given.admin()
    await w.given.member({ name: 'Zoe' })
    for (const folder of ['old', 'its-files/uploads/post', 'csv']) mkdirSync(join(allowed, folder), { recursive: true })
    const picture = await sharp({ create: { width: 300, height: 20, channels: 3, background: '#804020' } })
      .png()
      .toBuffer()
    writeFileSync(join(allowed, 'its-files', PICTURE), picture)
    for (const [table, row] of [
      ['members', 'id,name,created_at\n1,Ann,2020-01-01'],
      ['questions', 'id,title,text,member,created_at\n1,How warm should it be?,I like it warm.,1,2020-01-01'],
    ] as const)
      writeFileSync(join(allowed, 'csv', `${table}.csv`), row)
    const old = answerSite(join(allowed, 'old'))
    old.put('user', { id: 1, username: 'ann', display_name: 'Ann', e_mail: 'ann@old.example' })
    old.put('question', {
      id: Q(600),
      title: 'How warm should a stout be?',
      original_text: `Like this: ![](/${PICTURE})`,
    })
    old.put('site_info', { type: 'general', content: JSON.stringify({ name: 'Brewers' }) })
    old.put('site_info', { type: 'security', content: JSON.stringify({ login_required: true }) })
    old.close()
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(allowed, { recursive: true })
  })
  const latest = async (kind: string) => {
    await w.settle()
    return (await w.as(admin).call(tasks, { query: { kind } }))[0]!
  }
  const figures = ({ result }: { result: unknown }) =>
    Object.fromEntries(
      (result as contract.ImportReport).files.map(({ file, added, other, broken }) => [file, [added, other, broken]]),
    )
  const body = { source: 'folder' as const, name: 'old', site: 'old.example' }
  const chosen = { ...body, files: 'its-files', settings: true }

  test('a private site doesn’t come into one that is for everybody, unless its settings come, too', async () => {
    await w.as(admin).call(contract.importDump, { body })
    const { status, error } = await latest('import_dump')
    expect([status, error]).toEqual([
      'failed',
      'The old site is private, and this one is for everybody. Make this one private first.',
    ])
    expect(w.faults).toEqual([]) // what was asked is refused
    expect(await w.app.db.selectFrom('events').select('type').where('type', '=', 'site.imported').execute()).toEqual([])
    expect(await w.app.db.selectFrom('posts').select('id').where('id', '=', 600).execute()).toEqual([])
    await w.as(admin).call(contract.importDump, { body: { ...body, settings: true } })
    expect(await latest('import_dump')).toMatchObject({ status: 'done', error: '' })
    const { general, login } = await siteSettings(w.app)
    expect([general.name, login.login_required]).toEqual(['Brewers', true])
  })

  test('files come from another folder below the allowed one, and the dry run says so', async () => {
    expect((await w.as(admin).call(contract.importSources)).file_folders).toEqual(['csv', 'its-files', 'old'])
    await w.as(admin).call(contract.examineDump, { body: { ...body, settings: true } })
    expect(figures(await latest('examine_dump'))).toMatchObject({ upload: [0, 1, 0], setting: [2, 0, 0] })
    await w.as(admin).call(contract.examineDump, { body: chosen })
    expect(figures(await latest('examine_dump'))).toMatchObject({ upload: [1, 0, 0], setting: [2, 0, 0] })
    await w.as(admin).call(contract.importDump, { body: chosen })
    expect(figures(await latest('import_dump'))).toMatchObject({ upload: [1, 0, 0] })
    expect((await siteSettings(w.app)).general.name).toBe('Brewers')
    const { question } = await w.as(admin).call(questionThread, { query: { id: Q(600) } })
    expect(question.html).toMatch(/src="http:\/\/world\.example\/uploads\/post\/[^"]+" [^>]*width="300"/)
  })

  test('no other folder of the server can be named, and nothing chosen that would do nothing', async () => {
    for (const files of ['../', tmpdir(), 'nowhere', 'old/answer.db'])
      await expect(w.as(admin).call(contract.examineDump, { body: { ...body, files } }), files).rejects.toMatchObject({
        reason: 'error.import.folder',
      })
    for (const choice of [{ files: 'its-files' }, { settings: true }]) {
      await w.as(admin).call(contract.importDump, { body: { ...body, name: 'csv', ...choice } })
      expect(await latest('import_dump')).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/^Files come along from Apache Answer and Discourse only/),
      })
    }
    expect(w.faults).toEqual([]) // what was asked is refused
  })

  test('an archive brings files along in a folder of its own', async () => {
    const place = join(allowed, 'old.tar.gz')
    const archive = createArchive(place, new Date(0))
    await archive.add('old/answer.db', readFileSync(join(allowed, 'old/answer.db')))
    await archive.add(`old/${PICTURE}`, readFileSync(join(allowed, 'its-files', PICTURE)))
    await archive.add('old/uploads/../../../outside.png', Buffer.from('led away'))
    await archive.close()
    const file = { name: 'old.tar.gz', bytes: readFileSync(place) }
    const { status } = await ask(w, contract.uploadDump, { body: {}, file }, { token: admin.token, ip: '198.51.100.7' })
    expect(status).toBe(200)
    const order = { ...body, source: 'upload' as const, name: 'old.tar.gz', settings: true }
    await w.as(admin).call(contract.importDump, { body: order })
    expect(figures(await latest('import_dump'))).toMatchObject({ upload: [1, 0, 0] })
  })
})

test.each([
  ['Posts.xml', 'Posts.xml'],
  ['beer/Posts.xml', 'Posts.xml'],
  ['letter.txt', undefined],
  ['old/uploads/post/a.png', 'uploads/post/a.png'],
  ['./uploads/default/original/1X/a.png', 'uploads/default/original/1X/a.png'],
  ['uploads/Posts.xml', 'uploads/Posts.xml'],
  ['uploads', undefined],
  ['uploads/../Posts.xml', undefined],
  ['uploads/post/../../../a.png', undefined],
  ['uploads/.htaccess', undefined],
  ['uploads\\..\\a.png', undefined],
  [`uploads/${'a/'.repeat(20)}b.png`, undefined],
])('of an archive %s lies at %s', (path, place) => {
  expect(placeOf(path)).toBe(place)
})
