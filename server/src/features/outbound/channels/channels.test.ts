import {
  channelChoices,
  type ChannelChoices,
  mutedTopics,
  muteTopic,
  saveChannelChoices,
  subscribePush,
  unsubscribePush,
} from '@askwell/contract/channels.ts'
import { saveSmtpSettings } from '@askwell/contract/administration.ts'
import { mailChoices, unsubscribe } from '@askwell/contract/emails.ts'
import { follow } from '@askwell/contract/follows.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { notifications, notificationStatus, readNotifications } from '@askwell/contract/notifications.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { saveNotificationSettings } from '@askwell/contract/site-settings.ts'
import { followTags } from '@askwell/contract/tags.ts'
import { setUserRole } from '@askwell/contract/user-administration.ts'
import { saveInterface } from '@askwell/contract/users.ts'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pushService } from '../../../../test/push-service.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, FIRST_SITE, type TestUser, type World, world } from '../../../../test/world.ts'
import { createOutboundHttp } from '../../../lib/outbound-http.ts'
import { DAY, HOUR } from '../../../lib/clock.ts'
import { findTagBySlug } from '../../content/tags/queries.ts'

/** A mail server on the loopback, and what it was given. */
const mailServer = async () => {
  const got: Email[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    hideSTARTTLS: true,
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      const keep = async () => {
        got.push(await PostalMime.parse(Buffer.concat(parts)))
        done()
      }
      stream.on('end', () => void keep())
    },
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return { got, port: (server.server.address() as AddressInfo).port, close: () => server.close(() => {}) }
}

