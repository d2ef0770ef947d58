import { readFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { requestPasswordReset } from '@askwell/contract/accounts.ts'
import { questionInfo } from '@askwell/contract/questions.ts'
import { PERMALINK_FORMS } from '@askwell/contract/permalink.ts'
import { pluginPage, pluginWidgets, WIDGET_PLACES } from '@askwell/contract/plugin-pages.ts'
import { saveLoginSettings, saveSeoSettings } from '@askwell/contract/site-settings.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendEmail } from '../../src/features/outbound/email/effects.ts'
import { findUser } from '../../src/features/users/users/queries.ts'
import { pluginArchive } from '../plugin-package.ts'
import { sendPackage, turnPlugin } from '../plugins.ts'
import { engines, type World, world } from '../world.ts'
import { type Crawled, crawl, type Read, reader, summary } from './crawl.ts'
import { plantScene, type Scene, type Thing } from './scene.ts'
import type { Viewer } from './states.ts'
import { CALLS, FILES, nameOfEndpoint, OLD_ADDRESSES, PAGES } from './addresses.ts'
import { secretsIn } from './words.ts'

const LONG = { timeout: 300_000 }
/** A plugin that stands wherever one can, and repeats all that it is given. */
const ECHO = {
  slug_name: 'echo',
  code: `const repeat = (...given) => [{ part: 'text', text: JSON.stringify(given).slice(0, 3000) }]
export default {
  widget: ({ place, post }) => ({ title: 'Echo', parts: repeat(place, post), seconds: 30 }),
  route: {
    page: async ({ path, query, reader }, { posts }) => {
      if (path === '/posts') return { title: 'Echo', parts: repeat(await posts.list({ ...query, limit: 1 })) }
      if (path === '/post') return { title: 'Echo', parts: repeat(await posts.get(query.id) ?? null) }
      return { title: 'Echo', parts: repeat(path, query, reader) }
    },
    send: () => null,
  },
}`,
  askwell: {
    api: '^1.1.0',
    kinds: ['widget', 'route'],
    places: WIDGET_PLACES,
    permissions: ['read:posts'],
    open_to: 'anyone',
    languages: undefined,
  },
}
const both = (one: Map<Thing, Set<Viewer>>, other: Map<Thing, Set<Viewer>>, thing: Thing) =>
  [...one.get(thing)!.union(other.get(thing)!)].sort()

// The pages ask by the same calls, so that one engine will do for them.
describe.each(engines)('what is hidden stays hidden, on %s', (engine) => {
  const pages = engine === 'sqlite' ? PAGES : []
  const leadToPages = ['/users/oauth/', '/safe-mode/leave']
  // What search engines and feed readers are told is told as to nobody: it is read where pages are.
  const asNobody = /^\/(feeds|questions|previews|embed|oembed|sitemap|llms)/
  const doors = FILES.filter(
    ({ name }) => pages.length > 0 || !(asNobody.test(name) || leadToPages.some((path) => name.startsWith(path))),
  )
  let w: World
  let scene: Scene
  let calls: Crawled
  let drawn: Crawled
  const before = new Map<string, { etag: string; body: string }>()
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    scene = await plantScene(w)
    const read = reader(scene)
    for (const surface of pages)
      for (const address of surface.addresses(scene)) {
        const { headers, body } = await read('nobody', surface, address)
        if (typeof headers.etag === 'string') before.set(address.url, { etag: headers.etag, body })
      }
    await scene.hide()
  }, 120_000)
  afterAll(() => w.close())

  test('from searches, also before the index has heard of it', LONG, async () => {
    const searches = [...CALLS, ...pages].filter(({ name }) => /search$|similar$|complete$/.test(name))
    expect(summary((await crawl(scene, searches)).leaks)).toEqual([])
    await w.settle()
  })

  test('from a client that has an older page, or asks only whether it has changed', LONG, async () => {
    let unchanged = 0
    const read: Read = async (_viewer, _surface, { url }) => {
      const known = before.get(url)
      const { statusCode, headers, body } = await w.server.inject({
        method: 'GET',
        url,
        headers: { 'accept-language': 'en_US', ...(known && { 'if-none-match': known.etag }) },
      })
      if (statusCode === 304) unchanged++
      return { status: statusCode, headers, body: statusCode === 304 ? known!.body : body }
    }
    expect(summary((await crawl(scene, pages, { read, viewers: ['nobody'] })).leaks)).toEqual([])
    expect(unchanged > 0).toBe(pages.length > 0)
  })

  test('from everybody, whatever they call', LONG, async () => {
    calls = await crawl(scene, [...CALLS, ...doors])
    expect(summary(calls.leaks)).toEqual([])
  })

  test('from everybody, whatever page they open', LONG, async () => {
    drawn = await crawl(scene, pages)
    expect(summary(drawn.leaks)).toEqual([])
  })

  test('and is seen by just those who may see it: the crawl isn’t blind', () => {
    // On calls the suspended are refused everything; what they see they see on pages.
    const seeing = (viewers: readonly Viewer[], { kind }: Thing) =>
      viewers.filter((viewer) => pages.length > 0 || viewer !== 'suspended' || kind === 'file').sort()
    // The slug of a tag stands in its address.
    const things = scene.things.filter(({ kind }) => kind !== 'slug')
    expect(things.map((thing) => [thing.name, both(calls.opened, drawn.opened, thing)])).toEqual(
      things.map((thing) => [thing.name, seeing(thing.opens, thing)]),
    )
    const listed = things.filter(({ kind }) => kind === 'question' || kind === 'answer')
    expect(listed.map((thing) => [thing.name, both(calls.listed, drawn.listed, thing)])).toEqual(
      listed.map((thing) => [thing.name, seeing(thing.listed, thing)]),
    )
  })

  test('from plugins: one that repeats all that it is given shows nobody more than they may see', LONG, async () => {
    const { admin } = scene.who
    await sendPackage(w, admin, await pluginArchive(ECHO))
    await turnPlugin(w, admin, 'echo', true)
    const beside = [pluginWidgets, pluginPage].map(nameOfEndpoint)
    const surfaces = [...CALLS, ...pages].filter(
      ({ name }) => beside.includes(name) || name.startsWith('questions/:questionId') || name.startsWith('plugins/'),
    )
    const { leaks, opened } = await crawl(scene, surfaces)
    expect(summary(leaks)).toEqual([])
    for (const thing of scene.of('question'))
      expect([thing.name, opened.get(thing)!.has('nobody')]).toEqual([thing.name, thing.opens.includes('nobody')])
    const [{ id, words }] = scene.of('question').filter(({ opens }) => opens.includes('nobody')) as [Thing]
    const repeated = await w.nobody.call(pluginWidgets, { query: { place: 'question', object_ids: id } })
    expect(JSON.stringify(repeated)).toContain(words.secret)

    // What it asks for by itself: each post by its id, and all of them in order.
    const said = async (path: string, query: Record<string, string>) => {
      const search = new URLSearchParams(query).toString()
      const { parts } = await w.as(admin).call(pluginPage, { query: { slug_name: 'echo', path, search } })
      return JSON.stringify(parts)
    }
    const posts = scene.things.filter(({ kind }) => kind === 'question' || kind === 'answer')
    const secretsOf = (things: Thing[], seen: (thing: Thing) => readonly Viewer[]) =>
      new Set(things.filter((thing) => seen(thing).includes('nobody')).map((thing) => thing.words.secret))
    const open = secretsOf(posts, ({ opens }) => opens)
    for (const thing of posts) {
      const secrets = secretsIn(await said('/post', { id: thing.id }))
      expect([thing.name, secrets.has(thing.words.secret)]).toEqual([thing.name, open.has(thing.words.secret)])
      expect([thing.name, ...secrets.difference(open)]).toEqual([thing.name])
    }
    // One of them has the tags.
    const all = secretsOf([...posts, ...scene.of('slug')], ({ listed }) => listed)
    w.clock.advance(60)
    for (const order of ['newest', 'changed']) {
      const secrets = new Set<string>()
      for (let from: string | undefined = ''; from !== undefined;) {
        const page = await said('/posts', { order, from })
        for (const secret of secretsIn(page)) secrets.add(secret)
        from = page.includes('\\"more\\":true') ? /\\"next\\":\\"([\d-]+)/.exec(page)![1] : undefined
      }
      expect([order, ...[...secrets].sort()]).toEqual([order, ...[...all].sort()])
    }
    await turnPlugin(w, admin, 'echo', false)
  })

  test.each(PERMALINK_FORMS)('whatever its links look like (form %i)', LONG, async (permalink) => {
    await w.as(scene.who.admin).call(saveSeoSettings, { body: { permalink } })
    const threads = pages.filter(({ name }) => name === OLD_ADDRESSES || name.startsWith('questions/:questionId'))
    const { leaks, opened } = await crawl(scene, threads, { viewers: ['nobody', 'answerer', 'moderator'] })
    expect(summary(leaks)).toEqual([])
    expect([...opened.values()].some((viewers) => viewers.has('nobody'))).toBe(pages.length > 0)
  })

  test('from letters that are written by now; what is only kept for them are ids, never words', LONG, async () => {
    await w.nobody.call(requestPasswordReset, { body: { e_mail: 'asker@example.com' } })
    await w.settle()
    const outbox = join(w.folder, 'outbox')
    // Those sent while all of it could be seen are out of our hands. Each is wanted once more, as after a mail server that was away.
    for (const name of await readdir(outbox)) await rm(join(outbox, name))
    const wanted = await w.app.db.selectFrom('events').selectAll().where('type', '=', 'email.requested').execute()
    for (const { payload, ...fact } of wanted)
      await sendEmail(w.app, { ...fact, ...JSON.parse(payload) } as Parameters<typeof sendEmail>[1])
    const letters = await readdir(outbox)
    expect([wanted.length > 10, letters.length > 10]).toEqual([true, true])
    for (const name of letters) {
      const { to, subject, text, html } = await PostalMime.parse(await readFile(join(outbox, name)))
      const reader = to?.[0]?.address?.split('@', 1)[0] as Viewer
      const shown = new Set(scene.things.filter(({ opens }) => opens.includes(reader)).map(({ words }) => words.secret))
      expect(
        [...secretsIn(`${subject} ${text} ${html}`)].filter((secret) => !shown.has(secret)),
        `to ${reader}`,
      ).toEqual([])
    }
    for (const table of ['notifications', 'events'] as const) {
      const rows = await w.app.db.selectFrom(table).selectAll().execute()
      expect([rows.length > 10, ...secretsIn(JSON.stringify(rows))]).toEqual([true])
    }
  })

  test('but an address that forgets to check the viewer is found', LONG, async () => {
    const { answers } = w.site.api
    const route = nameOfEndpoint(questionInfo)
    const honest = answers.get(route)!
    const moderator = (await findUser(w.app.db, scene.who.moderator.id))!
    answers.set(route, { ...honest, answer: (call) => honest.answer({ ...call, actor: moderator }) })
    const hidden = scene
      .of('question')
      .filter(({ opens }) => !opens.includes('member'))
      .map(({ name }) => name)
    const found = async (surfaces: typeof CALLS, read?: Read) =>
      [...new Set((await crawl(scene, surfaces, { viewers: ['member'], read })).leaks.map(({ thing }) => thing))].sort()
    try {
      expect(await found(CALLS.filter(({ name }) => name === route))).toEqual(hidden.sort())
      expect(await found(pages.filter(({ name }) => name === 'posts/:questionId/state/:act'))).toEqual(
        pages.length ? hidden.sort() : [],
      )
    } finally {
      answers.set(route, honest)
    }
    // Nor does it have to be the text: a header will do.
    const [{ words, name }] = scene.of('question').filter(({ opens }) => !opens.includes('member')) as [Thing]
    const talkative: Read = async (...asked) => ({
      ...(await reader(scene)(...asked)),
      headers: { location: `/questions/17/${words.secret}-and-more` },
    })
    expect(await found(CALLS.slice(0, 1), talkative)).toEqual([name])
  })

  test('and all of it from anonymous visitors, where the site is private', LONG, async () => {
    await w.as(scene.who.admin).call(saveLoginSettings, { body: { login_required: true } })
    const read = await crawl(scene, [...CALLS, ...doors, ...pages], {
      viewers: ['nobody', 'newcomer', 'suspended'],
      allowed: () => false,
    })
    expect(summary(read.leaks)).toEqual([])
  })

  test('without a fault of the server’s', () => expect(w.faults).toEqual([]))
})
