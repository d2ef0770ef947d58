import { writeAnswer } from '@askwell/contract/answers.ts'
import { channelChoices, saveChannelChoices } from '@askwell/contract/channels.ts'
import { notifications, readNotifications } from '@askwell/contract/notifications.ts'
import { savePluginConfig, saveUserPluginConfig, userPluginConfig, userPlugins } from '@askwell/contract/plugins.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import type { Notice } from '@askwell/plugin-kit'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendPackage, turnPlugin } from '../../../../test/plugins.ts'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, neighbourOf, type TestUser, type World, world } from '../../../../test/world.ts'

const MINUTE = 60

/** What the pigeon does with what it gets; a test says otherwise. */
const pigeon = { got: [] as Notice[], calls: 0, deliver: (): Promise<void> => Promise.resolve() }
/** As a stranger would write it: it sends what it gets to its loft. */
const PIGEON = `import { plugin } from '@askwell/plugin-kit'
export default plugin({
  async notification(notice, { fetch }) {
    const { ok } = await fetch('https://loft.example.org/', { method: 'POST', body: JSON.stringify(notice) })
    if (!ok) throw new Error('the pigeon is tired')
  },
})`
const MANIFEST = {
  kinds: ['notification'],
  languages: [],
  permissions: ['net:loft.example.org'],
  user_config: [{ name: 'loft', kind: 'text' }],
  words: { en_US: { name: 'Pigeon', description: 'For a test.', field_loft: 'Loft' } },
}