describe.each(engines)('the ways to be told by (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let mail: Awaited<ReturnType<typeof mailServer>>
  let push: Awaited<ReturnType<typeof pushService>>
  let [asker, ann, bob]: TestUser[] = []
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    mail = await mailServer()
    w.app.outbound = createOutboundHttp({ allowed: ['127.0.0.1'] })
    const body = { smtp_host: '127.0.0.1', smtp_port: mail.port, encryption: '', smtp_authentication: false } as const
    await w.as(await w.given.admin()).call(saveSmtpSettings, { body })
  })
  beforeEach(async () => {
    push = await pushService()
    ;[asker, ann, bob] = [
      await w.given.member({ rank: 500 }),
      await w.given.member({ rank: 500 }),
      await w.given.member({ rank: 500 }),
    ]
    await w.settle()
    mail.got.length = 0
  })
  afterAll(async () => {
    mail.close()
    push.close()
    await w.close()
  })

  const choose = (person: TestUser, body: Partial<ChannelChoices>) => w.as(person).call(saveChannelChoices, { body })
  const mailsTo = (person: TestUser) =>
    mail.got.filter(({ to }) => to?.[0]?.address === `${person.username}@example.com`).map(({ subject }) => subject)
  const pushed = async () => {
    await w.settle()
    return push.got.map(({ message }) => message.title)
  }

  test('begin sensibly, and are chosen event by event', async () => {
    expect(await w.as(asker!).call(channelChoices)).toMatchObject({
      mail: ['answers', 'comments', 'invites'],
      digest: 'off',
      devices: 0,
      push_key: expect.stringMatching(/^[\w-]{80,}$/) as string,
    })
    await choose(asker!, { mail: ['votes'], digest: 'weekly' })
    expect(await w.as(asker!).call(channelChoices)).toMatchObject({ mail: ['votes'], digest: 'weekly', quiet_from: 0 })
    await expect(choose(asker!, { time_zone: 'Europe/Nowhere' })).rejects.toMatchObject({ fields: ['time_zone'] })
    const question = await t.ask(asker!)
    await t.answer(ann!, question)
    await t.vote(bob!, 'up', question)
    await w.settle()
    expect(mailsTo(asker!)).toEqual([
      `${bob!.username} upvoted your question: ${(await w.as(asker!).call(notifications, { query: { type: 'inbox' } })).list[0]!.object_info.title}`,
    ])
    // one's own list has both
    expect((await w.as(asker!).call(notifications, { query: { type: 'inbox' } })).count).toBe(2)
  })

  test('what is not wanted on the site is in the list, but isn’t new', async () => {
    await choose(asker!, { site: ['comments'] })
    const question = await t.ask(asker!)
    await t.answer(ann!, question)
    await t.vote(bob!, 'up', question)
    expect(await w.as(asker!).call(notificationStatus)).toMatchObject({ inbox: 0, achievement: 0 })
    await t.comment(ann!, question)
    expect(await w.as(asker!).call(notificationStatus)).toMatchObject({ inbox: 1 })
    expect(
      (await w.as(asker!).call(notifications, { query: { type: 'inbox' } })).list.map(({ is_read }) => is_read),
    ).toEqual([false, true, true])
  })

  test('one click ends one source, and only that', async () => {
    await t.answer(ann!, await t.ask(asker!))
    await w.settle()
    const { headers } = mail.got.find(({ to }) => to?.[0]?.address === `${asker!.username}@example.com`)!
    const header = (name: string) => headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const address = new URL(header('list-unsubscribe')!.slice(1, -1))
    await w.nobody.call(unsubscribe, { body: { code: address.searchParams.get('code')! } })
    expect((await w.as(asker!).call(channelChoices)).mail).toEqual(['comments', 'invites'])
    expect((await w.as(asker!).call(mailChoices)).inbox.enable).toBe(true)
    mail.got.length = 0
    const question = await t.ask(asker!)
    await t.answer(ann!, question)
    await t.comment(ann!, question)
    await w.settle()
    expect(mailsTo(asker!)).toHaveLength(1)
  })

  test('a push says what happened, encrypted for the one browser, and is gone with it', async () => {
    await w.as(asker!).call(subscribePush, { body: push.subscription })
    const question = await t.ask(asker!, 'Why does the phone ring?')
    const answer = await t.answer(ann!, question)
    await w.settle()
    expect(push.got).toMatchObject([
      {
        headers: { 'content-encoding': 'aes128gcm', authorization: expect.stringMatching(/^vapid t=/) as string },
        message: {
          title: `${ann!.username} answered the question`,
          body: 'Why does the phone ring?',
          url: `http://world.example/questions/${question}/${answer}`,
        },
      },
    ])
    await w.settle()
    expect(push.got).toHaveLength(1)
    push.service.status = 410
    await t.comment(ann!, question)
    await w.settle()
    expect((await w.as(asker!).call(channelChoices)).devices).toBe(0)
    push.service.status = 201
    await t.comment(ann!, question)
    expect(await pushed()).toHaveLength(1)
  })

  test('push services that never answer hold up nothing else', async () => {
    for (const browser of ['one', 'two', 'three'])
      await w.as(bob!).call(subscribePush, {
        body: { ...push.subscription, endpoint: `${push.subscription.endpoint}/${browser}` },
      })
    const question = await t.ask(bob!)
    await w.settle()
    mail.got.length = 0
    push.service.status = 0
    push.service.asked = 0
    await t.answer(ann!, question)
    w.app.jobs.start()
    try {
      // Asked all at once, while the e-mail of the same answer goes its way.
      await expect.poll(() => [push.service.asked, mailsTo(bob!).length], { timeout: 4000 }).toEqual([3, 1])
    } finally {
      push.service.status = 201
      await w.app.jobs.stop()
    }
    await w.as(bob!).call(unsubscribePush)
  })

  test('a push service that fails is asked again; an address inside the network is never asked', async () => {
    await w.as(asker!).call(subscribePush, { body: push.subscription })
    push.service.status = 503
    const before = w.faults.length
    await t.answer(ann!, await t.ask(asker!))
    await w.settle()
    expect([push.got.length, w.faults.length]).toEqual([0, before + 1])
    w.faults.length = before
    push.service.status = 201
    w.clock.advance(60)
    expect(await pushed()).toHaveLength(1)
    await w.as(bob!).call(subscribePush, { body: { ...push.subscription, endpoint: 'http://10.0.0.7/internal' } })
    await t.answer(ann!, await t.ask(bob!))
    expect(await pushed()).toHaveLength(1)
    await w.as(bob!).call(unsubscribePush)
    expect((await w.as(bob!).call(channelChoices)).devices).toBe(0)
  })

  test('who is given a role hears of it in the ways of decisions, and where it leads to', async () => {
    const admin = await w.given.admin()
    await w.as(ann!).call(subscribePush, { body: push.subscription })
    await choose(ann!, { mail: ['decisions'] })
    await w.as(admin).call(setUserRole, { body: { user_id: String(ann!.id), role_id: 3 } })
    expect(await pushed()).toEqual([`${admin.username} made you a moderator`])
    expect(push.got[0]!.message.url).toMatch(new RegExp(`/users/${ann!.username}$`))
    expect(mailsTo(ann!)).toEqual([`${admin.username} made you a moderator: ${FIRST_SITE.site_name}`])
    await choose(ann!, { mail: [], push: [] })
    await w.as(admin).call(setUserRole, { body: { user_id: String(ann!.id), role_id: 1 } })
    expect(await pushed()).toHaveLength(1)
    expect(mailsTo(ann!)).toHaveLength(1)
  })

  test('what was read or hidden meanwhile isn’t pushed', async () => {
    await w.as(asker!).call(subscribePush, { body: push.subscription })
    await t.answer(ann!, await t.ask(asker!))
    await w.as(asker!).call(readNotifications, { body: { type: 'inbox' } })
    const answer = await t.answer(bob!, await t.ask(ann!))
    await w.as(bob!).call(subscribePush, { body: push.subscription })
    await t.comment(ann!, answer)
    const moderator = await w.given.moderator()
    const { list } = await w.as(bob!).call(notifications, { query: { type: 'inbox' } })
    await w.as(moderator).call(deleteQuestion, { body: { id: list[0]!.object_info.object_map.question! } })
    expect(await pushed()).toEqual([])
  })

  test('during a pause nothing is sent, and in quiet hours only when they are over', async () => {
    await w.as(asker!).call(subscribePush, { body: push.subscription })
    await choose(asker!, { muted_until: w.clock.now() + HOUR })
    const question = await t.ask(asker!)
    await t.answer(ann!, question)
    expect([await pushed(), mailsTo(asker!)]).toEqual([[], []])
    w.clock.advance(HOUR)
    const minute = Math.floor((w.clock.now() % DAY) / 60)
    await choose(asker!, { quiet_from: minute, quiet_to: (minute + 120) % 1440, time_zone: 'UTC' })
    await t.comment(ann!, question)
    w.clock.advance(HOUR)
    expect([await pushed(), mailsTo(asker!)]).toEqual([[], []])
    w.clock.advance(HOUR)
    expect([(await pushed()).length, mailsTo(asker!).length]).toEqual([1, 1])
  })

  test('a muted question or tag says nothing any more, except what became of one’s own posts', async () => {
    const [first, second] = [await t.ask(asker!), await t.ask(asker!)]
    await w.as(bob!).call(follow, { body: { object_id: first } })
    await w.as(bob!).call(muteTopic, { body: { object_id: first } })
    await w.as(asker!).call(muteTopic, { body: { object_id: first } })
    await t.answer(ann!, first)
    await t.answer(ann!, second)
    await w.settle()
    const told = async (person: TestUser) =>
      (await w.as(person).call(notifications, { query: { type: 'inbox' } })).list.map(({ object_info, action }) => [
        object_info.object_map.question,
        action,
      ])
    expect([await told(asker!), await told(bob!)]).toEqual([[[second, 'answer_the_question']], []])
    expect(mailsTo(asker!)).toHaveLength(1)
    expect((await w.as(asker!).call(mutedTopics)).list.map(({ object_id }) => object_id)).toEqual([first])
    await w.as(await w.given.moderator()).call(deleteQuestion, { body: { id: first } })
    expect((await told(asker!))[0]).toEqual([first, 'your_question_was_deleted'])
    expect((await w.as(bob!).call(mutedTopics)).list).toEqual([])
    const tag = objectId('tag', (await findTagBySlug(w.app.db, 'support'))!.id)
    await w.as(asker!).call(muteTopic, { body: { object_id: tag } })
    await t.comment(ann!, second)
    expect(await told(asker!)).toHaveLength(2)
    await w.as(asker!).call(muteTopic, { body: { object_id: tag, mute: false } })
    await t.comment(ann!, second)
    expect(await told(asker!)).toHaveLength(3)
  })

  test('a digest tells the best of its time, in the reader’s language; with nothing to say none is sent', async () => {
    await choose(bob!, { digest: 'weekly' })
    await w.as(bob!).call(saveInterface, { body: { language: 'de_DE', color_scheme: 'default' } })
    w.clock.advance(6 * DAY)
    await w.app.jobs.settle()
    expect(mailsTo(bob!)).toEqual([])
    await w.as(bob!).call(followTags, { body: { slug_name_list: ['support'] } })
    const best = await t.ask(asker!, 'Which question is the best of the week?')
    await t.vote(ann!, 'up', best)
    const answer = await t.answer(ann!, best)
    await t.vote(asker!, 'up', answer)
    await t.ask(ann!, 'Who knows what nobody has answered?')
    await t.comment(ann!, await t.answer(bob!, best))
    const muted = await t.ask(asker!, 'What does nobody here want to hear of?')
    await t.vote(ann!, 'up', muted)
    await t.vote(asker!, 'up', await t.answer(ann!, muted))
    await w.as(bob!).call(muteTopic, { body: { object_id: muted } })
    await w.settle()
    mail.got.length = 0
    w.clock.advance(DAY + 600)
    await w.settle()
    expect(mailsTo(bob!)).toEqual(['Neues von World'])
    const [{ text, headers }] = mail.got.filter(({ to }) => to?.[0]?.address === `${bob!.username}@example.com`) as [
      Email,
    ]
    expect(text).toContain('Which question is the best of the week?\nPunktestand 1\nhttp://world.example/questions/')
    expect(text).toMatch(/DIE BESTEN ANTWORTEN[^]*NOCH OHNE ANTWORT[^]*Who knows what nobody has answered\?/)
    expect(text).toContain('hat deine Antwort kommentiert')
    expect(text).not.toContain('What does nobody here want to hear of?')
    // The same week has nothing more to say, nor has the next.
    await w.as(bob!).call(readNotifications, { body: { type: 'inbox' } })
    w.clock.advance(7 * DAY + 600)
    await w.settle()
    expect(mailsTo(bob!)).toHaveLength(1)
    const code = new URL(headers.find(({ key }) => key === 'list-unsubscribe')!.value.slice(1, -1)).searchParams.get(
      'code',
    )!
    await w.nobody.call(unsubscribe, { body: { code } })
    expect(await w.as(bob!).call(channelChoices)).toMatchObject({ digest: 'off' })
  })

  test('read ones go after the time that the admin has set, unread ones stay', async () => {
    const question = await t.ask(asker!)
    await t.answer(ann!, question)
    await w.as(asker!).call(readNotifications, { body: { type: 'inbox' } })
    await t.answer(bob!, question)
    const admin = await w.given.admin()
    await w.as(admin).call(saveNotificationSettings, { body: { notification_days: 30 } })
    const actions = async () => (await w.as(asker!).call(notifications, { query: { type: 'inbox' } })).list.length
    w.clock.advance(29 * DAY)
    await w.settle()
    expect(await actions()).toBe(2)
    w.clock.advance(2 * DAY)
    await w.settle()
    expect(await actions()).toBe(1)
  })
})
