import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as contract from '@askwell/contract/imports.ts'
import { setTaskStatus, type Task, tasks } from '@askwell/contract/tasks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { occupyWork } from '../../../db/pub-sub.ts'
import { createArchive } from '../../../lib/archive.ts'
import { ask } from '../../../../test/matrix/cast.ts'
import { corpus } from '../../../../test/corpus.ts'
import { pack as zip } from '../../../../test/zip.ts'
import { importDump } from './import-dump.ts'

const REAL = corpus('stackexchange-conlang-meta-2020')
const DUMP: Record<string, string> = {
  Tags: '<rows>\n<row Id="1" TagName="beer" Count="1" />\n</rows>\n',
  Users:
    '<rows>\n<row Id="1" Reputation="5" CreationDate="2020-01-01T00:00:00.000" DisplayName="Ann" LastAccessDate="2020-01-02T00:00:00.000" />\n</rows>\n',
  Posts:
    '<rows>\n<row Id="1" PostTypeId="1" CreationDate="2020-01-01T00:00:00.000" Score="2" ViewCount="3" Body="&lt;p&gt;How warm should it be?&lt;/p&gt;" OwnerUserId="1" LastActivityDate="2020-01-01T00:00:00.000" Title="How warm should a stout be?" Tags="&lt;beer&gt;" AnswerCount="0" CommentCount="1" />\n<row Id="2" PostTypeId="1" Body="&lt;p&gt;No time&lt;/p&gt;" Title="Broken" />\n</rows>\n',
  Comments:
    '<rows>\n<row Id="1" PostId="1" Score="0" Text="In which country is that?" CreationDate="2020-01-01T00:00:01.000" UserId="1" />\n</rows>\n',
}

