import { createHmac } from 'node:crypto'
import { DELIVERIES, PLUGIN_STORAGE_BYTES } from '@askwell/contract/limits.ts'
import { deliveries, removePlugin, savePluginConfig, sendDeliveries } from '@askwell/contract/plugins.ts'
import { writeAnswer } from '@askwell/contract/answers.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { askQuestion, deleteQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendPackage, turnPlugin } from '../../../../test/plugins.ts'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { insertMany } from '../../../db/insert-many.ts'
import { DAY } from '../../../lib/clock.ts'
import { deleteSettingsOfUser } from './effects.ts'
import { deleteOldDeliveries } from './events/deliveries.ts'
import { findStored, listStoredOfUser, upsertStored } from './storage/queries.ts'

const URL = 'https://hooks.example.org/in'

describe.each(engines)('plugins that come with the site and run by themselves (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterAll(async () => {
    await w.close()
  })

  const turn = (plugin_slug_name: string, enabled = true) => turnPlugin(w, admin, plugin_slug_name, enabled)
  const question = (title: string, content: string, by: TestUser = admin) =>
    w.as(by).call(askQuestion, { body: { title, content, tags: [{ slug_name: 'support' }] } })
  const install = async (slug_name: string, code: string, askwell: Record<string, unknown>) => {
    const bytes = await pluginArchive({ slug_name, code, askwell })
    await sendPackage(w, admin, bytes)
    await turn(slug_name)
  }
  const removed = (plugin_slug_name: string) => w.as(admin).call(removePlugin, { body: { plugin_slug_name } })

  test('chess boards: a position becomes a picture with a description, anything else stays code', async () => {
    await turn('chess')
    const draw = (text: string) => w.as(admin).call(renderPost, { body: { content: `\`\`\`fen\n${text}\n\`\`\`` } })
    const html = await draw('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1')
    expect(html).toMatch(/^<div class="drawn"><svg role="img" aria-label="rnbqkbnr\/pp/)
    expect(html.match(/<rect/g)).toHaveLength(64)
    expect(html.match(/<text/g)).toHaveLength(32)
    expect(await draw('no position')).toContain('<code')
    await turn('chess', false)
  })

  test('webhooks: signed, and again later where the receiver fails', async () => {
    const sent: { body: string; headers: Record<string, string | number> }[] = []
    let status = 500
    const { outbound } = w.app
    w.app.outbound = {
      ...outbound,
      request: async (address, { body, headers }) => {
        expect(address).toBe(URL)
        sent.push({ body: body.toString(), headers })
        return { status, headers: {}, body: Buffer.alloc(0) }
      },
    }
    const config_fields = { url: URL, secret: 'hush' }
    await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'webhooks', config_fields } })
    await turn('webhooks')
    const { id } = await question('Does anybody hear of this one?', 'I am asking for a webhook.')
    await w.settle()
    expect(sent).toHaveLength(1)
    w.faults.length = 0 // the job that failed
    status = 204
    w.clock.advance(60)
    await w.settle()
    expect(sent).toHaveLength(2)
    expect(sent[1]!.body).toBe(sent[0]!.body)
    const { body, headers } = sent[1]!
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', 'hush').update(signed).digest('base64')}`)
    // As it was signed before; receivers that know nothing else go on.
    expect(headers).toMatchObject({
      'x-askwell-event': 'question.asked',
      'x-askwell-delivery': headers['webhook-id'],
      'x-askwell-signature': `sha256=${createHmac('sha256', 'hush').update(body).digest('hex')}`,
    })
    expect(Number(headers['webhook-timestamp'])).toBeGreaterThan(Date.now() / 1000 - 120)
    const log = async (status: '' | 'failed' = '') =>
      (await w.as(admin).call(deliveries, { query: { plugin_slug_name: 'webhooks', status } })).list
    expect(await log()).toEqual([
      expect.objectContaining({
        event: 'question.asked',
        question_id: id,
        status: 'delivered',
        attempts: 2,
        answer: '204',
      }),
    ])
    expect(JSON.stringify(await w.app.db.selectFrom('plugin_deliveries').selectAll().execute())).not.toContain(
      'anybody',
    )
    const again = (body: { id?: string; since?: number }) =>
      w.as(admin).call(sendDeliveries, { body: { plugin_slug_name: 'webhooks', ...body } })
    // Pressed twice it is sent once.
    for (const _ of ['once', 'twice']) expect(await again({ id: (await log())[0]!.id })).toEqual({ count: 1 })
    await w.settle()
    expect(sent).toHaveLength(3)
    expect(sent.at(-1)!.body).toBe(body)
    expect(await log()).toMatchObject([{ status: 'delivered', attempts: 3 }])
    // What has failed, tried once more by the log: a job that waits is tried now, one that was dropped is made anew.
    status = 410
    for (const title of ['Will this one arrive at last?', 'Will that one arrive at last?']) {
      await question(title, 'The receiver is away for a while.')
      await w.settle()
      w.clock.advance(5)
    }
    w.faults.length = 0
    const [later, sooner] = await log('failed')
    expect([later, sooner]).toMatchObject([
      { status: 'failed', attempts: 1, answer: 'the receiver answered 410' },
      { status: 'failed', attempts: 1 },
    ])
    expect(later!.next_try_at).toBeGreaterThan(0)
    await w.app.transaction(({ db }) => db.deleteFrom('jobs').where('event_id', '>', 0).execute())
    expect((await log('failed'))[0]!.next_try_at).toBe(0)
    status = 200
    expect(await again({ since: later!.created_at })).toEqual({ count: 1 })
    await w.settle()
    expect((await log('failed')).map((row) => row.id)).toEqual([sooner!.id])
    expect(await again({})).toEqual({ count: 1 })
    await w.settle()
    expect(await log('failed')).toEqual([])
    expect(await again({})).toEqual({ count: 0 })
    await expect(again({ id: '999999' })).rejects.toMatchObject({ status: 400 })
    const acts = await w.app.db.selectFrom('audit_entries').select(['action', 'name', 'after']).execute()
    expect(acts.filter(({ action }) => action === 'plugin.told_again')).toEqual(
      [1, 1, 1, 1].map((count) => ({
        action: 'plugin.told_again',
        name: 'webhooks',
        after: JSON.stringify({ count }),
      })),
    )
    expect(JSON.parse(body)).toMatchObject({
      event: 'question.asked',
      actor: { username: 'admin' },
      url: expect.stringMatching(/^http:\/\/world\.example\/questions\/\d+/),
      post: { title: 'Does anybody hear of this one?', text: 'I am asking for a webhook.', tags: ['support'] },
    })
    await w.as(admin).call(writeAnswer, { body: { question_id: id, content: 'Yes, the hook does hear it.' } })
    await w.settle()
    expect(JSON.parse(sent.at(-1)!.body)).toMatchObject({
      event: 'answer.given',
      post: { text: 'Yes, the hook does hear it.' },
    })
    await w.as(admin).call(deleteQuestion, { body: { id } })
    await w.settle()
    const gone = JSON.parse(sent.at(-1)!.body) as { event: string; post?: unknown }
    expect([gone.event, gone.post]).toEqual(['question.deleted', undefined])
    await turn('webhooks', false)
    await expect(again({ id: (await log())[0]!.id })).rejects.toMatchObject({ status: 400 })
    const before = sent.length
    await question('Does anybody hear of the next one?', 'Nobody should, as it is off.')
    await w.settle()
    expect(sent).toHaveLength(before)
    w.app.outbound = outbound
  })

  test('the learning filter makes wait what looks like what moderators have deleted', async () => {
    const member = await w.given.member({ name: 'bo' })
    await turn('bayes')
    const spam = (n: number) => `Casino bonus winnings jackpot lottery number ${'abcdefgh'[n]}`
    for (let n = 0; n < 6; n++) {
      await question(`How do I fold a paper crane ${n}?`, `My crane paper folds crease wings beak ${n}.`, member)
      const { id } = await question(`Visit the casino ${n} now please`, spam(n), member)
      await w.settle()
      await w.as(admin).call(deleteQuestion, { body: { id } })
    }
    await w.settle()
    const held = await question('Another casino for everybody?', spam(7), member)
    await expect(w.nobody.call(questionInfo, { query: { id: held.id } })).rejects.toMatchObject({ status: 404 })
    const good = await question('How do wings of a crane fold?', 'The paper crane has a crease at its beak.', member)
    expect(await w.nobody.call(questionInfo, { query: { id: good.id } })).toMatchObject({ id: good.id })
    await turn('bayes', false)
  })

  test('what a plugin keeps is its own, has a limit, and goes with a member or the plugin', async () => {
    const member = await w.given.member({ name: 'cy' })
    const storing = `export default { async render(blocks, { storage }) {
  const tries = { own: () => storage.set('own', { a: 1 }), about: () => storage.set('about', 'cy likes tea', { username: 'cy' }), large: () => storage.set('large', 'x'.repeat(70000)),
    nobody: () => storage.set('b', 1, { username: 'nobody-at-all' }), full: () => storage.set('full', 'x'.repeat(2000)) }
  const said = []
  for (const [name, attempt] of Object.entries(tries)) await attempt().catch(({ message }) => said.push(name + ': ' + message))
  const kept = JSON.stringify([await storage.get('own'), await storage.list()])
  return blocks.map(() => '<p>' + said.join(' | ') + ' | ' + kept + '</p>')
} }`
    const reading = `export default { render: async (blocks, { storage }) => ['<p>' + JSON.stringify([await storage.get('own') ?? null, await storage.list()]) + '</p>'] }`
    await install('keeper', storing, { permissions: ['storage'], languages: ['keep'] })
    await install('reader', reading, { permissions: ['storage'], languages: ['read'] })
    await w.app.transaction((tx) =>
      upsertStored(tx.db, {
        plugin: 'keeper',
        key: 'seed',
        user_id: 0,
        value: '1',
        bytes: PLUGIN_STORAGE_BYTES - 1000,
        updated_at: 1,
      }),
    )
    const html = await w.as(admin).call(renderPost, { body: { content: '```keep\nx\n```' } })
    expect(html).toContain(
      'large: a value has at most 64 KB | nobody: there is no such member | full: a plugin keeps at most 5 MB | [{"a":1},["about","own","seed"]]',
    )
    expect(await w.as(admin).call(renderPost, { body: { content: '```read\nx\n```' } })).toContain('[null,[]]')
    expect(await listStoredOfUser(w.app.db, member.id)).toMatchObject([
      { plugin: 'keeper', key: 'about', value: 'cy likes tea' },
    ])
    const erased = { actor_id: 0, object_type: 'user', object_id: member.id, question_id: 0 } as const
    for (let twice = 0; twice < 2; twice++) await w.app.transaction((tx) => deleteSettingsOfUser(tx, erased))
    expect(await listStoredOfUser(w.app.db, member.id)).toEqual([])
    expect(await findStored(w.app.db, 'keeper', 'own')).toEqual({ a: 1 })
    await w.as(admin).call(removePlugin, { body: { plugin_slug_name: 'keeper', keep: true } })
    expect(await findStored(w.app.db, 'keeper', 'own')).toEqual({ a: 1 })
    await install('keeper', storing, { permissions: ['storage'], languages: ['keep'] })
    await removed('keeper')
    expect(await findStored(w.app.db, 'keeper', 'own')).toBeUndefined()
    await removed('reader')
  })

  test('a filter changes a text before it is kept and judged; one that fails changes nothing', async () => {
    await install(
      'tidy',
      `export default { filter({ content }) { if (content.includes('boom')) throw new Error('no'); return content.replaceAll('teh', 'the') } }`,
      { kinds: ['filter'], languages: [] },
    )
    const { id } = await question('What did teh dog do to you?', 'It was teh dog that barked.')
    expect(await w.nobody.call(questionInfo, { query: { id } })).toMatchObject({
      content: 'It was the dog that barked.',
    })
    const other = await question('What did the cat do to you?', 'It was teh cat, boom.')
    expect(await w.nobody.call(questionInfo, { query: { id: other.id } })).toMatchObject({
      content: 'It was teh cat, boom.',
    })
    await removed('tidy')
  })

  test('the log of what plugins were told has an end: fourteen days, and so many of each', async () => {
    await w.app.transaction(({ db }) => db.deleteFrom('plugin_deliveries').execute())
    const thing = { event: 'question.asked', object_type: 'question', object_id: 1, question_id: 1 }
    const outcome = { status: 'failed', attempts: 1, answer: '', milliseconds: 1, job_id: 0 }
    const about = { ...thing, ...outcome, created_at: w.clock.now(), updated_at: w.clock.now() }
    const row = (plugin: string, due_event_id: number) => ({
      ...about,
      plugin,
      due_event_id,
    })
    const rows = [
      ...Array.from({ length: DELIVERIES.of_each + 1200 }, (_, at) => row('webhooks', 1_000_000 + at)),
      ...Array.from({ length: 3 }, (_, at) => row('bayes', 2_000_000 + at)),
    ]
    await w.app.transaction((tx) => insertMany(tx.db, 'plugin_deliveries', rows))
    await deleteOldDeliveries(w.app)
    const left = await w.app.db
      .selectFrom('plugin_deliveries')
      .select(['plugin', 'due_event_id'])
      .orderBy('id')
      .execute()
    expect(left).toHaveLength(DELIVERIES.of_each + 3)
    expect(left[0]).toEqual({ plugin: 'webhooks', due_event_id: 1_001_200 })
    const { list, more, failed } = await w.as(admin).call(deliveries, { query: { plugin_slug_name: 'webhooks' } })
    expect([list.length, more, failed]).toEqual([DELIVERIES.page, true, DELIVERIES.of_each])
    const next = { plugin_slug_name: 'webhooks', before: list.at(-1)!.id }
    const second = await w.as(admin).call(deliveries, { query: next })
    expect(Number(second.list[0]!.id)).toBe(Number(list.at(-1)!.id) - 1)
    w.clock.advance(DELIVERIES.days * DAY + 1)
    await deleteOldDeliveries(w.app)
    expect(await w.app.db.selectFrom('plugin_deliveries').select('id').execute()).toEqual([])
  })
})
