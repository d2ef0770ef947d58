import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deleteAnswer, editAnswer } from '@askwell/contract/answers.ts'
import { deleteComment } from '@askwell/contract/comments.ts'
import { uploadFile } from '@askwell/contract/files.ts'
import { UNUSED_UPLOAD_BYTES } from '@askwell/contract/limits.ts'
import { deletePermanently } from '@askwell/contract/content-administration.ts'
import { deleteQuestion, editQuestion } from '@askwell/contract/questions.ts'
import { auditRevision, suggestions } from '@askwell/contract/revisions.ts'
import { editTag, tag as tagCall } from '@askwell/contract/tags.ts'
import { plugins, removePlugin, setPluginStatus, uploadPlugin } from '@askwell/contract/plugins.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { saveLoginSettings, saveWriteSettings } from '@askwell/contract/site-settings.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../../../../test/matrix/cast.ts'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { type ArrivedFile, createScanners, type FileScanner } from '../../../lib/file-scanners.ts'
import { translateReason } from '../../../lib/messages.ts'
import { findUser } from '../../users/users/queries.ts'
import { ON_DISK, saveUploadStorage } from './stores/of-site.ts'
import { openFile, type Wanted } from './views.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

const PATIENT = { timeout: 40_000, interval: 50 }

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0033ff' } })