describe.each(engines)('imports from the page (%s)', (engine) => {
  let w: World
  let admin: TestUser
  const allowed = mkdtempSync(join(tmpdir(), 'askwell-imports-'))
  beforeAll(async () => {
    w = await world(engine, { config: { importFolder: allowed, importUploadMb: 1 } })
    admin = await w.given.admin()
  })
  afterAll(async () => {
    await w.close()
    rmSync(allowed, { recursive: true })
  })
  const write = (folder: string, files: Record<string, string> = DUMP) => {
    mkdirSync(folder, { recursive: true })
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, `${name}.xml`), content)
  }
  const latest = async (kind: string) => (await w.as(admin).call(tasks, { query: { kind } }))[0]!
  const sendFile = (name: string, bytes: Buffer) =>
    ask(w, contract.uploadDump, { body: {}, file: { name, bytes } }, { token: admin.token, ip: '198.51.100.7' })
  const upload = async (name: string, bytes: Buffer) => {
    const { status, text } = await sendFile(name, bytes)
    expect(status, text).toBe(200)
    return /"data":"([^"]+)"/.exec(text)![1]!
  }
  const dumpFiles = (more: Record<string, string> = {}) =>
    Object.entries({ ...DUMP, ...more }).map(([name, content]) => ({ name: `beer/${name}.xml`, content }))
  const tar = async (files: Record<string, string>) => {
    const file = join(allowed, 'packed-here.tar.gz')
    const archive = createArchive(file, new Date(0))
    for (const [name, content] of Object.entries(files)) await archive.add(`${name}.xml`, Buffer.from(content))
    await archive.close()
    const bytes = readFileSync(file)
    rmSync(file)
    return bytes
  }
  const figures = (task: Task) =>
    Object.fromEntries(
      (task.result as contract.ImportReport).files.map(({ file, added, present, broken }) => [
        file,
        [added, present, broken],
      ]),
    )
  const countPosts = async () =>
    (await w.app.db.selectFrom('posts').select(['id']).where('title', 'like', 'How warm%').execute()).length

  test('a dump is uploaded, tried without writing, brought in once, and deleted', async () => {
    const name = await upload('our beer.zip', zip(dumpFiles()))
    expect(name).toBe('our-beer.zip')
    const dump = { source: 'upload' as const, name }
    await w.as(admin).call(contract.examineDump, { body: dump })
    await w.settle()
    const trial = await latest('examine_dump')
    expect([trial.status, figures(trial)]).toEqual([
      'done',
      { Tags: [1, 0, 0], Users: [1, 0, 0], Posts: [1, 0, 1], Comments: [1, 0, 0] },
    ])
    expect(await countPosts()).toBe(0)
    for (const expected of [
      { Tags: [1, 0, 0], Users: [1, 0, 0], Posts: [1, 0, 1], Comments: [1, 0, 0] },
      { Tags: [0, 1, 0], Users: [0, 1, 0], Posts: [0, 1, 1], Comments: [0, 1, 0] },
    ]) {
      await w.as(admin).call(contract.importDump, { body: { ...dump, site: 'beer' } })
      await w.settle()
      const run = await latest('import_dump')
      expect([run.status, run.error]).toEqual(['done', ''])
      expect(figures(run)).toEqual(expected)
      expect(run.result).toMatchObject({ site: 'beer', complaints: [{ file: 'Posts.xml', line: 3 }] })
      expect(await countPosts()).toBe(1)
    }
    // A trial under the same name finds it there, under another all would come anew.
    for (const [site, added] of [
      ['beer', 0],
      ['ale', 1],
    ] as const) {
      await w.as(admin).call(contract.examineDump, { body: { ...dump, site } })
      await w.settle()
      const named = await latest('examine_dump')
      expect([(named.result as contract.ImportReport).site, figures(named).Users![0]]).toEqual([site, added])
    }
    const acts = await w.app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('kind', '=', 'import')
      .orderBy('id')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual([
      'import.uploaded',
      'import.examined',
      'import.begun',
      'import.ended',
      'import.begun',
      'import.ended',
      'import.examined',
      'import.examined',
    ])
    await w.as(admin).call(contract.deleteDump, { body: { name } })
    expect((await w.as(admin).call(contract.importSources)).uploads).toEqual([])
    expect(existsSync(join(w.folder, 'imports', `${name}.unpacked`))).toBe(false)
  })

  test('a folder below the allowed one will do, and nothing else', async () => {
    write(join(allowed, 'beer'))
    write(join(allowed, 'half'), { Posts: DUMP.Posts! })
    const outside = mkdtempSync(join(tmpdir(), 'askwell-outside-'))
    write(join(outside, 'dump'))
    symlinkSync(join(outside, 'dump'), join(allowed, 'away'))
    write(join(allowed, 'linked'))
    rmSync(join(allowed, 'linked', 'Users.xml'))
    symlinkSync(join(outside, 'dump', 'Users.xml'), join(allowed, 'linked', 'Users.xml'))
    expect((await w.as(admin).call(contract.importSources)).folders).toEqual(['beer', 'linked'])
    for (const name of ['away', 'half', 'linked', '../', outside, `../${outside.split('/').pop()}/dump`])
      await expect(
        w.as(admin).call(contract.examineDump, { body: { source: 'folder', name } }),
        name,
      ).rejects.toMatchObject({ reason: 'error.import.folder' })
    await w.as(admin).call(contract.examineDump, { body: { source: 'folder', name: 'beer' } })
    await w.settle()
    expect((await latest('examine_dump')).status).toBe('done')
    rmSync(outside, { recursive: true })
  })

  test('an archive that is none, holds two sites or grows without end is refused, and leaves nothing', async () => {
    const cases: [string, Buffer, RegExp][] = [
      ['half.tar.gz', (await tar(DUMP)).subarray(0, -20), /^This archive can’t be unpacked/],
      ['part.zip', zip([{ name: 'Posts.xml', content: DUMP.Posts! }]), /^This isn’t a whole dump/],
      ['two.zip', zip([...dumpFiles(), { name: 'other/Tags.xml', content: DUMP.Tags! }]), /twice/],
      ['bomb.zip', zip(dumpFiles({ Posts: ' '.repeat(30_000_000) })), /unpacks to more/],
    ]
    for (const [file, bytes, problem] of cases) {
      const name = await upload(file, bytes)
      await w.as(admin).call(contract.examineDump, { body: { source: 'upload', name } })
      await w.settle()
      expect(await latest('examine_dump')).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(problem),
        refused: true,
        dump: { source: 'upload', name },
      })
      if (file !== 'part.zip') expect(existsSync(join(w.folder, 'imports', `${name}.unpacked`))).toBe(false)
      expect(existsSync(join(w.folder, 'imports', `${name}.unpacked.unfinished`))).toBe(false)
      await w.as(admin).call(contract.deleteDump, { body: { name } })
    }
    expect(w.faults).toEqual([]) // what was asked is refused; nothing went wrong
    expect((await sendFile('dump.7z', Buffer.from('7z'))).text).toContain('error.import.archive')
    for (const [name, bytes] of [
      ['text.zip', Buffer.from('a text')],
      ['zip.tar.gz', zip(dumpFiles())],
      ['p.zip', Buffer.from('P')],
      ['none.zip', Buffer.from('PK, but no zip')],
      ['half.zip', zip(dumpFiles()).subarray(0, 400)],
      ['none.tar.gz', Buffer.from([0x1f, 0x8b, 0x08, 0])],
      ['text.tgz', gzipSync('Dear all')],
    ] as const)
      expect((await sendFile(name, bytes)).text).toContain('error.import.damaged')
    const letter = zip([{ name: 'letter.txt', content: 'Dear all' }])
    for (const [name, bytes] of [
      ['other.zip', letter],
      ['other.tar.gz', await tar({ letter: 'Dear all' })],
    ] as const)
      expect((await sendFile(name, bytes)).text).toContain('error.import.no_dump')
    expect((await sendFile('people.csv', Buffer.from('name,age\nAnn,7\n'))).text).toContain('error.import.no_members')
    expect((await w.as(admin).call(contract.importSources)).uploads).toEqual([])
    expect((await sendFile('large.zip', Buffer.alloc(2 ** 20 + 1))).status).toBe(413)
  })

  test.runIf(REAL)(
    'one that was killed goes on, and its report counts what came in before',
    { timeout: 60_000 },
    async () => {
      const folder = join(allowed, 'real')
      cpSync(REAL!, folder, { recursive: true })
      await w.as(admin).call(contract.importDump, { body: { source: 'folder', name: 'real', site: 'conlang' } })
      await w.settle()
      const whole = figures(await latest('import_dump'))
      // As a process leaves it that is killed after the last row: state and all rows are there, the report isn't.
      await w.app.transaction(({ db }) =>
        db
          .updateTable('tasks')
          .set({ status: 'running', locked_until: 0, result: '', ended_at: 0 })
          .where('kind', '=', 'import_dump')
          .where('args', 'like', '%conlang%')
          .execute(),
      )
      await w.settle()
      const again = await latest('import_dump')
      expect(again.status).toBe('done')
      expect(figures(again)).toEqual(whole)
      expect(whole.Posts![0]).toBeGreaterThan(100)
      expect(w.faults).toEqual([])
    },
  )

  test.runIf(engine === 'postgres')(
    'one waits for another of any process, and goes on when that has ended',
    async () => {
      write(join(allowed, 'busy'))
      const other = (await occupyWork(w.app, 'importing'))!
      const folder = join(allowed, 'busy')
      const doing = { progress: () => {}, signal: new AbortController().signal, shared: true }
      await expect(importDump(w.app, { folder }, doing)).rejects.toThrow('An import is running already')
      await w.as(admin).call(contract.importDump, {
        body: { source: 'folder', name: 'busy', site: 'busy', same_names_are_others: true },
      })
      await w.settle()
      expect(await latest('import_dump')).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/^Another import is running/),
        refused: false, // it only has to wait
      })
      expect(w.faults.splice(0)).toHaveLength(1)
      await other.release()
      const { id } = await latest('import_dump')
      await w.as(admin).call(setTaskStatus, { body: { id, status: 'running' } })
      await w.settle()
      expect(await latest('import_dump')).toMatchObject({ status: 'done', error: '' })
    },
  )

  test('one whose site was taken back says when, and goes on from nothing', async () => {
    const files = Object.entries(DUMP).map(([name, text]) => [name, text.replaceAll('2020-', '2022-')])
    write(join(allowed, 'gone'), Object.fromEntries(files))
    const runs = async () =>
      (await w.as(admin).call(tasks, { query: { kind: 'import_dump' } })).map(({ undone_at }) => undone_at)
    const bring = async () => {
      const body = { source: 'folder' as const, name: 'gone', site: 'gone', same_names_are_others: true }
      await w.as(admin).call(contract.importDump, { body })
      await w.settle()
      expect(await latest('import_dump')).toMatchObject({ status: 'done', error: '' })
    }
    const takeBack = async () => {
      await w.as(admin).call(contract.undoImport, { body: { site: 'gone' } })
      await w.settle()
      expect(await latest('undo_import')).toMatchObject({ status: 'done', error: '' })
      return w.app.clock.now()
    }
    const others = await runs()
    await bring()
    const first = await takeBack()
    expect(await runs()).toEqual([first, ...others])
    w.clock.advance(60)
    await bring()
    expect(await runs()).toEqual([0, first, ...others])
    const second = await takeBack()
    expect(await runs()).toEqual([second, first, ...others])
    // As one was stopped on its way, and is told to go on by a page of before.
    const { id } = await latest('import_dump')
    await w.app.transaction(({ db }) =>
      db.updateTable('tasks').set({ status: 'stopped', result: '' }).where('id', '=', Number(id)).execute(),
    )
    await w.as(admin).call(setTaskStatus, { body: { id, status: 'running' } })
    await w.settle()
    const again = await latest('import_dump')
    expect([again.undone_at, again.status, figures(again).Posts]).toEqual([0, 'done', [1, 0, 1]])
  })

  test('a .tar.gz is as good', async () => {
    const name = await upload('beer.tar.gz', await tar(DUMP))
    await w.as(admin).call(contract.examineDump, { body: { source: 'upload', name } })
    await w.settle()
    expect((await latest('examine_dump')).status).toBe('done')
  })

  test('so is one that tar has made of a folder, with the folder and a link in it', async () => {
    const folder = join(allowed, 'packed')
    write(folder)
    symlinkSync('/etc/passwd', join(folder, 'members.csv'))
    execFileSync('tar', ['-czf', join(allowed, 'packed.tar.gz'), '-C', allowed, 'packed'])
    const name = await upload('packed.tar.gz', readFileSync(join(allowed, 'packed.tar.gz')))
    await w.as(admin).call(contract.examineDump, { body: { source: 'upload', name } })
    await w.settle()
    expect(await latest('examine_dump')).toMatchObject({ status: 'done', error: '' })
    expect(existsSync(join(w.folder, 'imports', `${name}.unpacked`, 'members.csv'))).toBe(false)
  })

  test('members who are called like somebody here are asked about before anything comes in', async () => {
    await w.given.member({ name: 'Zoe Brewer' })
    // Of another year, or it would be known as the same site.
    const files = Object.entries(DUMP).map(([name, text]) => [name, text.replaceAll('2020-', '2021-')])
    const other = Object.fromEntries(files) as typeof DUMP
    write(join(allowed, 'named'), { ...other, Users: other.Users!.replace('"Ann"', '"Zoe Brewer"') })
    const dump = { source: 'folder' as const, name: 'named' }
    await w.as(admin).call(contract.examineDump, { body: dump })
    await w.settle()
    expect((await latest('examine_dump')).result).toMatchObject({ same_names: 1 })
    await w.as(admin).call(contract.importDump, { body: { ...dump, site: 'named' } })
    await w.settle()
    expect(await latest('import_dump')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(
        'some members are called like somebody here or have the address of staff (zoe-brewer)',
      ),
      refused: true,
      dump,
    })
    const wrong = await upload('wrong.csv', Buffer.from('member\n1\n'))
    writeFileSync(join(w.folder, 'imports', wrong), 'who,mail\n1,zoe@example.com\n') // an upload of before
    await w.as(admin).call(contract.importDump, { body: { ...dump, site: 'named', map: wrong } })
    await w.settle()
    expect(await latest('import_dump')).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^wrong\.csv isn’t a list of members: its first row/),
      refused: true,
    })
    await w.as(admin).call(contract.deleteDump, { body: { name: wrong } })
    expect(w.faults).toEqual([])
    const map = await upload('members.csv', Buffer.from('member,here\n1,zoe-brewer\n'))
    await w.as(admin).call(contract.importDump, { body: { ...dump, site: 'named', map } })
    await w.settle()
    expect(await latest('import_dump')).toMatchObject({ status: 'done', error: '' })
    expect((await w.as(admin).call(contract.importSources)).maps.map(({ name }) => name)).toEqual([map])
  })
})
