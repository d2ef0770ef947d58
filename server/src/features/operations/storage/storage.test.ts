import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { saveDraft } from '@askwell/contract/drafts.ts'
import { DELETED_FILE_DAYS, ORPHAN_HOURS } from '@askwell/contract/limits.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import * as contract from '@askwell/contract/storage.ts'
import { tasks } from '@askwell/contract/tasks.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { openFile } from '../files/views.ts'
import { DAY, HOUR } from '../../../lib/clock.ts'

describe.each(engines)('what takes room (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const place = (path: string) => join(w.folder, 'uploads', path)
  /** A file that was uploaded so many days ago; with its row. */
  const uploaded = async (path: string, days: number, { row = true, bytes = Buffer.from('x'.repeat(100)) } = {}) => {
    mkdirSync(dirname(place(path)), { recursive: true })
    writeFileSync(place(path), bytes)
    const at = w.clock.now() - days * DAY
    utimesSync(place(path), at, at)
    const about = { user_id: admin.id, mime: 'image/png', bytes: bytes.length, width: 1000, height: 1000 }
    if (row)
      await w.app.transaction(({ db }) =>
        db
          .insertInto('files')
          .values({ path, source: path.split('/')[0] as 'post', ...about, created_at: at, deleted_at: 0 })
          .execute(),
      )
    return `/uploads/${path}`
  }
  const latest = async (kind: string) => (await w.as(admin).call(tasks, { query: { kind } }))[0]!
  const measure = async () => {
    await w.as(admin).call(contract.measureStorage, { body: {} })
    await w.settle()
    expect(await latest('measure_storage')).toMatchObject({ status: 'done', error: '' })
    const { kinds } = await w.as(admin).call(contract.storage)
    return (kind: contract.StorageKind) => kinds.find((one) => one.kind === kind)!
  }
  const clean = async (kind: contract.Cleanable) => {
    await w.as(admin).call(contract.cleanStorage, { body: { kind } })
    await w.settle()
    const run = await latest('clean_storage')
    expect(run).toMatchObject({ status: 'done', error: '' })
    return run.result
  }

  test('nothing is measured while somebody waits for the page', async () => {
    const before = await w.as(admin).call(contract.storage)
    expect(before).toMatchObject({ measured_at: 0, kinds: [] })
    expect(before.disk.bytes).toBeGreaterThan(before.disk.free)
    const of = await measure()
    expect(of('database').bytes).toBeGreaterThan(10_000)
    expect(of('search').cleanable).toBeNull()
  })

  test('uploads that nothing names go, and every other stays', async () => {
    const inPost = await uploaded('post/in-a-post.png', 9)
    const body = { title: 'Which picture is shown here?', content: `Look: ![](${inPost})` }
    await w.as(admin).call(askQuestion, { body: { ...body, tags: [{ slug_name: 'support' }] } })
    const inTag = await uploaded('post/in-a-tag.png', 9)
    const inBio = await uploaded('post/in-a-bio.png', 9)
    const inSetting = await uploaded('post/in-a-setting.png', 9)
    const avatar = await uploaded('avatar/the-present-one.png', 9)
    await w.app.transaction(async ({ db, now }) => {
      await db
        .updateTable('tags')
        .set({ original_text: `![](${inTag})` })
        .execute()
      await db
        .updateTable('users')
        .set({ bio: `![](${inBio})`, avatar_custom: avatar })
        .where('id', '=', admin.id)
        .execute()
      const value = JSON.stringify({ footer: inSetting })
      await db.insertInto('settings').values({ name: 'some-text', value, updated_at: now() }).execute()
    })
    await uploaded('post/being-written.png', 1)
    await uploaded('branding/a-former-logo.png', 9)
    await uploaded('post/orphan.png', 9)
    await uploaded('post_attachment/orphan.pdf', 9)
    await uploaded('avatar/a-former-one.png', 9)
    await uploaded('post/no-row.png', 9, { row: false })
    await uploaded('post/no-row-yet.png', 1, { row: false })
    await uploaded('post/orphan.png.480.webp', 9, { row: false })
    await uploaded('post/in-a-post.png.480.webp', 9, { row: false })
    const gone = ['post/orphan.png', 'post_attachment/orphan.pdf', 'avatar/a-former-one.png', 'post/no-row.png']
    const orphans = (await measure())('orphans')
    expect(orphans).toMatchObject({ files: gone.length, bytes: gone.length * 100 })
    expect(await clean('orphans')).toEqual({ kind: 'orphans', files: gone.length, bytes: gone.length * 100 })
    for (const path of [...gone, 'post/orphan.png.480.webp'])
      expect([path, existsSync(place(path))]).toEqual([path, false])
    expect(readdirSync(place('post')).sort()).toEqual([
      'being-written.png',
      'in-a-bio.png',
      'in-a-post.png',
      'in-a-post.png.480.webp',
      'in-a-setting.png',
      'in-a-tag.png',
      'no-row-yet.png',
    ])
    expect(readdirSync(place('avatar'))).toEqual(['the-present-one.png'])
    expect(readdirSync(place('branding'))).toEqual(['a-former-logo.png'])
    expect((await measure())('orphans').files).toBe(0)
    const acts = await w.app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('kind', '=', 'storage')
      .orderBy('id')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual(['storage.clean_begun', 'storage.cleaned'])
  })

  test('the largest uploads are listed with whose they are and where they stand, page by page', async () => {
    const sized = (path: string, kilobytes: number) => uploaded(path, 0, { bytes: Buffer.alloc(kilobytes * 1000) })
    const [shown, alone] = [await sized('post_attachment/shown.zip', 90), await sized('avatar/alone.png', 80)]
    for (let n = 0; n < 20; n++) await sized(`post_attachment/many-${n}.zip`, 50)
    const ask = async (title: string) =>
      (
        await w.as(admin).call(askQuestion, {
          body: { title, content: `It: [x](${shown})`, tags: [{ slug_name: 'support' }] },
        })
      ).id
    const ids: string[] = []
    for (const n of [1, 2, 3, 4]) ids.push(await ask(`What is in picture ${n}?`))
    await w.settle()
    const { list, next } = await w.as(admin).call(contract.largestUploads)
    expect(list).toHaveLength(20)
    expect(list[0]).toMatchObject({
      address: `http://world.example${shown}`,
      kind: 'attachments',
      bytes: 90_000,
      place: 'disk',
      deleted_at: 0,
      user: { id: String(admin.id) },
      used: 4,
    })
    expect(list[0]!.uses.map(({ question_id, answer_id, title }) => [question_id, answer_id, title])).toEqual(
      ids.slice(0, 3).map((id, at) => [id, '', `What is in picture ${at + 1}?`]),
    )
    expect(list[1]).toMatchObject({ address: `http://world.example${alone}`, kind: 'avatars', used: 0, uses: [] })
    const after = (await w.as(admin).call(contract.largestUploads, { query: { before: next } })).list
    expect(after.slice(0, 2).map(({ bytes }) => bytes)).toEqual([50_000, 50_000])
    const all = [...list, ...after].map(({ address }) => address)
    expect([all.length, new Set(all).size]).toEqual([all.length, all.length])
    expect((await w.as(admin).call(contract.largestUploads, { query: { before: '5-1' } })).next).toBe('')
  })

  test('smaller copies go, and are made again', async () => {
    const bytes = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await uploaded('post/large.png', 1, { bytes })
    const copies = () => readdirSync(place('post')).filter((name) => /^large.*webp$/.test(name))
    const make = async () => {
      await w.as(admin).call(contract.makeSmallerPictures, { body: {} })
      await w.settle()
      return latest('make_smaller')
    }
    await w.app.transaction(({ db }) =>
      db.updateTable('files').set({ deleted_at: 1 }).where('bytes', '=', 100).execute(),
    )
    expect(await make()).toMatchObject({ status: 'done', result: { made: 1 } })
    expect(copies()).toEqual(['large.png.480.webp'])
    await clean('smaller')
    expect(copies()).toEqual([])
    expect(existsSync(place('post/large.png'))).toBe(true)
    expect(await make()).toMatchObject({ result: { made: 1 } })
  })

  test('exports go, and dumps that no unfinished import needs', async () => {
    const put = (folder: string, name: string) => {
      mkdirSync(join(w.folder, folder), { recursive: true })
      writeFileSync(join(w.folder, folder, name), 'x')
    }
    put('exports', 'askwell-export-2026-01-01T00-00-00-public-all.tar.gz')
    put('imports', 'old.zip')
    put('imports', 'wanted.zip')
    await w.app.transaction(({ db, now }) =>
      db
        .insertInto('tasks')
        .values({
          kind: 'import_dump',
          args: '{"source":"upload","name":"wanted.zip"}',
          user_id: admin.id,
          state: '',
          status: 'stopped',
          what: '',
          done: 0,
          total: 0,
          result: '',
          error: '',
          attempts: 1,
          claims: 0,
          locked_until: 0,
          created_at: now(),
          updated_at: now(),
          ended_at: now(),
        })
        .execute(),
    )
    expect((await measure())('imports').cleanable).toEqual({ files: 1, bytes: 1 })
    await clean('imports')
    expect(readdirSync(join(w.folder, 'imports'))).toEqual(['wanted.zip'])
    await clean('exports')
    expect(readdirSync(join(w.folder, 'exports'))).toEqual([])
  })

  test('what no text names goes by itself after two days, comes back with a text, and leaves the disk after a month', async () => {
    const [lost, late, drafted] = await Promise.all(
      ['post/lost.png', 'post/late.png', 'post/drafted.png'].map((path) => uploaded(path, 0)),
    )
    const ann = await w.given.member({ name: 'uploader', rank: 100 })
    const status = (address: string) =>
      openFile(w.app, null, address).then(
        ({ content, status }) => (content?.destroy(), status),
        () => 404,
      )
    await w.as(ann).call(saveDraft, { body: { name: 'question', fields: { content: `![x](${drafted})` } } })
    // Far more texts that name something than are read at once, all of them before that one.
    const others = Array.from({ length: 120 }, (_, n) => ({
      user_id: ann.id,
      name: `answer:${n}`,
      fields: '/uploads/post/another.png',
      saved_at: w.clock.now(),
      version: '',
      title: '',
      excerpt: '',
    }))
    await w.app.transaction(({ db }) => db.insertInto('drafts').values(others).execute())
    w.clock.advance(ORPHAN_HOURS * HOUR - 60)
    await w.settle()
    expect(await status(lost!)).toBe(200)
    w.clock.advance(7 * HOUR)
    await w.settle()
    expect(await Promise.all([lost!, late!, drafted!].map(status))).toEqual([404, 404, 200])
    expect(existsSync(place('post/lost.png'))).toBe(true)

    const content = `A picture from an old draft: ![x](${late})`
    await w.as(ann).call(askQuestion, { body: { title: 'Is it late?', content, tags: [{ slug_name: 'support' }] } })
    expect(await status(late!)).toBe(200)
    w.clock.advance(DELETED_FILE_DAYS * DAY + 7 * HOUR)
    await w.settle()
    expect(existsSync(place('post/lost.png'))).toBe(false)
    expect(existsSync(place('post/late.png'))).toBe(true)
    expect(await status(late!)).toBe(200)
  })
})
