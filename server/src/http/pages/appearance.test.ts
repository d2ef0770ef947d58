import { createHash } from 'node:crypto'
import { CSS_CLASSES } from '@askwell/contract/css-classes.ts'
import { uploadFile } from '@askwell/contract/files.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import * as settings from '@askwell/contract/site-settings.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { threads } from '../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'
import { writeSection } from '../../features/operations/settings/save-section.ts'
import { packIco } from '../../lib/ico.ts'
import { replaceWorkers, TooMuchWork, workers } from '../../workers/pool.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'

const NONE = { custom_head: '', custom_css: '', custom_header: '', custom_footer: '', custom_sidebar: '' }

describe.each(engines)('how the site looks (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let ann: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    ;[admin, ann] = [await w.given.admin(), await w.given.member({ rank: 500 })]
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const customize = (body: Partial<settings.CustomCssHtml>) =>
    w
      .as(admin)
      .call(settings.saveCustomCssHtml, { body: { ...NONE, allow_scripts: false, allowed_hosts: [], ...body } })
  const get = (url: string, user?: TestUser, cookies: Record<string, string> = {}) =>
    w.server.inject({ url, cookies: { ...cookies, ...(user && { [SESSION_COOKIE]: user.token }) } })
  const policyOf = ({ headers }: Awaited<ReturnType<typeof get>>) =>
    Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
    ) as Record<string, string[]>

  describe('own HTML and CSS', () => {
    beforeEach(() => customize({}))

    describe('on the threads of the pool', () => {
      const read: unknown[] = []
      const ours = workers()
      const withPool = async (work: () => Promise<unknown>, answer?: () => Promise<never>) => {
        read.length = 0
        replaceWorkers({
          ...ours,
          run: (name, input, how) => {
            if (name !== 'customHtml') return ours.run(name, input, how)
            read.push(input)
            return answer ? answer() : ours.run(name, input, how)
          },
        })
        try {
          await work()
        } finally {
          replaceWorkers(ours)
        }
      }

      test('are read once for all pages, and not at all where there are none', async () => {
        await withPool(async () => {
          await get('/')
          expect(read).toEqual([])
          await customize({ custom_footer: '<p>footer-2' })
          const pages = await Promise.all(['/', '/tags', '/users'].map((page) => get(page)))
          for (const { body } of pages) expect(body).toContain('<p>footer-2</p>')
        })
        expect(read).toHaveLength(1)
      })

      const footerWhere = async (isStarved: boolean, footer: string) => {
        await customize({ custom_footer: footer })
        let body = ''
        const stopped = () => Promise.reject(new TooMuchWork('customHtml', isStarved))
        await withPool(async () => {
          body = (await get('/')).body
        }, stopped)
        expect(read).toHaveLength(1)
        return body
      }

      test('are in the page, too, where no thread has read them in time', async () =>
        expect(await footerWhere(true, '<p>footer-3')).toContain('<p>footer-3</p>'))

      test('are not in the page where they are too much for a thread', async () => {
        const body = await footerWhere(false, '<p>footer-4')
        expect(body).toContain('</html>')
        expect(body).not.toContain('footer-4')
      })
    })

    test('stand once in every page but those of the administration, and not in what pages are told of the site', async () => {
      await customize({
        custom_head: '<meta name="zephyr" content="head-1">',
        custom_header: '<p>header-1</p>',
        custom_footer: '<p>footer-1</p>',
        custom_sidebar: '<p>sidebar-1</p>',
        custom_css: '.style-1 {}',
      })
      for (const viewer of [undefined, admin]) {
        const { body } = await get('/', viewer)
        for (const part of ['head-1', 'header-1', 'footer-1', 'sidebar-1']) expect(body.split(part)).toHaveLength(2)
        expect(body.indexOf('head-1')).toBeLessThan(body.indexOf('</head>'))
        expect(body).toMatch(/<link rel="stylesheet" href="\/custom\.css\?v=[\w-]{12}"/)
        expect(body).not.toContain('style-1')
      }
      for (const address of ['/admin/customize', '/admin/themes']) {
        const { body, statusCode } = await get(address, admin)
        expect([statusCode, /<p>(header|footer|sidebar)-1/.test(body), body.includes('/custom.css')]).toEqual([
          200,
          false,
          false,
        ])
        expect(body.slice(0, body.indexOf('</head>'))).not.toContain('head-1')
      }
      // Clients that were there before get what was written.
      expect((await w.as(ann).call(siteInfo)).custom_css_html).toMatchObject({ custom_header: '<p>header-1</p>' })
    })

    test('are on cached pages at once, as are their changes', async () => {
      await get('/tags')
      await customize({ custom_header: '<p>first</p>' })
      expect((await get('/tags')).body).toContain('<p>first</p>')
      await customize({ custom_header: '<p>second</p>' })
      const { body } = await get('/tags')
      expect([body.includes('<p>first</p>'), body.includes('<p>second</p>')]).toEqual([false, true])
    })

    test('come as files that browsers keep as long as nothing changes', async () => {
      await customize({ custom_css: '.a {}', custom_sidebar: '<p>side' })
      const address = /\/custom\.css\?v=[\w-]+/.exec((await get('/')).body)![0]
      const style = await get(address)
      expect([style.body, style.headers['cache-control']]).toEqual(['.a {}', 'public, max-age=31536000, immutable'])
      const html = await get(address.replace('.css', '.json'))
      expect(html.json()).toMatchObject({ sidebar: '<p>side</p>', header: '', footer: '' })
      await customize({ custom_css: '.b {}' })
      expect((await get(address)).headers['cache-control']).toBe('no-cache')
    })

    test('name what pages may load; scripts only where the switch says so', async () => {
      const html = {
        custom_head:
          '<script>go()</script><script src="https://stats.example/a.js"></script><link rel="stylesheet" href="https://fonts.example/b.css">',
        custom_footer: '<iframe src="https://video.example/1"></iframe>',
        allowed_hosts: ['*.Data.example'],
      }
      await customize(html)
      const shut = await get('/')
      expect(shut.body).not.toContain('go()')
      expect(policyOf(shut)['script-src']!.filter((source) => /example/.test(source))).toEqual([])
      expect(policyOf(shut)).toMatchObject({
        'style-src': ["'self'", "'unsafe-inline'", 'https://fonts.example', '*.data.example'],
        'font-src': ["'self'", 'data:', 'https://fonts.example', '*.data.example'],
        'frame-src': ["'self'", 'https://video.example', '*.data.example'],
        'connect-src': ["'self'"],
        'frame-ancestors': ["'none'"],
      })
      expect(await w.as(admin).call(settings.customFindings)).toEqual({
        left_out: [{ field: 'custom_head', what: 'script' }],
        inline_scripts: 0,
        hosts: ['https://fonts.example', 'https://video.example', '*.data.example'],
      })

      await customize({ ...html, allow_scripts: true })
      const own = `'sha256-${createHash('sha256').update('go()').digest('base64')}'`
      for (const viewer of [undefined, ann]) {
        const open = await get('/', viewer)
        expect(open.body).toContain('<script>go()</script>')
        expect(policyOf(open)['script-src']).toEqual(
          expect.arrayContaining([own, 'https://stats.example', '*.data.example']),
        )
        expect(policyOf(open)['connect-src']).toEqual(["'self'", 'https://stats.example', '*.data.example'])
      }
      expect(
        policyOf(await get('/admin/customize', admin))['script-src']!.some((source) => /example/.test(source)),
      ).toBe(false)
    })

    test.each(['fonts.example/path', "'unsafe-inline'", 'a b', 'a;b', '*', 'data:'])(
      '%j is no host to load from',
      async (host) => {
        await expect(customize({ allowed_hosts: [host] })).rejects.toMatchObject({ status: 400 })
      },
    )

    test('are seen by the admin who tries them, before anybody else', async () => {
      await customize({ custom_header: '<p>saved</p>' })
      const findings = await w.as(admin).call(settings.draftCustomCssHtml, {
        body: { custom_header: '<p>draft</p><base>', custom_css: 'a{}</style><script>x</script>' },
      })
      expect(findings.left_out).toEqual([{ field: 'custom_header', what: 'base' }])
      const preview = await get('/?preview=custom', admin)
      expect(preview.body).toContain('<p>draft</p>')
      expect(preview.body).toContain('<style>a{}<\\/style><script>x</script></style>')
      expect(policyOf(preview)['frame-ancestors']).toEqual(["'self'"])
      const other = await w.given.member({ role_id: 2 })
      for (const viewer of [other, ann, undefined]) {
        const page = await get('/?preview=custom', viewer)
        expect([page.body.includes('<p>saved</p>'), page.body.includes('<p>draft</p>')]).toEqual([true, false])
      }
      for (const viewer of [ann, undefined])
        expect(policyOf(await get('/?preview=custom', viewer))['frame-ancestors']).toEqual(["'none'"])
      expect((await get('/', admin)).body).toContain('<p>saved</p>')
    })

    test('are left out in safe mode, for that browser', async () => {
      await customize({ custom_header: '<p>hostile</p>', custom_head: '<style>*{}</style>', custom_css: '*{}' })
      const entered = await get('/safe-mode')
      expect([entered.statusCode, entered.headers.location]).toEqual([302, '/admin/customize'])
      const cookies = Object.fromEntries(entered.cookies.map(({ name, value }) => [name, value]))
      for (const viewer of [undefined, admin]) {
        const { body } = await get('/', viewer, cookies)
        expect([/hostile|\/custom\.css|<style>\*/.test(body), body.includes('/safe-mode/leave')]).toEqual([false, true])
        expect((await get('/', viewer)).body).toContain('hostile')
      }
      const left = await get('/safe-mode/leave', undefined, cookies)
      expect(left.cookies).toMatchObject([{ name: Object.keys(cookies)[0], value: '' }])
    })
  })

  describe('a theme', () => {
    const save = (
      look: Partial<settings.Theme['theme_config'][string]>,
      color_scheme: settings.Theme['color_scheme'] = '',
    ) =>
      w.as(admin).call(settings.saveThemeSettings, {
        body: { color_scheme, theme_config: { default: { navbar_style: 'light', primary_color: '#0033ff', ...look } } },
      })
    const rootOf = async (url = '/', user?: TestUser) => /<html[^>]*>/.exec((await get(url, user)).body)![0]

    test('is on every page', async () => {
      await save(
        { primary_color: '#0f766e', width: 'wide', density: 'roomy', font: 'serif', navbar_style: '#123456' },
        'dark',
      )
      const root = await rootOf()
      for (const part of [
        'data-scheme="dark"',
        'data-width="wide"',
        'data-density="roomy"',
        'data-font="serif"',
        '--primary:#0f766e',
      ])
        expect(root).toContain(part)
      expect((await get('/')).body).toContain('--navbar:#123456')
    })

    test('keeps what a client that knows only its colours doesn’t send', async () => {
      await save({ width: 'wide', font: 'book' })
      await save({ primary_color: '#aa3300' })
      expect((await w.as(admin).call(settings.themeSettings)).theme_config.default).toEqual({
        navbar_style: 'light',
        primary_color: '#aa3300',
        width: 'wide',
        font: 'book',
        density: 'roomy',
      })
    })

    test.each([
      ['#fff0', '#ffffff'],
      ['rebeccapurple', '#663399'],
      ['transparent', '#000000'],
    ])('in %s can’t be seen through: %s', async (color, shown) => {
      await save({ primary_color: color })
      expect(await rootOf()).toContain(`--primary:${shown}`)
    })

    test('that never was a colour is none', async () => {
      await w.app.transaction((tx) =>
        writeSection(tx, 1, 'theme', { theme_config: { default: { navbar_style: '', primary_color: 'inherit' } } }),
      )
      expect(await rootOf()).not.toContain('--primary')
      await save({})
    })

    test('can be looked at by an admin, and nobody else, before it is saved', async () => {
      const address = '/?preview=theme&primary_color=%23aa3300&width=narrow&density=nonsense&color_scheme=dark'
      const tried = await rootOf(address, admin)
      for (const part of ['data-scheme="dark"', 'data-width="narrow"', '--primary:#aa3300'])
        expect(tried).toContain(part)
      expect(tried).not.toContain('nonsense')
      for (const viewer of [ann, undefined]) expect(await rootOf(address, viewer)).not.toContain('#aa3300')
    })
  })

  describe('icons', () => {
    const upload = async (name: string, bytes: Buffer) => {
      const boundary = 'x'
      const sent = await w.server.inject({
        method: 'POST',
        url: `/answer/api/v1${uploadFile.path}`,
        headers: { authorization: admin.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: Buffer.concat([
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="source"\r\n\r\nbranding\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
          ),
          bytes,
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
      })
      return sent.json<{ data: string; code: number }>()
    }
    const colorAt = async (bytes: Buffer, x: number, y: number) => {
      const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
    }
    const flat = (width: number, height: number, background: string) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer()
    const brand = (body: Partial<settings.Branding>) => w.as(admin).call(settings.saveBrandingSettings, { body })

    test('are the product’s own at first', async () => {
      expect((await get('/favicon.ico')).headers['content-type']).toBe('image/svg+xml')
      const { rawPayload, headers } = await get('/icons/192.png')
      expect([headers['content-type'], (await sharp(rawPayload).metadata()).width]).toEqual(['image/png', 192])
      expect((await get('/icons/193.png')).statusCode).toBe(404)
      expect((await get('/icons/constructor')).statusCode).toBe(404)
    })

    test('and logos are where they belong, on phones as well', async () => {
      const [logo, mobile_logo] = [
        (await upload('logo.png', await flat(100, 20, 'red'))).data,
        (await upload('small.png', await flat(40, 20, 'red'))).data,
      ]
      await brand({ logo, mobile_logo })
      const { body } = await get('/')
      expect(body).toContain(`<source media="(max-width: 40em)" srcSet="${mobile_logo}"/><img src="${logo}"`)
      await brand({ logo: '', mobile_logo: '' })
    })

    test('of all sizes are made from the square one, whatever its shape', async () => {
      await brand({ square_icon: (await upload('icon.png', await flat(400, 200, '#008080'))).data })
      for (const size of [16, 32, 48, 180, 192, 512]) {
        const { rawPayload } = await get(`/icons/${size}.png?v=1`)
        const { width, height } = await sharp(rawPayload).metadata()
        expect([width, height]).toEqual([size, size])
        expect(await colorAt(rawPayload, size / 2, size / 2)).toEqual([0, 128, 128, 255])
        expect((await colorAt(rawPayload, 0, 0))[3]).toBe(0)
      }
      expect(await colorAt((await get('/icons/maskable-512.png')).rawPayload, 0, 0)).toEqual([255, 255, 255, 255])
      const ico = await get('/favicon.ico')
      expect([ico.headers['content-type'], ico.rawPayload.readUInt16LE(2), ico.rawPayload.readUInt16LE(4)]).toEqual([
        'image/vnd.microsoft.icon',
        1,
        3,
      ])
      const at = ico.rawPayload.readUInt32LE(6 + 16 + 12)
      expect(await colorAt(ico.rawPayload.subarray(at), 16, 16)).toEqual([0, 128, 128, 255])
      const manifest = (await get('/manifest.webmanifest')).json<{
        name: string
        icons: { src: string; purpose: string }[]
      }>()
      expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
      for (const { src } of manifest.icons) expect((await get(src)).statusCode).toBe(200)
    })

    test('may come as .ico, and what comes back is a picture', async () => {
      const bytes = packIco([
        { size: 16, bytes: await flat(16, 16, 'red') },
        { size: 64, bytes: await flat(64, 64, 'blue') },
      ])
      const { data } = await upload('favicon.ico', bytes)
      expect(data).toMatch(/\/uploads\/branding\/[\w-]+\.png$/)
      await brand({ favicon: data })
      expect((await get('/')).body).toContain(`<link rel="icon" href="${data}"`)
      const ico = (await get('/favicon.ico')).rawPayload
      expect(await colorAt(ico.subarray(ico.readUInt32LE(6 + 12)), 8, 8)).toEqual([0, 0, 255, 255])
    })

    test.each([
      ['with nothing in it', Buffer.from([0, 0, 1, 0, 0, 0])],
      ['that breaks off', Buffer.from([0, 0, 1, 0, 9, 0, 1])],
      ['that is enormous', hugeIco()],
    ])('an .ico file %s is refused', async (_what, bytes) => {
      expect((await upload('x.ico', bytes)).code).toBe(400)
    })

    test('an icon that lies elsewhere isn’t fetched', async () => {
      await brand({ square_icon: 'https://elsewhere.example/uploads/branding/icon.png', favicon: '' })
      expect((await get('/favicon.ico')).headers['content-type']).toBe('image/svg+xml')
      await brand({ square_icon: '' })
    })
  })

  test('the classes that own CSS may rely on are on the pages they are named for', async () => {
    await customize({ custom_header: 'a', custom_footer: 'b', custom_sidebar: 'c' })
    const { ask, answer, comment } = threads(w)
    const question = { id: await ask(ann) }
    await answer(ann, question.id)
    await comment(ann, question.id)
    const pages = await Promise.all(
      ['/', `/questions/${question.id}`, '/users/login', '/tags/support'].map((url) => get(url)),
    )
    const members = await Promise.all([`/questions/${question.id}`, '/questions/ask'].map((url) => get(url, ann)))
    const classes = new Set(
      [...pages, ...members].flatMap(({ body }) =>
        [...body.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')),
      ),
    )
    expect(
      Object.values(CSS_CLASSES)
        .flat()
        .filter((name) => !classes.has(name)),
    ).toEqual([])
  })
})

/** A bitmap that says it has sixty thousand pixels a side. */
function hugeIco() {
  const bytes = Buffer.alloc(6 + 16 + 40)
  bytes.writeUInt16LE(1, 2)
  bytes.writeUInt16LE(1, 4)
  bytes.writeUInt32LE(40, 6 + 8)
  bytes.writeUInt32LE(22, 6 + 12)
  bytes.writeUInt32LE(40, 22)
  bytes.writeInt32LE(60_000, 26)
  bytes.writeInt32LE(120_000, 30)
  bytes.writeUInt16LE(1, 34)
  bytes.writeUInt16LE(32, 36)
  return bytes
}
