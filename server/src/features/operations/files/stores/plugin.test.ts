import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeBackup, restoreBackup } from '@askwell/contract/backups.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { makeExport } from '@askwell/contract/exports.ts'
import { uploadFile } from '@askwell/contract/files.ts'
import { removePlugin, savePluginConfig } from '@askwell/contract/plugins.ts'
import { generalSettings, saveWriteSettings, writeSettings } from '@askwell/contract/site-settings.ts'
import * as contract from '@askwell/contract/storage.ts'
import { type TaskKind, tasks } from '@askwell/contract/tasks.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startFakeS3 } from '../../../../../test/fake-s3.ts'
import { keepsFiles, LEFT } from '../../../../../test/keeps-files.ts'
import { sendPackage, turnPlugin } from '../../../../../test/plugins.ts'
import { pluginArchive } from '../../../../../test/plugin-package.ts'
import { DAV_USER, webdav } from '../../../../../test/webdav-server.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { readAll, readArchive } from '../../../../lib/archive.ts'
import { findFaults } from '../../integrity/service.ts'
import { ON_DISK } from './of-site.ts'
import { storeOf } from './plugin.ts'

vi.setConfig({ testTimeout: 90_000 })

const KEYS = { s3_bucket: 'attic', s3_access_key: 'key', s3_secret_key: 'secret' }
const PASSWORD = 'admin-password'

