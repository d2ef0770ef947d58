import { uploadPlugin } from '@askwell/contract/plugins.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { search, searchEngine } from '@askwell/contract/search.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { turnPlugin } from '../../../../../test/plugins.ts'
import { ask } from '../../../../../test/matrix/cast.ts'
import { pluginArchive } from '../../../../../test/plugin-package.ts'
import { threads } from '../../../../../test/threads.ts'
import { engines, neighbourOf, type TestUser, type World, world } from '../../../../../test/world.ts'
import { NEVER } from '../../../../lib/clock.ts'
import { eraseThread } from '../../posts/erasure/erase-thread.ts'
import { findPost } from '../../posts/queries.ts'
import { CHANGES, findSearchPlugin } from './queries.ts'

/** It finds everything that it has been given, the oldest first, and forgets nothing: what comes of that shows who has searched. */
const FINDER = `const posts = new Map()
const removed = new Set()
let isAngry = false
export default { search: {
  index({ put, remove }) {
    if (isAngry && put.some(({ text }) => text.includes('unreadable'))) throw new Error('I can’t read that')
    for (const post of put) posts.set(post.id, post)
    for (const id of remove) removed.add(id)
  },
  query({ words, page, page_size }) {
    if (words.includes('boom')) {
      isAngry = true
      throw new Error('no')
    }
    if (words.includes('endless')) return new Promise(() => {})
    if (words[0] === 'removed') return { ids: [], count: removed.has(words[1]) ? 1 : 0 }
    const ids = [...posts.keys()].sort((a, b) => a - b)
    return { ids: ids.slice((page - 1) * page_size, page * page_size), count: ids.length }
  },
} }`

