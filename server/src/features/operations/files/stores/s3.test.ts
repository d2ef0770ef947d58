import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { backupContents, restoreBackup as restore } from '@askwell/contract/backups.ts'
import { askQuestion, deleteQuestion } from '@askwell/contract/questions.ts'
import { uploadFile } from '@askwell/contract/files.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { DELETED_FILE_DAYS, ORPHAN_HOURS } from '@askwell/contract/limits.ts'
import {
  generalSettings,
  saveLoginSettings,
  saveWriteSettings,
  writeSettings,
} from '@askwell/contract/site-settings.ts'
import * as contract from '@askwell/contract/storage.ts'
import { tasks } from '@askwell/contract/tasks.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startFakeS3 } from '../../../../../test/fake-s3.ts'
import { keepsFiles, LEFT } from '../../../../../test/keeps-files.ts'
import { engines, freshDatabase, type TestUser, type World, world } from '../../../../../test/world.ts'
import { connect, connectToRead } from '../../../../db/connect.ts'
import { readAll, readArchive } from '../../../../lib/archive.ts'
import { DAY, HOUR, MINUTE } from '../../../../lib/clock.ts'
import { translateReason } from '../../../../lib/messages.ts'
import { backupFile, newBackupName } from '../../backups/place.ts'
import { restoreBackup } from '../../backups/restore-backup.ts'
import { verifyBackup } from '../../backups/verify-backup.ts'
import { writeBackup } from '../../backups/write-backup.ts'
import { writeOwnArchive } from '../../exports/views.ts'
import { writeExport } from '../../exports/write-export.ts'
import { findFaults } from '../../integrity/service.ts'
import { findSetting } from '../../settings/queries.ts'
import { removeDropped } from '../dropped.ts'
import { moveUploads } from '../move-uploads.ts'
import { FOR_GOOD } from '../queries.ts'
import { diskStore } from './disk.ts'
import { listUploads } from './every-upload.ts'
import { ON_DISK, uploadStorage } from './of-site.ts'
import { LINK_SECONDS, s3Store } from './s3.ts'

const KEYS = { s3_bucket: 'attic', s3_access_key: 'key', s3_secret_key: 'secret' }
const PASSWORD = 'admin-password'

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0033ff' } })
    .png()
    .toBuffer()

describe('places for uploads', () => {
  test('the disk', async () => {
    const { folder, remove } = await freshDatabase('sqlite')
    expect((await keepsFiles(diskStore(folder))).sort()).toEqual(LEFT)
    await remove()
  })

  test('a bucket, page by page, and nothing else that is in it', async () => {
    const s3 = await startFakeS3({ accessKey: 'key', bucket: 'attic' })
    for (const other of ['uploads/readme.txt', 'elsewhere/post/a.txt', 'post/a.txt'])
      s3.objects.set(other, { bytes: Buffer.from('x'), at: new Date(), type: 'text/plain' })
    const store = s3Store({ ...ON_DISK, ...KEYS, s3_endpoint: s3.endpoint }, { s3Private: true })
    expect((await keepsFiles(store)).sort()).toEqual(LEFT)
    for (let n = 0; n < 1203; n++)
      s3.objects.set(`uploads/branding/${n}.png`, { bytes: Buffer.from('x'), at: new Date(), type: 'image/png' })
    expect((await Array.fromAsync(store.list())).flat()).toHaveLength(1205)
    await s3.close()
  })

  test('a storage that keeps one waiting is given up; one that refuses or is full says so', async () => {
    const s3 = await startFakeS3({ accessKey: 'key', bucket: 'attic' })
    const at = { ...ON_DISK, ...KEYS, s3_endpoint: s3.endpoint }
    const store = s3Store(at, { s3Private: true }, { answer: 200, piece: 200, reader: 200 })
    const put = (one = store, bytes = Buffer.from('x')) => one.put('post/a.txt', { bytes }, 'text/plain')
    s3.now.trouble = { never: true }
    await expect(put()).rejects.toThrow('error.s3.away')
    await expect(store.open('post/a.txt')).rejects.toThrow('error.s3.away')
    s3.now.trouble = { late: 400 }
    await expect(put()).rejects.toThrow('error.s3.away')
    await put(store, Buffer.alloc(100_000)) // sending takes time
    s3.now.trouble = { status: 507 }
    await expect(put()).rejects.toThrow('error.s3.failed')
    s3.now.trouble = {}
    const other = (more: object) => s3Store({ ...at, ...more }, { s3Private: true })
    await expect(put(other({ s3_secret_key: 'wrong' }))).rejects.toThrow('error.s3.refused')
    await expect(put(other({ s3_bucket: 'cellar' }))).rejects.toThrow('error.s3.no_bucket')
    await expect(put(s3Store(at, { s3Private: false }))).rejects.toThrow('error.s3.private')
    await s3.close()
  })

  test('who reads slowly gets the whole file; who has stopped reading doesn’t hold the storage', async () => {
    const s3 = await startFakeS3({ accessKey: 'key', bucket: 'attic' })
    const open = async (reader: number) => {
      const at = { ...ON_DISK, ...KEYS, s3_endpoint: s3.endpoint }
      const store = s3Store(at, { s3Private: true }, { answer: 5000, piece: 100, reader })
      if (!s3.objects.size) await store.put('post/a.txt', { bytes: Buffer.alloc(1_000_000, 'a') }, 'text/plain')
      return (await store.open('post/a.txt'))!.content
    }
    let bytes = 0
    for await (const piece of await open(20_000)) {
      if (bytes === 0) await new Promise((resume) => setTimeout(resume, 500))
      bytes += (piece as Buffer).length
    }
    expect(bytes).toBe(1_000_000)
    await expect(
      (async () => {
        for await (const _ of await open(100)) await new Promise((resume) => setTimeout(resume, 500))
      })(),
    ).rejects.toThrow('error.s3.away')
    await s3.close()
  })
})

