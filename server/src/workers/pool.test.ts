import { saveLegalSettings } from '@askwell/contract/site-settings.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { askQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../test/world.ts'
import { renderMarkdown } from '../lib/markdown.ts'
import { createLoadShedder } from '../http/guards/load-shedding.ts'
import { createWorkers, TooMuchWork, replaceWorkers, type Workers, type WorkersOptions } from './pool.ts'
import { readCustomHtml } from './texts.ts'

/** More work than is done in a millisecond. */
const HEAVY = '|a\n|-\n'.repeat(1000)
const WIDE = `|${'a|'.repeat(3000)}\n|${'-|'.repeat(3000)}\n${'|\n'.repeat(24_000)}`

/** However slow this machine is just now. */
const PATIENT = { limitMs: 60_000, waitMs: 60_000 }

let pool: Workers | undefined
const withPool = (options: WorkersOptions) => {
  pool = createWorkers(options)
  return pool
}
afterEach(async () => {
  await pool?.close()
  pool = undefined
})

describe('the pool of threads', () => {
  test('makes of a text what this thread would make of it', async () => {
    const text = '# Beer\n\nSome `code`, $x^2$ and @ann.\n\n```js\nlet a = 1\n```\n\nhttps://example.com/a'
    const { html, mentions, links } = renderMarkdown(text)
    expect(await withPool({ threads: 1, ...PATIENT }).run('render', { text })).toMatchObject({ html, mentions, links })
  })

  test('has a bounded queue: further tasks are told to try again later', async () => {
    const workers = withPool({ threads: 1, queue: 2, ...PATIENT })
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => workers.run('render', { text: `text ${n} ${HEAVY}` })),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect((results[4] as PromiseRejectedResult).reason).toMatchObject({ reason: 'base.overloaded' })
    expect([workers.running, workers.waiting]).toEqual([0, 0])
  })

  test('ends a thread that works for too long, and the next task has a fresh one', async () => {
    const workers = withPool({ threads: 1, limitMs: 3000, waitMs: 60_000 })
    const words = Array.from({ length: 60_000 }, (_, n) => `word${n}`).join(' ')
    const texts = Array.from({ length: 200 }, () => words)
    await expect(workers.run('excerpts', { texts, words: ['none'], language: 'en_US' })).rejects.toThrow(TooMuchWork)
    const text = await workers.run('plain', '<p>still here</p>').catch(() => workers.run('plain', '<p>still here</p>'))
    expect(text).toBe('still here')
  })

  test('a second thread begins when the first is busy', async () => {
    const workers = withPool({ threads: 2, ...PATIENT })
    const words = Array.from({ length: 60_000 }, (_, n) => `word${n}`).join(' ')
    const texts = Array.from({ length: 200 }, () => words)
    const long = workers.run('excerpts', { texts, words: ['none'], language: 'en_US' }).catch(() => 'not waited for')
    expect(await workers.run('plain', '<p>a</p>')).toBe('a')
    expect(workers.running).toBe(1)
    await workers.close()
    expect(await long).toBe('not waited for')
  })

  test('nobody waits longer than anybody would', async () => {
    const workers = withPool({ threads: 1, limitMs: 60_000, waitMs: 1 })
    const [first, second] = await Promise.allSettled([
      workers.run('render', { text: HEAVY }),
      workers.run('plain', '<p>a</p>'),
    ])
    expect(first.status).toBe('fulfilled')
    expect((second as PromiseRejectedResult).reason).toMatchObject({ reason: 'base.overloaded' })
  })

  test('a thread that runs out of memory takes nothing with it', { timeout: 60_000 }, async () => {
    const workers = withPool({ threads: 1, megabytes: 32, limitMs: 20_000, waitMs: 60_000 })
    await expect(workers.run('plain', '<p>a</p>'.repeat(400_000))).rejects.toThrow(TooMuchWork)
    expect(await workers.run('plain', '<p>still here</p>')).toBe('still here')
  })

  test('a job whose thread had no processor gets another turn, which is judged anew', { timeout: 60_000 }, async () => {
    let asked = 0
    const waited = async () => (asked++ === 1 ? 1 : 0) // the first time all of it, then nothing
    const workers = withPool({ threads: 1, limitMs: 1, waitMs: 60_000, waited })
    await expect(workers.run('render', { text: HEAVY }, { patient: true })).rejects.toMatchObject({ isStarved: false })
    expect(asked).toBe(4)
  })

  test(
    'own HTML that is too much for a thread isn’t shown, and the site doesn’t read it',
    { timeout: 60_000 },
    async () => {
      const place = { isHead: false, allowScripts: false, site: 'http://a.example' }
      const opened = Array.from({ length: 400 }, (_, n) => `<b id=${n}>`).join('')
      const heavy = `<p>${opened}</p>${'<p>x'.repeat(2000)}`
      const former = replaceWorkers(withPool({ threads: 1, megabytes: 48, limitMs: 20_000, waitMs: 60_000 }))
      onTestFinished(() => void replaceWorkers(former))
      expect(
        await readCustomHtml([
          { text: heavy, ...place },
          { text: '<p>fine</p>', ...place },
        ]),
      ).toMatchObject([
        { html: '', leftOut: ['#all'] },
        { html: '<p>fine</p>', leftOut: [] },
      ])
    },
  )

  test('who waits for a thread leaves the place among those who are worked for', async () => {
    const workers = withPool({ threads: 1, ...PATIENT })
    const load = createLoadShedder(() => 0)
    const seen: number[] = []
    const waiting = load.during(async () => {
      seen.push(load.inWork)
      const both = Promise.all([workers.run('render', { text: HEAVY }), workers.run('plain', '')])
      seen.push(load.inWork)
      await both
      seen.push(load.inWork)
    })
    await waiting
    expect([...seen, load.inWork]).toEqual([1, 0, 1, 0])
  })
})