describe.each(engines)('a plugin that searches (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let admin: TestUser
  let first = ''
  let second = ''
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    admin = await w.given.admin()
    first = await t.ask(admin, 'Where do herons nest in winter?')
    second = await t.ask(admin, 'Where do storks nest in summer?')
    await w.settle()
    await upload(FINDER)
    await turn(true)
  })
  afterAll(() => w.close())

  const upload = async (code: string, body: { replaces?: string } = {}) => {
    const bytes = await pluginArchive({
      slug_name: 'finder',
      code,
      askwell: {
        kinds: ['search'],
        languages: [],
        icon: 'icon.svg',
        words: { en_US: { name: 'Finder', description: 'Finds.' } },
      },
      files: { 'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    })
    await ask(w, uploadPlugin, { body, file: { name: 'a.tgz', bytes } }, { token: admin.token, ip: '198.51.100.7' })
  }
  const turn = (enabled: boolean) => turnPlugin(w, admin, 'finder', enabled)
  const find = async (q: string, query: object = {}) => {
    const { list, count } = await w.nobody.call(search, { query: { q, ...query } })
    return { ids: list.map(({ object }) => object.id), count }
  }
  const later = async (seconds = 61) => {
    w.clock.advance(seconds)
    await w.settle()
  }

  test('is told of by the site, and searches once it has been given every post', async () => {
    expect(await w.nobody.call(searchEngine)).toEqual({
      name: 'Finder',
      icon: expect.stringMatching(/^\/plugin-icons\//),
      link: '',
    })
    expect(await find('storks')).toEqual({ ids: [second], count: 1 })
    await later()
    const { ids, count } = await find('storks')
    expect([ids.slice(-2), ids.length]).toEqual([[first, second], count])
    expect(await find('storks', { page: count, size: 1 })).toEqual({ ids: [second], count })
  })

  test('isn’t asked where there are operators or another order', async () => {
    expect(await find('storks is:question')).toEqual({ ids: [second], count: 1 })
    expect(await find('storks', { order: 'newest' })).toEqual({ ids: [second], count: 1 })
    // What they name and isn't there is told as without a plugin.
    expect(await w.nobody.call(search, { query: { q: '[nosuchtag] storks user:nobody-of-that-name' } })).toEqual({
      count: 0,
      list: [],
      missing_tags: ['nosuchtag'],
      missing_user: 'nobody-of-that-name',
    })
  })

  test('learns of what is written, and nobody is shown what they may not see', async () => {
    const third = await t.ask(admin, 'Where do cranes nest in spring?')
    await w.settle()
    expect((await find('storks')).ids.slice(-3)).toEqual([first, second, third])
    await w.as(admin).call(deleteQuestion, { body: { id: third } })
    await w.settle()
    expect((await find('storks')).ids.slice(-2)).toEqual([first, second])
  })

  test('that fails is replaced by the site’s own search, and rests after three failures', async () => {
    for (let times = 0; times < 3; times++) expect(await find('boom')).toEqual({ ids: [], count: 0 })
    expect(await find('storks')).toEqual({ ids: [second], count: 1 })
    await later()
    expect((await find('storks')).ids.slice(-2)).toEqual([first, second])
  })

  test('that never answers takes nobody’s place, and gives none away', async () => {
    const { loadShedder } = w.site
    let least = 1
    const looking = setInterval(() => (least = Math.min(least, loadShedder.inWork)), 50)
    expect(await find('endless storks')).toEqual({ ids: [second], count: 1 })
    clearInterval(looking)
    expect([least, loadShedder.inWork]).toEqual([0, 0])
    expect((await find('storks')).ids.slice(-2)).toEqual([first, second])
  })

  test('that lags behind is replaced by the site’s own search', async () => {
    const unreadable = await t.answer(admin, second, 'It is quite unreadable to whoever is angry.')
    await w.settle()
    expect(w.faults.splice(0).length).toBeGreaterThan(0)
    await later(66)
    w.faults.length = 0
    expect((await find('unreadable')).ids).toEqual([unreadable])
  })

  test('that didn’t take a post however often it was tried is asked nevertheless, and told again', async () => {
    const jobs = () => w.app.db.selectFrom('jobs').select(['id', 'run_at']).where('effect', '=', CHANGES).execute()
    await w.app.transaction(({ db }) =>
      db.updateTable('jobs').set({ run_at: NEVER }).where('effect', '=', CHANGES).execute(),
    )
    await later()
    expect(w.faults.splice(0).length).toBeGreaterThan(0) // it doesn't take it now either
    expect(await jobs()).toMatchObject([{ run_at: NEVER }])
    expect((await find('storks')).ids).toEqual(expect.arrayContaining([first, second]))
    await upload(`${FINDER} // without anger`, { replaces: 'finder' })
    for (let times = 0; times < 3; times++) await later()
    expect(await jobs()).toEqual([])
    expect(w.faults).toEqual([])
  })

  test('is given everything again where it is another version', async () => {
    await upload(`${FINDER} // another`, { replaces: 'finder' })
    await later(6)
    expect(await find('herons')).toEqual({ ids: [first], count: 1 })
    await later()
    expect((await find('herons')).ids).toEqual(expect.arrayContaining([first, second]))
  })

  test('hears of what is gone for good', async () => {
    const id = await t.ask(admin, 'Where do egrets nest in autumn?')
    await w.settle()
    await w.app.transaction(async (tx) => {
      const post = await findPost(tx.db, numberOf('question', id))
      await eraseThread(tx, admin.id, post!)
    })
    expect((await find(`removed ${numberOf('question', id)}`)).count).toBe(0)
    await w.settle()
    expect((await find(`removed ${numberOf('question', id)}`)).count).toBe(1)
  })

  test.runIf(engine === 'postgres')(
    'keeps what it was given where one process couldn’t begin with it, and learns of what that one knows of',
    async () => {
      const other = await neighbourOf(w)
      other.site.app!.plugins.use('finder', undefined)
      const state = await findSearchPlugin(w.app.db)
      const id = await t.ask(admin, 'Where do curlews nest in summer?')
      w.clock.advance(61)
      await other.site.app!.jobs.settle()
      expect(await findSearchPlugin(w.app.db)).toEqual({ ...state, filled: true })
      w.clock.advance(61)
      await w.settle()
      expect((await find('herons')).ids).toContain(id)
      await other.close()
    },
  )

  test('that is off is forgotten, and given everything when it comes back', async () => {
    await turn(false)
    expect(await w.nobody.call(searchEngine)).toEqual({ name: '', icon: '', link: '' })
    expect(await find('herons')).toEqual({ ids: [first], count: 1 })
    await turn(true)
    await later(6)
    expect(await find('herons')).toEqual({ ids: [first], count: 1 })
    await later()
    expect((await find('herons')).ids).toEqual(expect.arrayContaining([first, second]))
    expect(w.faults).toEqual([])
  })

  test('is given many posts in turns, between which others have theirs', async () => {
    await w.app.transaction(async ({ db }) => {
      const { id: _, ...post } = await db.selectFrom('posts').selectAll().limit(1).executeTakeFirstOrThrow()
      for (let n = 0; n < 9; n++)
        await db
          .insertInto('posts')
          .values(Array.from({ length: 30 }, () => post))
          .execute()
    })
    await turn(false)
    await turn(true)
    await later()
    expect(await findSearchPlugin(w.app.db)).toMatchObject({ filled: false })
    await later(2)
    expect(await findSearchPlugin(w.app.db)).toMatchObject({ filled: true })
  })

  test('is given posts in messages that it can read, however long they are', async () => {
    await turn(false)
    const written: string[] = []
    for (let n = 0; n < 18; n++) written.push(await t.ask(admin, `Where do the ${n} long herons nest?`))
    await later()
    const plain_text = '🪶'.repeat(65_535)
    await w.app.transaction(({ db }) => db.updateTable('search_state').set({ plain_text }).execute())
    await turn(true)
    await later()
    expect((await find('herons', { size: 100 })).ids).toEqual(expect.arrayContaining(written))
    expect(w.site.installed.logOf('finder').join('')).not.toContain('fault')
    const huge = { put: [], remove: ['x'.repeat(4 * 2 ** 20)] }
    await expect(w.app.plugins.ask('finder', 'search.index', huge)).rejects.toThrow('more than 4 MB')
    expect(w.site.installed.logOf('finder').join('')).not.toContain('fault')
  })
})