describe.each(engines)('uploading (%s)', (engine) => {
  let w: World
  let [ann, admin]: TestUser[] = []
  let png: Buffer
  beforeAll(async () => {
    w = await world(engine)
    ;[ann, admin] = [await w.given.member(), await w.given.admin()]
    png = await drawn(60, 30).png().toBuffer()
  })
  afterAll(() => w.close())

  const upload = async (person: TestUser | undefined, source: string, file?: { name: string; bytes: Uint8Array }) => {
    const form = new FormData()
    form.set('source', source)
    if (file) form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name)
    const packed = new Response(form)
    const response = await w.server.inject({
      method: 'POST',
      url: pathOf(uploadFile),
      payload: Buffer.from(await packed.arrayBuffer()),
      headers: { 'content-type': packed.headers.get('content-type')!, ...(person && { authorization: person.token }) },
    })
    return response.json() as { code: number; reason: string; data: unknown }
  }
  const stored = async (person: TestUser, source: string, file: { name: string; bytes: Uint8Array }) => {
    const { code, data } = await upload(person, source, file)
    expect([code, data]).toEqual([
      200,
      expect.stringMatching(new RegExp(`^http://world\\.example/uploads/${source}/[\\w-]{20,}\\.\\w+$`)),
    ])
    return new URL(data as string).pathname
  }
  const viewer = async (person: TestUser | undefined): Promise<Viewer> =>
    person ? ((await findUser(w.app.db, person.id)) ?? null) : null
  const opened = async (address: string, person?: TestUser, wanted?: Wanted) => {
    const { content, ...about } = await openFile(w.app, await viewer(person), address, wanted)
    const bytes = content ? await buffer(content) : Buffer.alloc(0)
    if (content) expect(about.headers['content-length']).toBe(String(bytes.length))
    return { ...about, bytes }
  }
  const faults = ({ data }: { data: unknown }) =>
    (data as { error_field: string }[]).map(({ error_field }) => error_field)

  test('a picture of a text says its size in its name, and is there for small screens soon', async () => {
    const address = await stored(ann!, 'post', { name: 'wide.png', bytes: await drawn(1300, 650).png().toBuffer() })
    expect(address).toMatch(/-1300x650\.png$/)
    expect((await opened(address, ann, { width: 480 })).headers['content-type']).toBe('image/png') // not made yet
    await w.settle()
    for (const width of [480, 960]) {
      const { bytes, headers } = await opened(address, ann, { width })
      const { format, width: made, height } = await sharp(bytes).metadata()
      expect([format, made, height]).toEqual(['webp', width, width / 2])
      expect(headers['content-type']).toBe('image/webp')
    }
    expect((await opened(address, ann, { width: 961 })).headers['content-type']).toBe('image/png')
  })

  test.each(['gif', 'webp'] as const)('a moving picture stays whole: %s', async (kind) => {
    const frames = sharp([await drawn(800, 400).png().toBuffer(), await drawn(800, 400).negate().png().toBuffer()], {
      join: { animated: true },
    })
    const moving = await frames[kind]({ delay: [100, 100] }).toBuffer()
    const address = await stored(ann!, 'post', { name: `moving.${kind}`, bytes: moving })
    await w.settle()
    const { bytes } = await opened(address, ann, { width: 480 })
    expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({ format: kind, pages: 2 })
  })

  test('a picture for a post gets an address, and is served from there for good', async () => {
    const address = await stored(ann!, 'post', { name: 'zephyr.png', bytes: png })
    const { bytes, headers } = await opened(address)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(headers).not.toHaveProperty('content-disposition')
    const row = await w.app.db
      .selectFrom('files')
      .selectAll()
      .where('path', '=', address.slice('/uploads/'.length))
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      user_id: ann!.id,
      source: 'post',
      mime: 'image/png',
      width: 60,
      height: 30,
      bytes: bytes.length,
      created_at: w.clock.now(),
      deleted_at: 0,
    })
  })

  test('what the camera noted stays behind, and the kind is that of the bytes, not of the name', async () => {
    const taken = await drawn(40, 20)
      .withExif({ IFD0: { Copyright: 'Secret Zephyr' } })
      .jpeg()
      .toBuffer()
    const address = await stored(ann!, 'post', { name: 'holiday.png', bytes: taken })
    expect(address).toMatch(/\.jpg$/)
    expect((await opened(address)).bytes.includes('Secret Zephyr')).toBe(false)
  })

  test('a picture taken with the camera on its side stands upright', async () => {
    const lying = await drawn(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { bytes } = await opened(await stored(ann!, 'post', { name: 'portrait.jpg', bytes: lying }))
    const { width, height, orientation, exif } = await sharp(bytes).metadata()
    expect([width, height, orientation ?? 1, exif]).toEqual([20, 40, 1, undefined])
  })

  test('an avatar becomes a square of at most 1024 pixels', async () => {
    const { bytes, headers } = await opened(
      await stored(ann!, 'avatar', { name: 'me.jpg', bytes: await drawn(3000, 1500).jpeg().toBuffer() }),
    )
    expect(headers['content-type']).toBe('image/webp')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1024, height: 1024 })
  })

  test('branding is for admins', async () => {
    expect(await upload(ann, 'branding', { name: 'logo.png', bytes: png })).toMatchObject({
      code: 403,
      reason: 'base.forbidden_error',
      data: null,
    })
    await stored(admin!, 'branding', { name: 'logo.png', bytes: png })
  })

  test('attachments are refused while the site takes none, and are handed out only for saving', async () => {
    const pdf = { name: 'zephyr.PDF', bytes: Buffer.from('%PDF-1.7\nzephyr') }
    expect(await upload(ann, 'post_attachment', pdf)).toMatchObject({
      code: 400,
      reason: 'base.request_format_error',
      data: [{ error_field: 'file' }],
    })
    await w.as(admin!).call(saveWriteSettings, { body: { authorized_attachment_extensions: ['pdf'] } })
    const { headers } = await opened(await stored(ann!, 'post_attachment', pdf))
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.pdf"$/)
    expect((await upload(ann, 'post_attachment', { name: 'zephyr.html', bytes: Buffer.from('<script>') })).code).toBe(
      400,
    )
  })

  test('what is no picture, too large, too many pixels or missing is refused, and nothing of it is kept', async () => {
    const before = readdirSync(join(w.folder, 'uploads/post'))
    await w.as(admin!).call(saveWriteSettings, { body: { max_image_size: 1, max_image_megapixel: 1 } })
    const wrong = [
      { name: 'zephyr.exe', bytes: Buffer.from('MZ zephyr') },
      { name: 'zephyr.svg', bytes: Buffer.from(SVG) },
      { name: 'drawn.png', bytes: Buffer.from(SVG) },
      { name: 'page.png', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') },
      { name: 'empty.png', bytes: Buffer.alloc(0) },
      { name: 'large.png', bytes: Buffer.concat([png, Buffer.alloc(1024 * 1024)]) },
      { name: 'wide.png', bytes: await drawn(2000, 1000).png().toBuffer() },
      undefined,
    ]
    for (const file of wrong) {
      const refused = await upload(ann, 'post', file)
      expect([refused.code, refused.reason, faults(refused)]).toEqual([400, 'base.request_format_error', ['file']])
    }
    expect(await upload(ann, 'sideways', { name: 'zephyr.png', bytes: png })).toMatchObject({
      code: 400,
      reason: 'base.request_format_error',
    })
    expect((await upload(undefined, 'post', { name: 'zephyr.png', bytes: png })).code).toBe(401)
    expect(
      (await upload(await w.given.member({ active: false }), 'post', { name: 'zephyr.png', bytes: png })).code,
    ).toBe(403)
    expect(readdirSync(join(w.folder, 'uploads/post'))).toEqual(before)
  })

  test('an animation of too many frames is refused for what it is', async () => {
    const raw = Buffer.alloc(4 * 4 * 3 * 1001)
    for (let n = 0; n < raw.length; n++) raw[n] = (Math.floor(n / 48) % 2) * 255
    const bytes = await sharp(raw, { raw: { width: 4, height: 4 * 1001, channels: 3, pageHeight: 4 } })
      .gif()
      .toBuffer()
    const { code, data } = await upload(ann, 'post', { name: 'moving.gif', bytes })
    expect([code, data]).toEqual([
      400,
      [{ error_field: 'file', error_msg: 'This picture moves in too many frames; 1,000 at most.' }],
    ])
  })

  test('a member may have so much that stands in no text, and more once it does', async () => {
    const [hoarder, moe] = [await w.given.member(), await w.given.moderator()]
    const unused = await stored(hoarder, 'post', { name: 'zephyr.png', bytes: png })
    await w.app.transaction(({ db }) =>
      db
        .updateTable('files')
        .set({ bytes: UNUSED_UPLOAD_BYTES })
        .where('path', '=', unused.slice('/uploads/'.length))
        .execute(),
    )
    const kept = () => w.app.db.selectFrom('files').select('id').where('user_id', '=', hoarder.id).execute()
    const refused = await upload(hoarder, 'post', { name: 'zephyr.png', bytes: png })
    expect([refused.code, faults(refused)]).toEqual([400, ['file']])
    expect(JSON.stringify(refused.data)).toContain('More than 100 MB')
    expect(await kept()).toHaveLength(1)
    await stored(moe, 'post', { name: 'zephyr.png', bytes: png })
    const t = threads(w)
    await t.answer(hoarder, await t.ask(hoarder), `It looks like ![this](http://world.example${unused}) to me.`)
    await stored(hoarder, 'post', { name: 'zephyr.png', bytes: png })
  })

  describe('with scanners', () => {
    const seen: ArrivedFile[] = []
    const faultsOf = () => w.faults.splice(0).map(String)
    const kept = async () => (await w.app.db.selectFrom('files').select('id').execute()).length
    const keepUnscanned = (keep_unscanned: boolean) =>
      w.app.transaction(({ db }) => saveUploadStorage(db, { ...ON_DISK, keep_unscanned }, 1))
    const scanner: FileScanner = async (file) => {
      seen.push(file)
      return readFileSync(file.path).includes('EICAR') ? { clean: false, found: 'Eicar-Test' } : { clean: true }
    }
    afterEach(() => {
      for (const name of ['first', 'second']) w.app.scanners.use(name, undefined)
    })

    test('an upload is judged before anything is made of it, and one that is infected is refused', async () => {
      w.app.scanners.use('first', scanner)
      w.app.scanners.use('second', async () => ({ clean: true }))
      await stored(ann!, 'post', { name: 'zephyr.png', bytes: png })
      expect(seen).toEqual([{ path: expect.stringContaining('arriving'), bytes: png.length, name: 'zephyr.png' }])
      const before = await kept()
      const infected = Buffer.concat([png, Buffer.from('EICAR')])
      for (const source of ['post', 'avatar'])
        expect(await upload(ann, source, { name: 'zephyr.png', bytes: infected })).toMatchObject({
          code: 400,
          data: [{ error_field: 'file', error_msg: translateReason('en_US', 'error.upload.infected') }],
        })
      expect(faultsOf()).toEqual(Array(2).fill('Error: refused as Eicar-Test'))
      expect(await kept()).toBe(before)
      await expect.poll(() => readdirSync(join(w.folder, 'arriving'))).toEqual([])
    })

    test.each<[string, FileScanner]>([
      ['fails', () => Promise.reject(new Error('no connection'))],
      ['never answers', () => new Promise(() => {})],
    ])('where one %s uploads are refused, or kept if the admin says so', async (_, broken) => {
      const scanners = w.app.scanners
      try {
        w.app.scanners = createScanners((error) => w.faults.push(error), 20)
        w.app.scanners.use('first', broken)
        const before = await kept()
        expect(await upload(ann, 'post', { name: 'zephyr.png', bytes: png })).toMatchObject({
          code: 503,
          reason: 'error.upload.not_scanned',
        })
        expect(await kept()).toBe(before)
        await keepUnscanned(true)
        await stored(ann!, 'post', { name: 'zephyr.png', bytes: png })
        // Another that finds something is believed all the same.
        w.app.scanners.use('second', scanner)
        const infected = Buffer.concat([png, Buffer.from('EICAR')])
        expect((await upload(ann, 'post', { name: 'zephyr.png', bytes: infected })).code).toBe(400)
        expect(faultsOf()).toHaveLength(4)
      } finally {
        w.app.scanners = scanners
        await keepUnscanned(false)
      }
    })
  })

  describe('with a plugin that scans', { timeout: 60_000 }, () => {
    const CODE = `import { createHash } from 'node:crypto'
const files = new Map()
export default { scan: {
  begin({ id, ...file }) { files.set(id, { ...file, pieces: [] }) },
  piece({ id, base64 }) { files.get(id).pieces.push(Buffer.from(base64, 'base64')) },
  end({ id }) {
    const { name, bytes, sha256, pieces } = files.get(id)
    const whole = Buffer.concat(pieces)
    if (name !== 'zephyr.png' || whole.length !== bytes || createHash('sha256').update(whole).digest('hex') !== sha256) throw new Error('not what was announced')
    if (whole.includes('ENDS-SCANNERS')) process.exit(1)
    return whole.includes('MARKED-AS-A-VIRUS') ? { clean: false, found: 'Marker in ' + pieces.length } : { clean: true }
  },
} }`
    const plugin = { plugin_slug_name: 'scanner' }
    const sendPng = (more = '') =>
      upload(ann, 'post', { name: 'zephyr.png', bytes: Buffer.concat([png, Buffer.from(more)]) })
    const listed = async () =>
      (await w.as(admin!).call(plugins)).find(({ slug_name }) => slug_name === plugin.plugin_slug_name)!

    test('what it finds is refused; one that a file ends lets nothing through, not even once the site has given it up', async () => {
      w.site.installed.supervision.pauseMs = 10
      const bytes = await pluginArchive({ slug_name: 'scanner', code: CODE, askwell: { kinds: ['scan'] } })
      const file = { name: 'a.tgz', bytes }
      await ask(w, uploadPlugin, { body: {}, file }, { token: admin!.token, ip: '198.51.100.7' })
      const { powers } = await listed()
      expect(powers).toMatchObject([{ power: 'scan', words: expect.stringMatching(/^Gets every file/) }])
      await w.as(admin!).call(setPluginStatus, { body: { ...plugin, enabled: true, agreed: ['scan'] } })

      expect((await sendPng()).code).toBe(200)
      const before = readdirSync(join(w.folder, 'uploads/post'))
      // Longer than a piece: across the end of one stands what is to be found.
      expect(await sendPng(`${'.'.repeat(2 ** 18 - png.length - 5)}MARKED-AS-A-VIRUS`)).toMatchObject({
        code: 400,
        data: [{ error_field: 'file', error_msg: translateReason('en_US', 'error.upload.infected') }],
      })
      expect(w.faults.splice(0).map(String)).toEqual(['Error: refused as Marker in 2'])

      await expect
        .poll(async () => {
          expect((await sendPng('ENDS-SCANNERS')).code).toBe(503)
          return (await listed()).enabled
        }, PATIENT)
        .toBe(false)
      expect(await sendPng()).toMatchObject({ code: 503, reason: 'error.upload.not_scanned' })
      expect(readdirSync(join(w.folder, 'uploads/post'))).toEqual(before)
      w.faults.length = 0
      await w.as(admin!).call(removePlugin, { body: plugin })
      expect((await sendPng()).code).toBe(200)
      expect(w.faults).toEqual([])
    })
  })

  test('nothing but what was uploaded can be had', async () => {
    const address = await stored(ann!, 'post', { name: 'zephyr.png', bytes: png })
    writeFileSync(join(w.folder, 'secret.txt'), 'zephyr')
    for (const other of [
      '/uploads/../secret.txt',
      '/uploads/post/../../secret.txt',
      '/uploads/post/',
      '/uploads/',
      '/uploads',
      '/elsewhere',
      `${address}.new`,
      '/uploads/post/zephyr.png',
      address.slice('/uploads'.length),
    ])
      await expect(opened(other)).rejects.toMatchObject({ kind: 'not-found' })
  })

  describe('what stands in posts', () => {
    const hidden = { kind: 'not-found' }
    const picture = () => stored(ann!, 'post', { name: 'zephyr.png', bytes: png })
    const showing = (address: string) => `Look: ![it](${address})`
    let t: ReturnType<typeof threads>
    let [bob, moe]: TestUser[] = []
    beforeAll(async () => {
      t = threads(w)
      ;[bob, moe] = [await w.given.member(), await w.given.moderator()]
    })

    test('opens as long as one of its posts can be seen, and then for their author and the staff', async () => {
      const address = await picture()
      const question = await t.ask(bob!)
      const [first, second] = [
        await t.answer(ann!, question, showing(address)),
        await t.comment(ann!, question, { original_text: `[it](http://world.example${address})` }),
      ]
      await w.as(moe!).call(deleteAnswer, { body: { id: first } })
      expect((await opened(address)).bytes.length).toBeGreaterThan(0)
      await w.as(ann!).call(deleteComment, { body: { comment_id: second } })
      await expect(opened(address)).rejects.toMatchObject(hidden)
      await expect(opened(address, bob)).rejects.toMatchObject(hidden)
      for (const person of [ann, moe]) expect((await opened(address, person)).bytes.length).toBeGreaterThan(0)
    })

    test('goes with the question above its post, also after an edit has taken it out', async () => {
      const address = await picture()
      const question = await t.ask(bob!)
      const answer = await t.answer(ann!, question, showing(address))
      await w.as(ann!).call(editAnswer, { body: { id: answer, content: 'Nothing to look at.' } })
      expect((await opened(address)).bytes.length).toBeGreaterThan(0)
      await w.as(moe!).call(deleteQuestion, { body: { id: question } })
      await expect(opened(address)).rejects.toMatchObject(hidden)
      await expect(opened(address, ann)).rejects.toMatchObject(hidden)
      expect((await opened(address, bob)).bytes.length).toBeGreaterThan(0)
    })

    describe('and in suggested edits', () => {
      let [suggester, editor]: TestUser[] = []
      beforeAll(async () => {
        ;[suggester, editor] = [await w.given.member({ rank: 100 }), await w.given.member({ rank: 100 })]
      })
      const suggestWith = async (question: string) => {
        const address = await stored(suggester!, 'post', { name: 'zephyr.png', bytes: png })
        await w.as(suggester!).call(editQuestion, {
          body: {
            id: question,
            title: 'How does a drawn zephyr begin?',
            content: showing(address),
            tags: [{ slug_name: 'support' }],
          },
        })
        return {
          address,
          id: (await w.as(moe!).call(suggestions, { query: { object_id: question } })).waiting!.unreviewed_info.id,
        }
      }
      const opensFor = async (address: string, people: Record<string, TestUser | undefined>) => {
        const open: string[] = []
        for (const [name, person] of Object.entries(people))
          if (
            await opened(address, person).then(
              () => true,
              () => false,
            )
          )
            open.push(name)
        return open
      }
      const people = () => ({ anyone: undefined, bob, author: ann, suggester, editor, moe })

      test('while one waits its pictures are for those who are shown it; rejected, for its author and staff', async () => {
        const { address, id } = await suggestWith(await t.ask(ann!))
        expect(await opensFor(address, people())).toEqual(['author', 'suggester', 'editor', 'moe'])
        await w.as(moe!).call(auditRevision, { body: { id, operation: 'reject' } })
        expect(await opensFor(address, people())).toEqual(['suggester', 'moe'])
      })

      test('approved, they are everybody’s', async () => {
        const { address, id } = await suggestWith(await t.ask(ann!))
        await w.as(moe!).call(auditRevision, { body: { id, operation: 'approve' } })
        expect(await opensFor(address, people())).toEqual(Object.keys(people()))
      })

      test('they are hidden with the question, and go with it for good', async () => {
        const question = await t.ask(ann!)
        const { address } = await suggestWith(question)
        await w.as(moe!).call(deleteQuestion, { body: { id: question } })
        expect(await opensFor(address, people())).toEqual(['author', 'suggester', 'moe'])
        await w.as(admin!).call(deletePermanently, { body: { type: 'questions', object_id: question } })
        expect(await opensFor(address, people())).toEqual([])
      })

      test('of a tag they are everybody’s once its text is', async () => {
        const { tag_id } = await w.nobody.call(tagCall, { query: { name: 'support' } })
        const address = await stored(suggester!, 'post', { name: 'zephyr.png', bytes: png })
        await w.as(suggester!).call(editTag, { body: { tag_id, original_text: showing(address) } })
        expect(await opensFor(address, people())).toEqual(['suggester', 'editor', 'moe'])
        const { waiting } = await w.as(moe!).call(suggestions, { query: { object_id: tag_id } })
        await w.as(moe!).call(auditRevision, { body: { id: waiting!.unreviewed_info.id, operation: 'approve' } })
        expect(await opensFor(address, people())).toEqual(Object.keys(people()))
      })
    })

    test('that is hidden stays so, whoever else names its address; its uploader and staff may show it again', async () => {
      const address = await picture()
      const question = await t.ask(bob!)
      const answer = await t.answer(ann!, question, showing(address))
      await w.as(moe!).call(deleteAnswer, { body: { id: answer } })
      await t.answer(bob!, await t.ask(bob!), showing(address))
      await t.comment(bob!, question, { original_text: `[it](http://world.example${address})` })
      for (const person of [undefined, bob]) await expect(opened(address, person)).rejects.toMatchObject(hidden)
      await t.comment(moe!, question, { original_text: `[it](http://world.example${address})` })
      expect((await opened(address)).bytes.length).toBeGreaterThan(0)
    })

    test('can’t be taken away by somebody else, who puts it into a post and deletes that', async () => {
      const address = await picture()
      const answer = await t.answer(bob!, await t.ask(ann!), showing(address))
      await w.as(moe!).call(deleteAnswer, { body: { id: answer } })
      expect((await opened(address)).bytes.length).toBeGreaterThan(0)
    })
  })

  test('a private site shows its files to members only, but its logo to all', async () => {
    const [address, logo] = [
      await stored(ann!, 'post', { name: 'a.png', bytes: png }),
      await stored(admin!, 'branding', { name: 'b.png', bytes: png }),
    ]
    await w.as(admin!).call(saveLoginSettings, { body: { login_required: true } })
    await expect(opened(address)).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(opened('/uploads/post/nothing.png')).rejects.toMatchObject({ kind: 'unauthorized' })
    expect((await opened(address, ann)).headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect((await opened(logo)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })
})
