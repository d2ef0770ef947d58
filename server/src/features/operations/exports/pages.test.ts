import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@askwell/contract/exports.ts'
import { tasks } from '@askwell/contract/tasks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, FIRST_SITE, type TestUser, type World, world } from '../../../../test/world.ts'
import { readAll, readArchive } from '../../../lib/archive.ts'
import { DAY } from '../../../lib/clock.ts'
import { deleteOldExports } from './place.ts'

const pass = FIRST_SITE.password

describe.each(engines)('exports from the page (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const make = async (scope: 'public' | 'private', format: 'all' | 'jsonl' | 'markdown' = 'all') => {
    await w.as(admin).call(contract.makeExport, { body: { scope, format } })
    await w.settle()
    const [run] = await w.as(admin).call(tasks, { query: { kind: 'export' } })
    expect(run).toMatchObject({ status: 'done' })
    return (run!.result as { name: string }).name
  }
  const contentsOf = async (name: string) => {
    const files = new Map<string, string>()
    for await (const { path, content } of readArchive(join(w.folder, 'exports', name)))
      files.set(path, (await readAll(content)).toString())
    return files
  }
  const get = (url: string, token: string) =>
    w.server.inject({ method: 'GET', url, cookies: { askwell_session: token } })

  test('one is made, listed, downloaded by nobody else, and deleted', async () => {
    const name = await make('public')
    const files = await contentsOf(name)
    expect([...files.keys()]).toEqual(expect.arrayContaining(['site.json', 'questions.jsonl', 'members.jsonl']))
    expect(files.get('members.jsonl')).not.toContain('e_mail')
    const [there, ...more] = await w.as(admin).call(contract.exports)
    expect(more).toEqual([])
    expect(there).toMatchObject({ name, scope: 'public', format: 'all', expires_at: there!.made_at + 7 * DAY })
    const { address } = await w.as(admin).call(contract.downloadExport, { body: { name } })
    const member = await w.given.member()
    for (const [url, token] of [
      [address, member.token],
      [address, ''],
      [address.replace('/export/', '/backup/'), admin.token],
      [address.replace(/until=\d+/, 'until=9999999999'), admin.token],
      [`/session/export/${name}`, admin.token],
    ])
      expect((await get(url!, token!)).statusCode).toBe(404)
    const file = await get(address, admin.token)
    expect([file.statusCode, file.headers['cache-control']]).toEqual([200, 'no-store'])
    w.clock.advance(301)
    expect((await get(address, admin.token)).statusCode).toBe(404)
    const browse = (url: string, token: string) =>
      w.server.inject({
        url,
        cookies: { askwell_session: token },
        headers: { accept: 'text/html', 'accept-language': 'de' },
      })
    const late = await browse(address, admin.token)
    expect([late.statusCode, late.headers.location]).toEqual([303, '/admin/export?expired=on'])
    expect((await browse('/admin/export?expired=on', admin.token)).body).toContain('Diese Adresse gilt nicht mehr')
    expect((await browse(address, member.token)).statusCode).toBe(404)
    await w.as(admin).call(contract.deleteExport, { body: { name } })
    expect(await w.as(admin).call(contract.exports)).toEqual([])
  })

  test('a private one has addresses in it and wants the password', async () => {
    const name = await make('private', 'jsonl')
    const files = await contentsOf(name)
    expect(files.get('members.jsonl')).toContain('e_mail')
    await expect(w.as(admin).call(contract.downloadExport, { body: { name, pass: 'wrong' } })).rejects.toMatchObject({
      fields: ['pass'],
    })
    expect((await w.as(admin).call(contract.downloadExport, { body: { name, pass } })).address).toContain(name)
  })

  test('the format says what is in it', async () => {
    const files = [...(await contentsOf(await make('public', 'markdown'))).keys()]
    expect(files.filter((path) => path.endsWith('.jsonl'))).toEqual([])
    expect(files).toContain('site.json')
  })

  test('Markdown for people has every upload in it, whatever that is called, and nothing for programs', async () => {
    const path = 'post_attachment/lines.jsonl'
    mkdirSync(join(w.folder, 'uploads', 'post_attachment'), { recursive: true })
    writeFileSync(join(w.folder, 'uploads', path), '{}\n')
    const files = [...(await contentsOf(await make('private', 'markdown'))).keys()]
    expect(files).toContain(`uploads/${path}`)
    expect(files.filter((file) => !/^(site\.json|questions\/.+\.md|uploads\/.+)$/.test(file))).toEqual([])
  })

  test('each goes after a week, and nothing is left of one that was killed', async () => {
    const names = (await w.as(admin).call(contract.exports)).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(1)
    const long = w.clock.now() - 8 * DAY
    utimesSync(join(w.folder, 'exports', names[0]!), long, long)
    await deleteOldExports(w.app)
    expect(existsSync(join(w.folder, 'exports', names[0]!))).toBe(false)
    expect((await w.as(admin).call(contract.exports)).map(({ name }) => name)).toEqual(names.slice(1))
    expect(readdirSync(join(w.folder, 'exports')).filter((name) => name.includes('unfinished'))).toEqual([])
  })

  test('names lead to nothing outside the folder', async () => {
    for (const name of ['../config.json', 'config.json', 'askwell-export-x.tar.gz', '/etc/passwd'])
      await expect(w.as(admin).call(contract.deleteExport, { body: { name } })).rejects.toMatchObject({ status: 404 })
  })
})