/** moto plays S3 for many programs' tests; where it is installed (`pip install "moto[server]"`), ours has to get on with it. */
const startMoto = async () => {
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
  const child = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  const gone = new AbortController()
  for (const event of ['error', 'exit']) child.once(event, () => gone.abort())
  const endpoint = `http://127.0.0.1:${port}`
  for (const until = Date.now() + 15_000; !gone.signal.aborted && Date.now() < until;) {
    const made = await fetch(`${endpoint}/attic`, { method: 'PUT' }).catch(() => undefined)
    if (made?.ok) return { endpoint, stop: () => child.kill() }
    await new Promise((resume) => setTimeout(resume, 100))
  }
  child.kill()
  return undefined
}

describe('beside our own, another program that speaks S3 (moto)', async () => {
  const moto = await startMoto()
  if (!moto) console.error('moto_server is not installed here: the test with it is skipped')
  afterAll(() => void moto?.stop())
  test.skipIf(!moto)('keeps uploads, too, and opens links to them', async () => {
    const store = s3Store({ ...ON_DISK, ...KEYS, s3_endpoint: moto!.endpoint }, { s3Private: true })
    expect((await keepsFiles(store)).sort()).toEqual(LEFT)
    // It doesn't know the header for the name of a download.
    const fetched = await fetch(await store.link!('post/file-2.txt', { type: 'image/png' }))
    expect([fetched.status, await fetched.text()]).toEqual([200, '0123456789'])
  })
})

