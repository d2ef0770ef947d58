import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { currentUser } from '@askwell/contract/accounts.ts'
import { saveWriteSettings } from '@askwell/contract/site-settings.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'
import { createServer } from '../server.ts'

const MEGABYTE = 1024 * 1024
const PAIRS = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/form-data; boundary=x'
const UPLOAD = '/answer/api/v1/file'
const PROFILE = '/users/settings/profile'

const part = (name: string, value: string | Buffer, filename?: string) =>
  Buffer.concat([
    Buffer.from(
      `--x\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n`,
    ),
    Buffer.from(value as string),
    Buffer.from('\r\n'),
  ])
const parts = (...all: Buffer[]) => Buffer.concat([...all, Buffer.from('--x--\r\n')])

describe.each(engines)('what is sent (%s)', (engine) => {
  let w: World
  let ann: TestUser
  let port: number
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    ann = await w.given.member()
    await w.server.listen({ host: '127.0.0.1', port: 0 })
    port = (w.server.server.address() as AddressInfo).port
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const arriving = () => (existsSync(join(w.folder, 'arriving')) ? readdirSync(join(w.folder, 'arriving')) : [])

  const head = (path: string, headers: Record<string, string | number>) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\naccept-language: en_US\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`
  /** Sends the beginning of a request, and hears what is said to that. */
  const begin = async (text: Buffer | string, at = port) => {
    const socket = connect(at, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(text)
    const [said] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return said.toString()
  }

  const tokenIn = (body: string) => /name="form_token" value="([^"]+)"/.exec(body)?.[1] ?? ''
  const visit = async (person?: TestUser, path = person ? PROFILE : '/users/login') => {
    const session = person && `askwell_session=${person.token}`
    const { body, cookies } = await w.server.inject({
      url: path,
      headers: { host: 'localhost', ...(session && { cookie: session }) },
    })
    return {
      form_token: tokenIn(body),
      cookie: session ?? cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    }
  }
  const post = (url: string, cookie: string, type: string, payload: Buffer | string) =>
    w.server.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': type,
        cookie,
        host: 'localhost',
        origin: 'http://localhost',
        'accept-language': 'en_US',
      },
      payload,
    })

  describe('a page’s form', () => {
    test.each([
      ['pairs', PAIRS],
      ['parts', PARTS],
    ])('of more than half a megabyte of %s is refused before it has come', async (_, type) => {
      for (const path of ['/users/login', '/install', '/nowhere'])
        expect(await begin(head(path, { 'content-type': type, 'content-length': 513 * 1024 }))).toMatch(
          /^HTTP\/1\.1 413 [^]*\r\n\r\nThat is more than can be sent at once\./,
        )
    })

    test('that doesn’t say how large it is, is refused when it is', async () => {
      const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MEGABYTE, 'a'), Buffer.from('\r\n')])
      const began = Buffer.from(head('/users/login', { 'content-type': PAIRS, 'transfer-encoding': 'chunked' }))
      expect(await begin(Buffer.concat([began, chunk]))).toMatch(/^HTTP\/1\.1 413 /)
    })

    test('has at most a thousand fields', async () => {
      const { cookie, form_token } = await visit()
      const fields = (count: number): [string, string][] => [
        ['form_token', form_token],
        ['e_mail', 'admin@example.com'],
        ['pass', 'not-this-one'],
        ...Array.from({ length: count - 3 }, (_, n): [string, string] => [`f${n}`, '']),
      ]
      const sent = async (count: number) => [
        (await post('/users/login', cookie, PAIRS, new URLSearchParams(fields(count)).toString())).statusCode,
        (await post('/users/login', cookie, PARTS, parts(...fields(count).map(([name, value]) => part(name, value)))))
          .statusCode,
      ]
      expect(await sent(1000)).toEqual([200, 200])
      expect(await sent(1001)).toEqual([413, 413])
    })

    test('is read as browsers write it', async () => {
      const { cookie, form_token } = await visit()
      const typed = 'a + b & c = d, ä and 100 %'
      for (const text of [new URLSearchParams({ e_mail: typed }).toString(), `e_mail=${encodeURIComponent(typed)}`]) {
        const { body } = await post('/users/login', cookie, PAIRS, `form_token=${form_token}&pass=+&${text}`)
        expect(body).toContain('value="a + b &amp; c = d, ä and 100 %"')
      }
    })

    test('logs in as parts as it does as pairs', async () => {
      const { cookie, form_token } = await visit()
      const fields = { form_token, e_mail: 'admin@example.com', pass: 'admin-password' }
      for (const [type, payload] of [
        [PAIRS, new URLSearchParams(fields).toString()],
        [PARTS, parts(...Object.entries(fields).map(([name, value]) => part(name, value)))],
      ] as const)
        expect((await post('/users/login', cookie, type, payload)).statusCode).toBe(302)
    })

    test('with a file is only for those who may keep some here', async () => {
      const newcomer = await w.given.member({ active: false })
      for (const person of [undefined, newcomer]) {
        const { cookie, form_token } = await visit(person, person ? '/users/logout' : undefined)
        const form = parts(part('form_token', form_token), part('picture', Buffer.alloc(MEGABYTE), 'a.png'))
        expect((await post(PROFILE, cookie, PARTS, form)).statusCode).toBe(413)
      }
      await expect.poll(arriving, { timeout: 30_000 }).toEqual([])
    })

    const profile = (form_token: string, picture: Buffer) =>
      parts(
        part('form_token', form_token),
        part('display_name', 'Ann with a picture'),
        part('username', ann.username),
        part('avatar_type', 'custom'),
        part('picture', picture, 'me.png'),
        part('bio', 'Typed with care, and after the picture.'),
      )

    test('brings a picture along', async () => {
      const { cookie, form_token } = await visit(ann)
      const png = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#0033ff' } })
        .png()
        .toBuffer()
      expect((await post(PROFILE, cookie, PARTS, profile(form_token, png))).statusCode).toBe(200)
      const saved = await w.as(ann).call(currentUser)
      expect(saved).toMatchObject({
        bio: 'Typed with care, and after the picture.',
        avatar: { type: 'custom', custom: expect.stringMatching(/\/uploads\/avatar\/[\w-]+\.webp$/) },
      })
      await expect.poll(arriving, { timeout: 30_000 }).toEqual([])
    })

    test('with too large a picture comes back with what was typed, and says how large it may be', async () => {
      const { cookie, form_token } = await visit(ann)
      const { body, statusCode } = await post(
        PROFILE,
        cookie,
        PARTS,
        profile(form_token, Buffer.alloc(12 * MEGABYTE, 7)),
      )
      expect(statusCode).toBe(200)
      expect(body).toContain('This file is too large; 4 MB at most.')
      expect(body).toContain('value="Ann with a picture"')
      expect(body).toContain('Typed with care, and after the picture.</textarea>')
      await expect.poll(arriving, { timeout: 30_000 }).toEqual([])
    })

    test('of another site brings none: its token is looked at before the file', async () => {
      const { cookie } = await visit(ann)
      const began = Buffer.concat([
        Buffer.from(head(PROFILE, { cookie, 'content-type': PARTS, 'content-length': 60 * MEGABYTE })),
        part('form_token', 'bm9ib2R5.x'),
        part('picture', 'the beginning of it', 'a.png').subarray(0, -2),
      ])
      expect(await begin(began)).toMatch(/^HTTP\/1\.1 403 /)
      const foreign = head(PROFILE, {
        cookie,
        'content-type': PAIRS,
        'content-length': 9,
        origin: 'https://evil.example',
      })
      expect(await begin(foreign)).toMatch(/^HTTP\/1\.1 403 /)
      expect(arriving()).toEqual([])
    })

    test('with far too large a picture is refused before it has come', async () => {
      const { cookie } = await visit(ann)
      expect(await begin(head(PROFILE, { cookie, 'content-type': PARTS, 'content-length': 65 * MEGABYTE }))).toMatch(
        /^HTTP\/1\.1 413 /,
      )
    })
  })

  describe('an upload', () => {
    const began = (source: string, headers: Record<string, string | number>) =>
      Buffer.concat([
        Buffer.from(head(UPLOAD, { authorization: ann.token, 'content-type': PARTS, ...headers })),
        part('source', source),
        part('file', 'the beginning of it', 'a.png').subarray(0, -2),
      ])
    const refused = (said: string) => {
      const [status, body] = [said.slice(9, 12), said.split('\r\n\r\n', 2)[1]!]
      return [status, (JSON.parse(body) as { data: unknown }).data]
    }
    const TOO_LARGE = (max: number) => [
      '400',
      [{ error_field: 'file', error_msg: `This file is too large; ${max} MB at most.` }],
    ]

    test.each([
      ['post', TOO_LARGE(4)],
      ['avatar', TOO_LARGE(4)],
      [
        'post_attachment',
        ['400', [{ error_field: 'file', error_msg: 'Files of this type can’t be uploaded on this site.' }]],
      ],
      ['nothing there is', TOO_LARGE(4)],
    ])('as %s that says it is too large is refused as it begins', async (source, answer) => {
      expect(refused(await begin(began(source, { 'content-length': 60 * MEGABYTE })))).toEqual(answer)
    })

    test('is as large as the settings allow', async () => {
      const admin = await w.given.admin()
      const settings = { authorized_attachment_extensions: ['bin'], max_attachment_size: 9 }
      await w.as(admin).call(saveWriteSettings, { body: settings })
      const send = (bytes: number) =>
        w.server.inject({
          method: 'POST',
          url: UPLOAD,
          headers: { authorization: ann.token, 'content-type': PARTS },
          payload: parts(part('source', 'post_attachment'), part('file', Buffer.alloc(bytes, 7), 'a.bin')),
        })
      expect((await send(9 * MEGABYTE)).statusCode).toBe(200)
      expect((await send(9 * MEGABYTE + 1)).json()).toMatchObject({
        code: 400,
        data: [{ error_field: 'file', error_msg: 'This file is too large; 9 MB at most.' }],
      })
      expect(refused(await begin(began('post_attachment', { 'content-length': 60 * MEGABYTE })))).toEqual(TOO_LARGE(9))
      await w.as(admin).call(saveWriteSettings, { body: { authorized_attachment_extensions: [] } })
      await expect.poll(arriving, { timeout: 30_000 }).toEqual([])
    })

    test('that doesn’t say how large it is, is refused when it is', async () => {
      const chunk = (bytes: Buffer) =>
        Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
      const headers = head(UPLOAD, { authorization: ann.token, 'content-type': PARTS, 'transfer-encoding': 'chunked' })
      const body = Buffer.concat([part('source', 'post'), part('file', Buffer.alloc(5 * MEGABYTE, 7), 'a.png')])
      expect(refused(await begin(Buffer.concat([Buffer.from(headers), chunk(body)])))).toEqual(TOO_LARGE(4))
      await expect.poll(arriving, { timeout: 30_000 }).toEqual([])
    })

    test('is asked for by nobody who may not: they are told before they send it', async () => {
      const headers = { 'content-type': PARTS, 'content-length': 60 * MEGABYTE }
      expect(await begin(head(UPLOAD, headers))).toMatch(/^HTTP\/1\.1 401 /)
      const newcomer = await w.given.member({ active: false })
      expect(await begin(head(UPLOAD, { ...headers, authorization: newcomer.token }))).toMatch(/^HTTP\/1\.1 403 /)
    })

    test('that a process left behind when it died goes at the next start', async () => {
      const folder = join(w.folder, 'arriving')
      mkdirSync(folder, { recursive: true })
      for (const name of ['old', 'new']) writeFileSync(join(folder, name), 'half a picture')
      utimesSync(join(folder, 'old'), 1_000_000_000, 1_000_000_000)
      await (await createServer(w.site)).close()
      expect(arriving()).toEqual(['new'])
    })
  })

  test('many large bodies at once wait outside: beyond the budget they come again later', async () => {
    const server = await createServer(w.site, { bodyBytes: 1_700_000 })
    await server.listen({ host: '127.0.0.1', port: 0 })
    const at = (server.server.address() as AddressInfo).port
    const call = (length: number, network = 9) =>
      head('/answer/api/v1/user/login/email', {
        'content-type': 'application/json',
        'content-length': length,
        'x-forwarded-for': `10.0.${network}.1`,
      })
    const slow = [1, 2, 3, 4].map(() => connect(at, '127.0.0.1').on('error', () => {}))
    const hold = async (socket: Socket, network: number) => {
      socket.write(call(400_000, network))
      await once(server.server, 'request')
    }
    try {
      await hold(slow[0]!, 0)
      expect(await begin(call(400_000, 0), at)).toMatch(/^HTTP\/1\.1 503 /) // one network doesn't take the space of all others
      for (const network of [1, 2, 3]) await hold(slow[network]!, network)
      const said = await begin(call(400_000), at)
      expect(said).toMatch(/^HTTP\/1\.1 503 [^]*\r\nretry-after: 5\r\n/)
      expect(said).toContain('"reason":"base.overloaded"')
      expect(await begin(`${call(2)}{}`, at)).toMatch(/^HTTP\/1\.1 400 /) // small ones are no burden
      slow[0]!.destroy()
      await expect
        .poll(() => begin(`${call(400_000)}${'x'.repeat(400_000)}`, at).then((text) => text.slice(9, 12)))
        .toBe('400')
    } finally {
      for (const socket of slow) socket.destroy()
      await server.close()
    }
  })
})