describe.each(engines)('a way to be told that a plugin brings (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let admin: TestUser
  let [asker, ann]: TestUser[] = []
  const turn = (enabled: boolean, plugin_slug_name = 'pigeon') => turnPlugin(w, admin, plugin_slug_name, enabled)
  const choose = (person: TestUser, slug_name = 'pigeon') =>
    w.as(person).call(saveChannelChoices, { body: { plugins: [{ slug_name, events: ['answers', 'comments'] }] } })

  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    admin = await w.given.admin()
    const bytes = await pluginArchive({ slug_name: 'pigeon', code: PIGEON, askwell: MANIFEST })
    await sendPackage(w, admin, bytes)
    const { outbound } = w.app
    w.app.outbound = {
      ...outbound,
      request: async (address, sent, wanted) => {
        if (address !== 'https://loft.example.org/') return outbound.request(address, sent, wanted)
        pigeon.calls++
        await pigeon.deliver()
        pigeon.got.push(JSON.parse(sent.body.toString()) as Notice)
        return { status: 200, headers: {}, body: Buffer.alloc(0) }
      },
    }
    await turn(true)
  })
  beforeEach(async () => {
    ;[asker, ann] = [await w.given.member({ rank: 500 }), await w.given.member({ rank: 500 })]
    await w.settle()
    Object.assign(pigeon, { got: [], calls: 0, deliver: () => Promise.resolve() })
  })
  afterAll(() => w.close())

  test('is a column of everybody’s choices while it is on, and tells what they chose', async () => {
    expect((await w.as(asker!).call(channelChoices)).plugins).toEqual([
      { slug_name: 'pigeon', name: 'Pigeon', events: [] },
    ])
    await t.answer(ann!, await t.ask(asker!))
    await w.settle()
    expect(pigeon.calls).toBe(0)
    await choose(asker!)
    await w.as(asker!).call(saveUserPluginConfig, {
      body: { plugin_slug_name: 'pigeon', config_fields: { loft: 'Roof 7' } },
    })
    expect(await w.as(asker!).call(userPlugins)).toEqual([{ slug_name: 'pigeon', name: 'Pigeon' }])
    expect(
      (await w.as(asker!).call(userPluginConfig, { query: { plugin_slug_name: 'pigeon' } })).config_fields,
    ).toMatchObject([{ name: 'loft', title: 'Loft', value: 'Roof 7' }])
    const question = await t.ask(asker!, 'Where does a pigeon land?')
    const answer = await t.answer(ann!, question)
    await t.vote(ann!, 'up', question)
    await w.settle()
    expect(pigeon.got).toEqual([
      {
        id: expect.stringMatching(/^pigeon-\d+$/) as string,
        event: 'answers',
        action: 'answer_the_question',
        title: `${ann!.username} answered the question`,
        text: 'Where does a pigeon land?',
        url: `http://world.example/questions/${question}/${answer}`,
        language: 'en-US',
        recipient: { username: asker!.username, display_name: asker!.username, settings: { loft: 'Roof 7' } },
      },
    ])
    await turn(false)
    expect((await w.as(asker!).call(channelChoices)).plugins).toEqual([])
    expect(await w.as(asker!).call(userPlugins)).toEqual([])
    await expect(choose(asker!)).rejects.toMatchObject({ fields: ['plugins'] })
    await t.answer(ann!, await t.ask(asker!))
    await w.settle()
    expect(pigeon.got).toHaveLength(1)
    await turn(true)
    expect((await w.as(asker!).call(channelChoices)).plugins).toMatchObject([{ events: ['answers', 'comments'] }])
  })

  test('what was read or hidden meanwhile isn’t delivered', async () => {
    await choose(asker!)
    await t.answer(ann!, await t.ask(asker!))
    await w.as(asker!).call(readNotifications, { body: { type: 'inbox' } })
    const hidden = await t.ask(ann!)
    await t.comment(ann!, await t.answer(asker!, hidden))
    await w.as(await w.given.moderator()).call(deleteQuestion, { body: { id: hidden } })
    await w.settle()
    expect(pigeon.calls).toBe(0)
  })

  test('one that fails is tried again, and rests when it fails on and on', async () => {
    await choose(asker!)
    pigeon.deliver = () => Promise.reject(new Error('the pigeon is tired'))
    const question = await t.ask(asker!)
    for (let number = 0; number < 3; number++) await t.answer(await w.given.member(), question)
    await w.settle()
    expect([pigeon.calls, w.faults.splice(0).length]).toEqual([3, 3])
    await t.answer(await w.given.member(), question)
    await w.settle()
    expect(pigeon.calls).toBe(3)
    pigeon.deliver = () => Promise.resolve()
    w.clock.advance(MINUTE)
    await w.settle()
    expect(pigeon.got.map(({ id }) => id)).toHaveLength(4)
    expect(new Set(pigeon.got.map(({ id }) => id)).size).toBe(4)
    expect(w.faults).toEqual([])
  })

  test('what is for one that is on and not running in this process comes when it runs', async () => {
    await choose(asker!)
    await t.answer(ann!, await t.ask(asker!))
    w.app.plugins.use('pigeon', undefined)
    await w.settle()
    expect([pigeon.calls, w.faults]).toEqual([0, []])
    await turn(false)
    await turn(true)
    w.clock.advance(MINUTE)
    await w.settle()
    expect(pigeon.got).toHaveLength(1)
  })

  test('one that couldn’t begin in one process can be chosen there, and tells of what happens there', async () => {
    if (engine === 'sqlite') return // one process at a time
    const other = await neighbourOf(w)
    other.site.installed.start = () => Promise.reject(new Error('no room for one more process'))
    await turn(false)
    await turn(true)
    const there = other.as(asker!)
    await expect.poll(() => other.site.app!.plugins.isAwaited('pigeon', 'notification'), { timeout: 20_000 }).toBe(true)
    await there.call(saveChannelChoices, { body: { plugins: [{ slug_name: 'pigeon', events: ['answers'] }] } })
    expect((await there.call(channelChoices)).plugins).toEqual([
      { slug_name: 'pigeon', name: 'Pigeon', events: ['answers'] },
    ])
    const question = await t.ask(asker!)
    const body = { question_id: question, content: 'Somebody answers in the other process.' }
    await other.as(ann!).call(writeAnswer, { body })
    // It is that process’s turn first: what it can’t deliver is left for others.
    await other.site.app!.jobs.settle()
    expect(pigeon.got).toEqual([])
    w.clock.advance(MINUTE)
    await w.settle()
    expect(pigeon.got.map(({ recipient }) => recipient.username)).toEqual([asker!.username])
    await other.close()
  })

  test('one that never answers, or breaks at once, keeps nobody else waiting', async () => {
    await choose(asker!)
    let release = () => {}
    const called = new Promise<void>((resume) => {
      pigeon.deliver = () => {
        resume()
        return new Promise((free) => {
          release = free
        })
      }
    })
    const question = await t.ask(asker!)
    await t.answer(ann!, question)
    const settled = w.settle()
    await called
    // The pigeon holds its notice; the site's own work goes on meanwhile.
    const other = await t.ask(ann!)
    await t.comment(asker!, other)
    expect((await w.as(ann!).call(notifications, { query: { type: 'inbox' } })).count).toBe(1)
    release()
    await settled
    await w.settle()
    expect(pigeon.got).toHaveLength(1)
    pigeon.deliver = () => {
      throw new Error('no wings')
    }
    await t.answer(await w.given.member(), question)
    await w.settle()
    expect(w.faults.splice(0)).toHaveLength(1)
  })

  test('ntfy gets it at the topic of each member, inside only if the admin says so, and nothing for those who named none', async () => {
    const got: unknown[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => (body += String(part)))
      request.on('end', () => {
        got.push([request.headers.authorization, JSON.parse(body)])
        response.end('{}')
      })
    })
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await w.as(admin).call(savePluginConfig, {
      body: { plugin_slug_name: 'ntfy', config_fields: { server: address, access_token: 'tk_1' } },
    })
    await turn(true, 'ntfy')
    await choose(asker!, 'ntfy')
    await choose(ann!, 'ntfy')
    await w.as(asker!).call(saveUserPluginConfig, {
      body: { plugin_slug_name: 'ntfy', config_fields: { topic: 'quiet-7' } },
    })
    await t.answer(ann!, await t.ask(asker!, 'Does it reach inside unasked?'))
    await w.settle()
    expect(got).toEqual([])
    expect(w.faults.splice(0)).toHaveLength(1)
    await w.as(admin).call(savePluginConfig, {
      body: { plugin_slug_name: 'ntfy', config_fields: { private_network: true } },
    })
    await w.as(asker!).call(readNotifications, { body: { type: 'inbox' } })
    const question = await t.ask(asker!, 'Does the phone ring?')
    const answer = await t.answer(ann!, question)
    await t.answer(asker!, await t.ask(ann!))
    await w.settle()
    expect(got).toEqual([
      [
        'Bearer tk_1',
        {
          topic: 'quiet-7',
          title: `${ann!.username} answered the question`,
          message: 'Does the phone ring?',
          click: `http://world.example/questions/${question}/${answer}`,
        },
      ],
    ])
    server.close()
    await turn(false, 'ntfy')
  })
})