describe.each(engines)('uploads in an S3 storage (%s)', (engine) => {
  let w: World
  let s3: Awaited<ReturnType<typeof startFakeS3>>
  let [ann, admin]: TestUser[] = []
  let at: contract.UploadStorage
  beforeAll(async () => {
    s3 = await startFakeS3({ accessKey: 'key', bucket: 'attic' })
    w = await world(engine, { pages: true, config: { s3Private: true } })
    ann = await w.given.member({ name: 'ann', rank: 100 })
    admin = await w.given.admin()
    at = { ...ON_DISK, ...KEYS, s3_endpoint: s3.endpoint, place: 's3' }
    const write = await w.as(admin).call(writeSettings)
    await w.as(admin).call(saveWriteSettings, {
      body: { ...write, authorized_attachment_extensions: ['txt'] },
    })
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    await s3.close()
  })
  afterEach(() => {
    s3.now.trouble = {}
  })

  const save = (more: Partial<contract.UploadStorage> = {}, storage_pass: string | undefined = PASSWORD) =>
    w.as(admin!).call(contract.saveUploadStorage, { body: { ...at, ...more, storage_pass } })
  /** What names no other storage wants no password, and no key. */
  const turn = (more: Partial<contract.UploadStorage>) => save({ s3_secret_key: '', ...more }, '')
  const send = async (person: TestUser, source: string, name: string, bytes: Buffer) => {
    const form = new FormData()
    form.set('source', source)
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    const packed = new Response(form)
    const response = await w.server.inject({
      method: 'POST',
      url: pathOf(uploadFile),
      payload: Buffer.from(await packed.arrayBuffer()),
      headers: {
        'content-type': packed.headers.get('content-type')!,
        authorization: person.token,
        'accept-language': 'de',
      },
    })
    return response.json() as { code: number; reason: string; msg: string; data: string }
  }
  const upload = async (source: string, name: string, bytes: Buffer) => {
    const { code, data } = await send(source === 'branding' ? admin! : ann!, source, name, bytes)
    expect(code).toBe(200)
    await w.settle()
    return new URL(data).pathname
  }
  const get = (url: string, person?: TestUser, headers: Record<string, string> = {}) =>
    w.server.inject({ url, headers, ...(person && { cookies: { askwell_session: person.token } }) })
  const onDisk = () =>
    existsSync(join(w.folder, 'uploads'))
      ? readdirSync(join(w.folder, 'uploads'), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
      : []
  const inBucket = () => [...s3.objects.keys()].map((key) => key.replace(/^uploads\//, '')).sort()
  const move = async (to: contract.UploadStore) => {
    await w.as(admin!).call(contract.moveUploads, { body: { to } })
    await w.settle()
    return (await w.as(admin!).call(tasks, { query: { kind: 'move_uploads' } }))[0]!
  }
  const showing = async (address: string) =>
    (
      await w.as(ann!).call(askQuestion, {
        body: { title: `What is ${address}?`, content: `It: ![x](${address})`, tags: [{ slug_name: 'support' }] },
      })
    ).id

  test('are there once the storage is named, with the password, and has been tried', async () => {
    expect(await w.as(admin!).call(contract.uploadStorage)).toEqual({ storage: ON_DISK, used: [], plugins: [] })
    await expect(save({ s3_bucket: '', s3_access_key: '' })).rejects.toMatchObject({
      fields: ['s3_access_key', 's3_bucket'],
    })
    await expect(save({}, '')).rejects.toMatchObject({ fields: ['storage_pass'] })
    await expect(save({}, 'wrong-password')).rejects.toMatchObject({ fields: ['storage_pass'] })
    await expect(save({ s3_secret_key: 'wrong' })).rejects.toMatchObject({ reason: 'error.s3.refused' })
    await expect(save({ s3_bucket: 'cellar' })).rejects.toMatchObject({ reason: 'error.s3.no_bucket' })
    await expect(w.as(admin!).call(contract.testUploadStorage, { body: {} })).rejects.toMatchObject({
      reason: 'error.s3.none',
    })
    await expect(w.as(admin!).call(contract.moveUploads, { body: { to: 's3' } })).rejects.toMatchObject({
      reason: 'error.s3.none',
    })
    w.app.config.s3Private = false
    await expect(save()).rejects.toMatchObject({ reason: 'error.s3.private' })
    w.app.config.s3Private = true
    expect((await uploadStorage(w.app.db)).place).toBe('disk')
    await save()
    await w.as(admin!).call(contract.testUploadStorage, { body: {} })
    expect(inBucket()).toEqual([])
    expect((await w.as(admin!).call(contract.uploadStorage)).storage).toEqual({ ...at, s3_secret_key: '' })
    // An empty key stays as it was, and what names no other storage wants no password.
    await turn({})
    expect((await uploadStorage(w.app.db)).s3_secret_key).toBe('secret')
  })

  test('are served through the site with the headers that files on the disk have, whole and in parts', async () => {
    const png = await drawn(1300, 650)
    const address = await upload('post', 'wide.png', png)
    const path = address.slice('/uploads/'.length)
    expect(inBucket()).toEqual([path, `${path}.480.webp`, `${path}.960.webp`])
    expect(onDisk()).toEqual([])
    const { statusCode, headers, rawPayload } = await get(address)
    expect([statusCode, (await sharp(rawPayload).metadata()).width]).toEqual([200, 1300])
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(rawPayload.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const smaller = await get(`${address}?w=480`)
    expect([smaller.headers['content-type'], (await sharp(smaller.rawPayload).metadata()).width]).toEqual([
      'image/webp',
      480,
    ])
    const parts: [string, number, number?, number?][] = [
      ['bytes=2-5', 206, 2, 6],
      [`bytes=${rawPayload.length - 3}-`, 206, rawPayload.length - 3, rawPayload.length],
      ['bytes=-4', 206, rawPayload.length - 4, rawPayload.length],
      [`bytes=10-${rawPayload.length + 99}`, 206, 10, rawPayload.length],
      ['bytes=0-1,4-5', 200, 0, rawPayload.length],
      ['bytes=5-2', 200, 0, rawPayload.length],
      ['lines=1-2', 200, 0, rawPayload.length],
      [`bytes=${rawPayload.length}-`, 416],
    ]
    const local = await (async () => {
      await turn({ place: 'disk' })
      const its = await upload('post', 'wide.png', png)
      await turn({ place: 's3' })
      return its
    })()
    for (const one of [address, local])
      for (const [range, status, start, end] of parts) {
        const part = await get(one, undefined, { range })
        expect([range, part.statusCode]).toEqual([range, status])
        if (status === 416) expect(part.headers['content-range']).toBe(`bytes */${rawPayload.length}`)
        else expect(part.rawPayload.equals(rawPayload.subarray(start, end))).toBe(true)
        if (status === 206)
          expect(part.headers).toMatchObject({
            'content-range': `bytes ${start}-${end! - 1}/${rawPayload.length}`,
            'content-length': String(end! - start!),
          })
      }
    const attached = await upload('post_attachment', 'notes.txt', Buffer.from('Notes'))
    const download = await get(attached)
    expect([download.payload, download.headers['content-disposition']]).toEqual([
      'Notes',
      `attachment; filename="${attached.split('/').at(-1)}"`,
    ])
    expect(readdirSync(join(w.folder, 'arriving'))).toEqual([])
    const logo = await upload('branding', 'logo.png', await drawn(64, 64))
    expect((await get(logo)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test('open only for those who may see their post, and on a private site only for members; links that the storage gives likewise, for some minutes', async () => {
    const address = await upload('post', 'a.png', await drawn(1300, 650))
    const bo = await w.given.member()
    const question = await showing(address)
    const status = async (person?: TestUser) => (await get(address, person)).statusCode
    const statuses = async () => [await status(), await status(bo), await status(ann)]
    try {
      for (const s3_links of [false, true]) {
        await turn({ s3_links })
        const fine = s3_links ? 302 : 200
        expect(await statuses()).toEqual([fine, fine, fine])
        await w.as(admin!).call(saveLoginSettings, { body: { login_required: true } })
        expect(await statuses()).toEqual([401, fine, fine])
        await w.as(admin!).call(saveLoginSettings, { body: { login_required: false } })
      }
      const link = await get(`${address}?w=480`)
      expect(link.headers).toMatchObject({ 'cache-control': `private, max-age=${LINK_SECONDS - 60}` })
      const location = new URL(link.headers.location!)
      expect([location.pathname, location.searchParams.get('X-Amz-Expires')]).toEqual([
        `/attic${address}.480.webp`,
        String(LINK_SECONDS),
      ])
      const fetched = await fetch(location)
      expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'image/webp'])
      await fetched.body?.cancel()
      location.searchParams.set('X-Amz-Date', '20200101T000000Z')
      expect((await fetch(location)).status).toBe(403)
      const attached = await get(await upload('post_attachment', 'notes.txt', Buffer.from('Notes')))
      const opened = await fetch(attached.headers.location!)
      expect([opened.headers.get('content-type'), opened.headers.get('content-disposition')]).toEqual([
        'application/octet-stream',
        expect.stringMatching(/^attachment; filename="[\w-]+\.txt"$/),
      ])
      await w.as(admin!).call(deleteQuestion, { body: { id: question } })
      expect(await statuses()).toEqual([404, 404, 302])
    } finally {
      await turn({ s3_links: false })
      await w.as(admin!).call(saveLoginSettings, { body: { login_required: false } })
    }
    expect(await statuses()).toEqual([404, 404, 200])
  })

  test.each([
    ['refuses', { status: 403 }],
    ['is full', { status: 507 }],
    ['fails', { status: 500 }],
    ['answers nonsense', { status: 302 }],
  ])(
    'a storage that %s: the uploader is told that it passes, nothing stays, and the site goes on',
    async (_, trouble) => {
      const kept = await upload('post', 'kept.png', await drawn(40, 20))
      const [files, objects] = [await count(), inBucket()]
      s3.now.trouble = trouble
      const refused = await send(ann!, 'post', 'a.png', await drawn(40, 20))
      expect(refused).toMatchObject({
        code: 503,
        reason: 'base.files_unavailable',
        msg: translateReason('de_DE', 'base.files_unavailable'),
      })
      expect((await get(kept)).statusCode).toBe(503)
      expect((await get('/')).statusCode).toBe(200)
      s3.now.trouble = {}
      expect(w.faults.splice(0).map(String)).toEqual([
        expect.stringContaining('error.s3.'),
        expect.stringContaining('error.s3.'),
      ])
      expect([await count(), inBucket()]).toEqual([files, objects])
      expect(readdirSync(join(w.folder, 'arriving'))).toEqual([])
      expect((await get(kept)).statusCode).toBe(200)
    },
  )
  const count = async (storage?: contract.UploadStore) =>
    (
      await w.app.db
        .selectFrom('files')
        .select('id')
        .$if(storage !== undefined, (q) => q.where('storage', '=', storage!))
        .execute()
    ).length

  test('the page says where they lie, in the admin’s language, saves without scripts, and never tells the key', async () => {
    const page = () =>
      w.server.inject({
        url: '/admin/storage',
        cookies: { askwell_session: admin!.token },
        headers: { 'accept-language': 'de' },
      })
    const { payload } = await page()
    const shown = payload.split('<script')[0]!
    for (const words of ['Wo Uploads liegen', 'Verbindung prüfen', 'Alle in den S3-Speicher verschieben', s3.endpoint])
      expect(shown).toContain(words)
    expect(payload).not.toContain('"secret"')
    expect(payload).not.toContain('value="secret"')
    const token = /name="form_token" value="([^"]+)"/.exec(payload)![1]!
    const post = (fields: Record<string, string>) =>
      w.server.inject({
        method: 'POST',
        url: '/admin/storage',
        cookies: { askwell_session: admin!.token },
        headers: {
          'accept-language': 'de',
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'http://world.example',
          host: 'world.example',
        },
        payload: new URLSearchParams({ form_token: token, ...fields }).toString(),
      })
    const { s3_links: _, s3_secret_key: __, keep_unscanned: ___, ...fields } = at
    const tried = await post({ intent: 'uploads_test' })
    expect([tried.statusCode, tried.payload.includes('Alles in Ordnung')]).toEqual([200, true])
    s3.now.trouble = { status: 403 }
    expect((await post({ intent: 'uploads_test' })).payload).toContain(
      translateReason('de_DE', 'error.s3.refused').slice(0, 20),
    )
    s3.now.trouble = {}
    await post({ intent: 'uploads', ...fields, s3_links: 'on' })
    expect(await uploadStorage(w.app.db)).toEqual({ ...at, s3_links: true })
    await post({ intent: 'uploads', ...fields })
    expect(await uploadStorage(w.app.db)).toEqual(at)
  })

  test('what is a setting of the storage can’t be changed so that uploads are lost', async () => {
    for (const other of [{ s3_prefix: 'elsewhere/' }, { s3_bucket: '', place: 'disk' as const }])
      await expect(save(other)).rejects.toMatchObject({ reason: 'error.s3.in_use' })
    await turn({ place: 'disk' })
    await save({ s3_endpoint: s3.endpoint.replace('127.0.0.1', 'localhost') }) // the same by another name
    await save()
    // Deleted ones may come back, and have to be removed some day.
    const setDeleted = (deleted_at: number) =>
      w.app.transaction((tx) => tx.db.updateTable('files').set({ deleted_at }).execute())
    await setDeleted(w.clock.now())
    for (const other of [{ s3_prefix: 'elsewhere/' }, { s3_bucket: '', place: 'disk' as const }])
      await expect(save(other)).rejects.toMatchObject({ reason: 'error.s3.in_use' })
    await setDeleted(0)
    // Somebody else saves while this one is tried.
    s3.now.trouble = { methods: ['PUT'], meanwhile: () => turn({ s3_links: true }) }
    await expect(turn({})).rejects.toMatchObject({ reason: 'error.s3.changed' })
    expect((await uploadStorage(w.app.db)).s3_links).toBe(true)
    await turn({})
  })

  const dropping = async (address: string) => {
    const path = address.slice('/uploads/'.length)
    await w.app.transaction((tx) =>
      tx.db.updateTable('files').set({ deleted_at: FOR_GOOD }).where('path', '=', path).execute(),
    )
    return path
  }
  const rowOf = (path: string) =>
    w.app.db.selectFrom('files').select('storage').where('path', '=', path).executeTakeFirst()

  test('what is deleted goes from the places that work, and from where it is moved meanwhile', async () => {
    const there = await dropping(await upload('post', 'there.png', await drawn(40, 20)))
    await turn({ place: 'disk' })
    const here = await dropping(await upload('post', 'here.png', await drawn(40, 20)))
    s3.now.trouble = { status: 500 }
    await expect(removeDropped(w.app)).rejects.toMatchObject({ reason: 'error.s3.failed' })
    expect([await rowOf(there), await rowOf(here)]).toEqual([{ storage: 's3' }, undefined])
    expect(onDisk()).not.toContain(here.split('/')[1])
    s3.now.trouble = {}
    await removeDropped(w.app)
    expect([await rowOf(there), inBucket().includes(there)]).toEqual([undefined, false])

    const moved = await dropping(await upload('post', 'moved.png', await drawn(1300, 650)))
    s3.now.trouble = { methods: ['PUT'], meanwhile: () => removeDropped(w.app) }
    await move('s3')
    expect(await rowOf(moved)).toBeUndefined()
    expect(inBucket().filter((name) => name.startsWith(moved))).toEqual([])
    const late = await dropping(await upload('post', 'late.png', await drawn(40, 20)))
    s3.now.trouble = {
      methods: ['DELETE'],
      meanwhile: () =>
        w.app.transaction((tx) =>
          tx.db.updateTable('files').set({ storage: 'disk' }).where('path', '=', late).execute(),
        ),
    }
    await removeDropped(w.app)
    expect(await rowOf(late)).toBeUndefined()
  })

  test('an upload on its way while another bucket is chosen is sent again, and doesn’t get lost', async () => {
    await move('disk')
    await turn({ place: 's3' })
    const [rows, objects] = [await count(), inBucket()]
    s3.now.trouble = { methods: ['PUT'], meanwhile: () => save({ s3_prefix: 'elsewhere/' }) }
    expect(await send(ann!, 'post', 'a.png', await drawn(40, 20))).toMatchObject({ code: 503 })
    expect(w.faults.splice(0).map(String)).toEqual([expect.stringContaining('error.s3.changed')])
    expect([await count(), inBucket()]).toEqual([rows, objects])
    await save()
    await move('s3')
  })

  test('move to the disk and back while people read, and nothing is lost', async () => {
    const address = await upload('post', 'moved.png', await drawn(1300, 650))
    const before = (await get(address)).rawPayload
    const everything = inBucket()
    expect(everything.length).toBeGreaterThan(5)
    s3.now.trouble = { late: 5 }
    for (const to of ['disk', 's3'] as const) {
      const moved = new AbortController()
      const reading = (async () => {
        let reads = 0
        while (!moved.signal.aborted) {
          for (const one of [address, `${address}?w=480`]) {
            const { statusCode, headers } = await get(one)
            expect([one, statusCode]).toEqual([one, 200])
            expect(headers['content-type']).toBe(one === address ? 'image/png' : 'image/webp')
          }
          reads++
        }
        return reads
      })()
      const task = await move(to).finally(() => moved.abort())
      expect(await reading).toBeGreaterThan(0)
      expect(task).toMatchObject({ status: 'done', error: '', result: { files: expect.any(Number), missing: 0 } })
      expect((await w.as(admin!).call(contract.uploadStorage)).used).toEqual([to])
      expect((await uploadStorage(w.app.db)).place).toBe(to)
      expect([onDisk().length > 0, inBucket().length > 0]).toEqual([to === 'disk', to === 's3'])
      expect((await get(address)).rawPayload.equals(before)).toBe(true)
    }
    // The one that was on the disk has joined the others.
    expect(inBucket()).toEqual(expect.arrayContaining(everything))
  })

  test('a large one moves in parts, as it would arrive', async () => {
    await turn({ place: 'disk' })
    const path = (await upload('post_attachment', 'large.txt', Buffer.from('x'))).slice('/uploads/'.length)
    const large = Buffer.alloc(17 * 2 ** 20, 'large')
    writeFileSync(join(w.folder, 'uploads', path), large)
    s3.now.asked.length = 0
    for (const to of ['s3', 'disk', 's3'] as const) {
      expect(await move(to)).toMatchObject({ status: 'done', result: { missing: 0 } })
      const there =
        to === 's3' ? s3.objects.get(`uploads/${path}`)!.bytes : readFileSync(join(w.folder, 'uploads', path))
      expect([to, there.equals(large)]).toEqual([to, true])
    }
    expect(s3.now.asked.filter((one) => one === `PUT uploads/${path}`)).toHaveLength(4)
    expect(readdirSync(join(w.folder, 'arriving'))).toEqual([])
    await dropping(`/uploads/${path}`)
    await removeDropped(w.app)
  })

  test('a copy that a stopped move has left behind goes with the next; what a job makes meanwhile goes along', async () => {
    const address = await upload('post', 'left.png', await drawn(1300, 650))
    const path = address.slice('/uploads/'.length)
    mkdirSync(join(w.folder, 'uploads/post'), { recursive: true })
    for (const name of [path, `${path}.480.webp`])
      writeFileSync(join(w.folder, 'uploads', name), s3.objects.get(`uploads/${name}`)!.bytes)
    expect(await move('s3')).toMatchObject({ status: 'done', result: { files: 0, missing: 0 } })
    expect(onDisk()).toEqual([])
    expect(inBucket()).toContain(path)
  })

  test('a move that the storage interrupts fails with its reason, and goes on from there', async () => {
    await move('disk')
    const all = onDisk().length
    s3.now.trouble = { status: 507, methods: ['PUT'] }
    await expect(w.as(admin!).call(contract.moveUploads, { body: { to: 's3' } })).rejects.toMatchObject({
      reason: 'error.s3.failed',
    })
    s3.now.trouble = {}
    await w.as(admin!).call(contract.moveUploads, { body: { to: 's3' } })
    s3.now.trouble = { status: 507, methods: ['PUT'] }
    await w.settle()
    const [failed] = await w.as(admin!).call(tasks, { query: { kind: 'move_uploads' } })
    expect(failed).toMatchObject({
      status: 'failed',
      error: translateReason('en_US', 'error.s3.failed', { status: '507' }),
    })
    expect(w.faults.splice(0)).toHaveLength(1)
    expect(onDisk()).toHaveLength(all)
    s3.now.trouble = {}
    expect(await move('s3')).toMatchObject({ status: 'done', result: { missing: 0 } })
    expect(onDisk()).toEqual([])
  })

  test('a move that breaks off at any of its requests loses nothing, and the next one finishes it', async () => {
    const contents = new Map<string, Buffer>()
    for (const { path } of await w.app.db.selectFrom('files').select('path').orderBy('id').execute()) {
      const { statusCode, rawPayload } = await get(`/uploads/${path}`, ann)
      if (statusCode === 200 && contents.size < 3) contents.set(`/uploads/${path}`, rawPayload)
    }
    expect(contents.size).toBe(3)
    const files = inBucket().length
    const doing = { state: undefined, save: async () => {}, progress: () => {}, signal: new AbortController().signal }
    for (const to of ['disk', 's3'] as const) {
      let stops = 0
      for (let isDone = false; !isDone; stops++) {
        s3.now.trouble = { status: 500, after: stops }
        isDone = await moveUploads(w.app, { to }, doing).then(
          () => true,
          (error: { reason?: string }) => (expect(error.reason).toBe('error.s3.failed'), false),
        )
        s3.now.trouble = {}
        for (const [address, bytes] of contents) {
          const { statusCode, rawPayload } = await get(address, ann)
          expect([to, stops, address, statusCode, rawPayload.equals(bytes)]).toEqual([to, stops, address, 200, true])
        }
      }
      // Each gets one request further than the one before; how much of that lasts is a matter of their order.
      expect((stops * (stops - 1)) / 2).toBeGreaterThanOrEqual(files)
      expect([onDisk().length, inBucket().length]).toEqual(to === 'disk' ? [files, 0] : [0, files])
    }
  })

  test('files that are moved while they are listed are all found', async () => {
    const doing = { state: undefined, save: async () => {}, progress: () => {}, signal: new AbortController().signal }
    const all = inBucket()
    for (const to of ['disk', 's3'] as const) {
      await turn({ place: 's3' })
      s3.now.trouble = { methods: ['GET'], meanwhile: () => moveUploads(w.app, { to }, doing) }
      expect([...(await listUploads(w.app)).keys()].sort()).toEqual(all)
    }
    expect(onDisk()).toEqual([])
  })

  test('who only asks what a file is like gets that from its name, and the file stays where it is', async () => {
    for (const place of ['s3', 'disk'] as const) {
      await turn({ place, s3_links: false })
      const bytes = await drawn(1300, 650)
      const address = await upload('post', 'asked.png', bytes)
      const [whole, smaller] = [await get(address, ann), await get(`${address}?w=640`, ann)]
      await turn({ place, s3_links: place === 's3' })
      s3.now.asked = []
      const about = (url: string, headers: Record<string, string> = {}) =>
        w.server.inject({ method: 'HEAD', url, headers, cookies: { askwell_session: ann!.token } })
      for (const [url, got, headers] of [
        [address, whole, {}],
        [`${address}?w=640`, smaller, {}],
        [address, whole, { range: 'bytes=2-5' }],
      ] as const) {
        const head = await about(url, headers)
        expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
        for (const name of ['content-length', 'content-type', 'accept-ranges', 'cache-control'])
          expect([url, name, head.headers[name]]).toEqual([url, name, got.headers[name]])
      }
      expect(s3.now.asked.filter((asked) => asked.startsWith('GET'))).toEqual([])
    }
    await turn({ place: 's3', s3_links: false })
  })

  test('a move keeps its turn, however long one file takes', async () => {
    const doing = { state: undefined, save: async () => {}, progress: () => {}, signal: new AbortController().signal }
    const until = async () =>
      ((await findSetting(w.app.db, 'uploads_moving')) as { until: number } | undefined)?.until ?? 0
    await moveUploads(w.app, { to: 's3' }, doing)
    await turn({ place: 's3' })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    s3.now.trouble = {
      methods: ['GET'],
      meanwhile: async () => {
        for (let minutes = 0; minutes < 20; minutes += 5) {
          w.clock.advance(5 * MINUTE)
          vi.advanceTimersByTime(5 * 60_000)
          await expect.poll(until).toBeGreaterThan(w.clock.now() + 9 * MINUTE)
        }
        await expect(moveUploads(w.app, { to: 's3' }, doing)).rejects.toMatchObject({ reason: 'error.task.running' })
      },
    }
    await moveUploads(w.app, { to: 'disk' }, doing).finally(() => vi.useRealTimers())
    expect(await until()).toBe(0)
    await moveUploads(w.app, { to: 's3' }, doing)
  })

  test('two moves in opposite directions don’t meet; links that were given work until they end', async () => {
    const doing = { state: undefined, save: async () => {}, progress: () => {} }
    const stop = new AbortController()
    const files = inBucket().length
    await turn({ s3_links: true })
    const moving = moveUploads(w.app, { to: 'disk' }, { ...doing, signal: stop.signal }).catch(
      (error: unknown) => error,
    )
    await expect.poll(() => count('disk'), { timeout: 15_000 }).toBe(await count())
    await expect(moveUploads(w.app, { to: 's3' }, { ...doing, signal: stop.signal })).rejects.toMatchObject({
      reason: 'error.task.running',
    })
    expect([onDisk().length, inBucket().length]).toEqual([files, files])
    stop.abort()
    await moving
    await turn({ s3_links: false })
    expect(await move('disk')).toMatchObject({ status: 'done' })
    expect([onDisk().length, inBucket().length]).toEqual([files, 0])
    await move('s3')
  })

  test('are in backups, exports and the archives of members; a restore brings them to the disk, and leaves the bucket alone', async () => {
    const address = await upload('post', 'saved.png', await drawn(1300, 650))
    const path = address.slice('/uploads/'.length)
    await showing(address)
    const { db, close } = connectToRead(w.url)
    const made = { config: w.app.config, version: '0.1.0', now: w.clock.now(), onProgress: () => {} }
    const [file, folder] = [join(w.folder, 'with-uploads.tar.gz'), join(w.folder, 'exported')]
    const [backup, exported] = [
      await writeBackup({ db, engine }, { ...made, file }),
      await writeExport(db, { ...made, folder, scope: 'public', format: 'all' }),
    ].values()
    await close()
    expect([backup!.uploads, exported!.uploads]).toEqual([inBucket().length, expect.any(Number)])
    expect(readFileSync(join(folder, 'uploads', path)).equals(s3.objects.get(`uploads/${path}`)!.bytes)).toBe(true)
    const [own, members] = [join(w.folder, 'own.tar.gz'), new Map<string, Buffer>()]
    await writeOwnArchive(w.app, ann!.id, own)
    for await (const { path, content } of readArchive(own)) members.set(path, await readAll(content))
    expect(members.get(`uploads/${path}`)?.equals(s3.objects.get(`uploads/${path}`)!.bytes)).toBe(true)

    // A restore from the page backs up first what is there, so it wants the storage.
    const name = newBackupName(w.folder, w.clock.now(), 'manual')
    mkdirSync(join(w.folder, 'backups'), { recursive: true })
    copyFileSync(file, backupFile(w.folder, name)!)
    expect((await w.as(admin!).call(backupContents, { query: { name } })).needs_s3).toBe(true)
    s3.now.trouble = { status: 500 }
    const site_name = (await w.as(admin!).call(generalSettings)).name
    await expect(w.as(admin!).call(restore, { body: { name, site_name, pass: PASSWORD } })).rejects.toMatchObject({
      reason: 'error.s3.failed',
    })
    s3.now.trouble = {}
    expect(existsSync(join(w.folder, 'restore-next.json'))).toBe(false)

    const fresh = await freshDatabase(engine)
    const database = connect(fresh.url)
    const manifest = await verifyBackup(file)
    const before = inBucket()
    await restoreBackup(database, { file, data: fresh.folder, manifest })
    const places = await database.read.selectFrom('files').select('storage').distinct().execute()
    expect([places, (await uploadStorage(database.read)).place]).toEqual([[{ storage: 'disk' }], 'disk'])
    expect(readFileSync(join(fresh.folder, 'uploads', path)).equals(s3.objects.get(`uploads/${path}`)!.bytes)).toBe(
      true,
    )
    const restored = { db: database.read, clock: w.clock, config: { ...w.app.config, data: fresh.folder } }
    expect((await findFaults(restored)).filter((fault) => !fault.startsWith('search.'))).toEqual([])
    expect(inBucket()).toEqual(before)
    await database.close()
    await fresh.remove()
  })

  test('are measured, cleared of orphans, and looked at by the doctor', async () => {
    const address = await upload('post', 'lost.png', await drawn(1300, 650))
    const path = address.slice('/uploads/'.length)
    expect(await findFaults(w.app)).toEqual([])
    const old = { bytes: Buffer.from('x'), at: new Date((w.clock.now() - 3 * DAY) * 1000), type: 'image/png' }
    s3.objects.set('uploads/post/stray.png', old)
    s3.objects.set('uploads/elsewhere/stray.png', old)
    expect(await findFaults(w.app)).toEqual([expect.stringContaining('post/stray.png')])
    const { bytes } = s3.objects.get(`uploads/${path}`)!
    s3.objects.set(`uploads/${path}`, { ...old, bytes: Buffer.from('not that') })
    expect(await findFaults(w.app)).toContainEqual(expect.stringMatching(`${path} is not in the S3 storage`))
    s3.objects.set(`uploads/${path}`, { ...old, bytes })
    s3.now.trouble = { status: 500 }
    expect(await findFaults(w.app)).toEqual([expect.stringMatching(/unexpected.*looked at/)])
    s3.now.trouble = {}

    await w.as(admin!).call(contract.measureStorage, { body: {} })
    await w.settle()
    const kind = async (name: contract.StorageKind) =>
      (await w.as(admin!).call(contract.storage)).kinds.find((one) => one.kind === name)!
    expect((await kind('pictures')).files).toBeGreaterThan(3)
    expect((await kind('orphans')).files).toBeGreaterThan(0)

    await w.as(admin!).call(contract.cleanStorage, { body: { kind: 'smaller' } })
    await w.settle()
    expect(inBucket().filter((name) => name.endsWith('.480.webp'))).toEqual([])
    await w.as(admin!).call(contract.makeSmallerPictures, { body: {} })
    await w.settle()
    expect(inBucket()).toContain(`${path}.480.webp`)

    await w.as(admin!).call(contract.cleanStorage, { body: { kind: 'orphans' } })
    await w.settle()
    expect(inBucket()).not.toContain('post/stray.png')
    expect([...s3.objects.keys()]).toContain('uploads/elsewhere/stray.png')

    w.clock.advance(ORPHAN_HOURS * HOUR + 7 * HOUR)
    await w.settle()
    expect((await get(address)).statusCode).toBe(404)
    expect(inBucket()).toContain(path)
    w.clock.advance(DELETED_FILE_DAYS * DAY + 7 * HOUR)
    await w.settle()
    expect(inBucket().filter((name) => name.startsWith(path))).toEqual([])
  })
})