describe.each(engines)('texts on threads (%s)', (engine) => {
  let w: World
  let ann: TestUser
  beforeAll(async () => {
    w = await world(engine)
    ann = await w.given.member({ name: 'ann' })
  })
  afterAll(() => w.close())

  const using = async <T>(options: WorkersOptions, work: () => Promise<T>) => {
    const former = replaceWorkers(withPool(options))
    try {
      return await work()
    } finally {
      replaceWorkers(former)
    }
  }
  const draft = (content: string) => ({
    title: 'How much is too much to show?',
    content,
    tags: [{ slug_name: 'support' }],
  })
  const post = (content: string) =>
    w.server.inject({
      method: 'POST',
      url: pathOf(renderPost, undefined),
      headers: { authorization: ann.token, 'accept-language': 'en_US' },
      payload: { content },
    })

  test('a table of more cells than anybody reads stays text', async () => {
    const html = await w.as(ann).call(renderPost, { body: { content: WIDE.slice(0, 65_000) } })
    expect([html.includes('<table'), html.includes('|a|a|')]).toEqual([false, true])
  })

  test('what would be too large to show is refused on its field', async () => {
    const admin = await w.given.admin()
    const terms_of_service_original_text = 'http://a.b '.repeat(20_000)
    await expect(
      w.as(admin).call(saveLegalSettings, { body: { terms_of_service_original_text } }),
    ).rejects.toMatchObject({
      status: 400,
      data: [{ error_field: 'terms_of_service_original_text', error_msg: expect.stringContaining('too much to show') }],
    })
  })

  test('what takes too long is refused too, and the same text can be sent again', async () => {
    const asked = draft(`It takes a while.\n\n${'`a` '.repeat(4000)}`)
    await expect(
      using({ threads: 1, limitMs: 1, waited: async () => 0 }, () => w.as(ann).call(askQuestion, { body: asked })),
    ).rejects.toMatchObject({ status: 400, fields: ['content'] })
    const { id } = await w.as(ann).call(askQuestion, { body: asked })
    const { html } = await w.nobody.call(questionInfo, { query: { id } })
    expect(html).toBe(renderMarkdown(asked.content).html)
  })

  test('where it took long since its thread hardly had a processor, one is asked to come again', async () => {
    let ms = 0
    const asked = draft(`It takes a while, too.\n\n${'`a` '.repeat(4000)}`)
    await expect(
      using({ threads: 1, limitMs: 1, waited: async () => ms++ }, () => w.as(ann).call(askQuestion, { body: asked })),
    ).rejects.toMatchObject({ status: 503, reason: 'base.overloaded' })
  })

  test('where all threads are busy and the queue is full, one is asked to come again', async () => {
    const answers = await using({ threads: 1, queue: 1, ...PATIENT }, () =>
      Promise.all([post(HEAVY), post(`${HEAVY} `), post('short'), post('shorter')]),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 503, 503])
    const refused = answers.find(({ statusCode }) => statusCode === 503)!
    expect(refused.headers['retry-after']).toBe('5')
    expect(refused.json()).toMatchObject({ code: 503, reason: 'base.overloaded', data: { retry_after: 5 } })
    expect((await post('short')).statusCode).toBe(200)
  })

  test('nothing went wrong behind the scenes', () => expect(w.faults).toEqual([]))
})