describe.each(engines)('uploads that a plugin keeps (%s)', (engine) => {
  let w: World
  let dav: Awaited<ReturnType<typeof webdav>>
  let s3: Awaited<ReturnType<typeof startFakeS3>>
  let admin: TestUser
  let ann: TestUser
  beforeAll(async () => {
    dav = await webdav()
    s3 = await startFakeS3({ accessKey: 'key', bucket: 'attic' })
    w = await world(engine, { pages: true, config: { s3Private: true } })
    w.site.installed.supervision.pauseMs = 10
    ann = await w.given.member({ name: 'ann', rank: 100 })
    admin = await w.given.admin()
    const write = await w.as(admin).call(writeSettings)
    await w.as(admin).call(saveWriteSettings, {
      body: { ...write, authorized_attachment_extensions: ['txt'], max_attachment_size: 8 },
    })
    const config_fields = { address: dav.address, private_network: true, ...DAV_USER }
    await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'webdav', config_fields } })
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    await s3.close()
    dav.stop()
  })

  const turn = (plugin_slug_name: string, enabled: boolean) => turnPlugin(w, admin, plugin_slug_name, enabled)
  const save = (more: Partial<contract.UploadStorage>) =>
    w.as(admin).call(contract.saveUploadStorage, {
      body: { ...ON_DISK, ...KEYS, s3_endpoint: s3.endpoint, ...more, storage_pass: PASSWORD },
    })
  const choose = (store_plugin = 'webdav') => save({ place: 'plugin', store_plugin })
  const send = async (source: string, name: string, bytes: Buffer) => {
    const form = new FormData()
    form.set('source', source)
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    const packed = new Response(form)
    return w.server.inject({
      method: 'POST',
      url: pathOf(uploadFile),
      payload: Buffer.from(await packed.arrayBuffer()),
      headers: { 'content-type': packed.headers.get('content-type')!, authorization: ann.token },
    })
  }
  const upload = async (source: string, name: string, bytes: Buffer) => {
    const { data } = (await send(source, name, bytes)).json<{ data: string }>()
    await w.settle()
    return new URL(data).pathname
  }
  const get = (url: string, range?: string) => w.server.inject({ url, headers: { ...(range && { range }) } })
  const ended = async (kind: TaskKind) => {
    await w.settle()
    return (await w.as(admin).call(tasks, { query: { kind } }))[0]!
  }
  const move = async (to: contract.UploadStore) => {
    await w.as(admin).call(contract.moveUploads, { body: { to } })
    return ended('move_uploads')
  }
  const onDisk = () =>
    existsSync(join(w.folder, 'uploads'))
      ? readdirSync(join(w.folder, 'uploads'), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
      : []
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#0033ff' } })
      .png()
      .toBuffer()
  /** Longer than what goes to a plugin at once, and nowhere alike. */
  const long = Buffer.from(Array.from({ length: 150_000 }, (_, n) => String(n)).join('\n'))

  test('are there once an admin has chosen one that is on, and it has been tried', async () => {
    await expect(choose()).rejects.toMatchObject({ status: 400, reason: 'error.store.failed' })
    await turn('webdav', true)
    expect((await w.as(admin).call(contract.uploadStorage)).plugins).toEqual([{ slug_name: 'webdav', name: 'WebDAV' }])
    await expect(choose('')).rejects.toMatchObject({ fields: ['store_plugin'] })
    dav.now.status = 507
    await expect(choose()).rejects.toMatchObject({ reason: 'error.store.failed' })
    dav.now.status = 0
    await choose()
    await w.as(admin).call(contract.testUploadStorage, { body: {} })
    expect([dav.uploads(), dav.arriving()]).toEqual([[], []])
  })

  test('that hang while an admin tries them take nobody’s place', async () => {
    const thinking = Promise.withResolvers<void>()
    dav.now.until = thinking.promise
    const trying = w.as(admin).call(contract.testUploadStorage, { body: {} })
    await expect.poll(() => dav.now.waiting, { timeout: 10_000 }).toBe(1)
    expect(w.site.loadShedder.inWork).toBe(0)
    thinking.resolve()
    await trying
  })

  test('a WebDAV server keeps files as every place does', async () => {
    expect((await keepsFiles(storeOf(w.app.plugins, 'webdav'))).sort()).toEqual(LEFT)
    await storeOf(w.app.plugins, 'webdav').remove(LEFT)
  })

  test('go there in pieces, and come back whole and in parts', async () => {
    const png = await drawn(1300, 650)
    const address = await upload('post', 'wide.png', png)
    const path = address.slice('/uploads/'.length)
    expect(dav.uploads()).toEqual([path, `${path}.480.webp`, `${path}.960.webp`])
    const whole = await get(address)
    expect([whole.statusCode, (await sharp(whole.rawPayload).metadata()).width]).toEqual([200, 1300])

    const text = await upload('post_attachment', 'long.txt', long)
    expect(dav.files.get([...dav.files.keys()].find((name) => name.endsWith('.txt'))!)!.bytes.equals(long)).toBe(true)
    expect((await get(text)).rawPayload.equals(long)).toBe(true)
    const part = await get(text, 'bytes=262140-262150')
    expect([part.statusCode, part.rawPayload]).toEqual([206, long.subarray(262140, 262151)])
    expect([onDisk(), dav.arriving()]).toEqual([[], []])
    expect(await findFaults(w.app)).toEqual([])
  })

  test('move between all places while they are read', async () => {
    const there = dav.uploads()
    expect(there).toHaveLength(4)
    expect(await move('disk')).toMatchObject({ status: 'done', result: { files: 2, missing: 0 } })
    expect([onDisk().length, dav.uploads()]).toEqual([4, []])
    expect(await move('plugin')).toMatchObject({ status: 'done', result: { files: 2, missing: 0 } })
    expect([onDisk(), dav.uploads()]).toEqual([[], there])
    expect(await move('s3')).toMatchObject({ status: 'done', result: { files: 2, missing: 0 } })
    expect([dav.uploads(), s3.objects.size]).toEqual([[], 4])
    expect(await move('plugin')).toMatchObject({ status: 'done', result: { files: 2, missing: 0 } })
    expect([dav.uploads(), s3.objects.size]).toEqual([there, 0])
    expect((await w.as(admin).call(contract.uploadStorage)).used).toEqual(['plugin'])
  })

  test('one that fails says so to admins; members read that files can’t be had just now, and nothing half stays', async () => {
    const before = dav.uploads()
    const [path] = before
    dav.now.status = 500
    await expect(w.as(admin).call(contract.testUploadStorage, { body: {} })).rejects.toMatchObject({
      reason: 'error.store.failed',
    })
    expect((await send('post', 'new.png', await drawn(10, 10))).statusCode).toBe(503)
    expect((await get(`/uploads/${path!}`)).statusCode).toBe(503)
    dav.now.status = 0
    await turn('webdav', false)
    expect((await get(`/uploads/${path!}`)).statusCode).toBe(503)
    expect(await findFaults(w.app)).toEqual([expect.stringMatching(/webdav.*looked at/)])
    await turn('webdav', true)
    expect((await get(`/uploads/${path!}`)).statusCode).toBe(200)
    expect([dav.uploads(), dav.arriving()]).toEqual([before, []])
    w.faults.length = 0
  })

  test('another plugin can’t be chosen while some lie with this one', async () => {
    await expect(save({ store_plugin: 'other' })).rejects.toMatchObject({ reason: 'error.store.in_use' })
    await save({ place: 'disk', store_plugin: undefined })
    expect((await w.as(admin).call(contract.uploadStorage)).storage.store_plugin).toBe('webdav')
    await choose()
  })

  test('are in backups and exports, which are made in threads', async () => {
    const there = dav.uploads()
    await w.as(admin).call(makeBackup, { body: { place: 'folder' } })
    expect(await ended('backup')).toMatchObject({ status: 'done' })
    const backups = join(w.folder, 'backups')
    const file = readdirSync(backups).find((name) => name.endsWith('.tar.gz'))!
    const members = new Map<string, Buffer>()
    for await (const { path, content } of readArchive(join(backups, file))) members.set(path, await readAll(content))
    for (const path of there) expect([...members.keys()]).toContain(`uploads/${path}`)
    expect([...members].find(([name]) => name.endsWith('.txt'))![1].equals(long)).toBe(true)
    await w.as(admin).call(makeExport, { body: { scope: 'private' } })
    expect(await ended('export')).toMatchObject({ status: 'done', result: { uploads: there.length } })
    const body = { name: file, site_name: (await w.as(admin).call(generalSettings)).name, pass: PASSWORD }
    await expect(w.as(admin).call(restoreBackup, { body })).rejects.toMatchObject({ reason: 'error.store.restore' })
  })

  describe('in a package of others', () => {
    const install = async (parts: string) => {
      const code = `const kept = new Map(), coming = new Map()
export default { upload_store: {
  begin: ({ id, path }) => void coming.set(id, { path, pieces: [] }),
  piece: ({ id, base64 }) => void coming.get(id).pieces.push(Buffer.from(base64, 'base64')),
  end({ id, complete }) {
    const { path, pieces } = coming.get(id)
    coming.delete(id)
    if (complete) kept.set(path, Buffer.concat(pieces))
  },
  find: ({ path }) => kept.has(path) ? { bytes: kept.get(path).length } : null,
  read: ({ path, start, end }) => ({ base64: kept.get(path).subarray(start, end + 1).toString('base64') }),
  remove: ({ paths }) => void paths.forEach((path) => kept.delete(path)),
  list: () => ({ files: [...kept].map(([path, { length }]) => ({ path, bytes: length, modified_at: Math.floor(Date.now() / 1000) })) }),
  ${parts}
} }`
      const askwell = { kinds: ['upload_store'], languages: undefined }
      const bytes = await pluginArchive({ slug_name: 'toy', code, askwell })
      await sendPackage(w, admin, bytes)
      await turn('toy', true)
    }
    const store = () => storeOf(w.app.plugins, 'toy')
    const put = (path = 'post/a.txt') => store().put(path, { bytes: Buffer.from('0123456789') }, 'text/plain')
    const read = async () => {
      const opened = await store().open('post/a.txt')
      return Buffer.concat(await Array.fromAsync(opened!.content as AsyncIterable<Buffer>))
    }
    afterEach(async () => {
      await w.as(admin).call(removePlugin, { body: { plugin_slug_name: 'toy' } })
    })

    test('one that keeps what it is given keeps files as every place does', async () => {
      await install('')
      expect((await keepsFiles(store())).sort()).toEqual(LEFT)
    })

    test.each([
      ['more bytes than were asked for', 'read: () => ({ base64: Buffer.alloc(11).toString("base64") })'],
      ['fewer', 'read: () => ({ base64: "" })'],
      ['no bytes', 'read: () => "0123456789"'],
      ['a length that is none', 'find: () => ({ bytes: -1 })'],
      ['an error', 'read: () => { throw new Error("lost") }'],
    ])('one that gives back %s gives nothing back', async (_, parts) => {
      await install(parts)
      await put()
      await expect(read()).rejects.toMatchObject({ reason: 'error.store.failed' })
    })

    test('names that lead elsewhere are none of the uploads, and a list without end ends', async () => {
      await install(
        'list: ({ from }) => ({ files: ["post/a.txt", "../a", "post/../../etc/passwd", "/etc/passwd"].map((path) => ({ path, bytes: 1, modified_at: 1 })), next: from ?? "x" })',
      )
      const found: string[] = []
      const listing = async () => {
        for await (const files of store().list()) found.push(...files.map(({ path }) => path))
      }
      await expect(listing()).rejects.toMatchObject({ reason: 'error.store.failed' })
      expect(new Set(found)).toEqual(new Set(['post/a.txt']))
    })
  })
})
