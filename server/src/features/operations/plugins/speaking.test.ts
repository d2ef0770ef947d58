import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteAnswer, editAnswer } from '@askwell/contract/answers.ts'
import { type ChannelChoices, channelChoices, saveChannelChoices } from '@askwell/contract/channels.ts'
import { numberOf, objectId } from '@askwell/contract/ids.ts'
import { PLUGIN_NOTICES, PLUGIN_POSTS } from '@askwell/contract/limits.ts'
import {
  notificationGroups,
  notifications,
  notificationStatus,
  readNotifications,
} from '@askwell/contract/notifications.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { plugins } from '@askwell/contract/plugins.ts'
import { deleteQuestion, operateQuestion } from '@askwell/contract/questions.ts'
import { saveLoginSettings, saveNotificationSettings } from '@askwell/contract/site-settings.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import type { PostsAsked, PostsPage, PublicPost } from '@askwell/plugin-kit'
import { CompiledQuery, type RootOperationNode, sql } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedNotifications } from '../../../../test/inbox.ts'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { pluginCalled, sendPackage, turnPlugin } from '../../../../test/plugins.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { DAY } from '../../../lib/clock.ts'
import { insertPosts, updatePost } from '../../content/posts/queries.ts'
import { deleteNotificationsOfUser, deleteOldNotifications } from '../../outbound/notifications/effects.ts'
import { outgoingNotification } from '../../outbound/notifications/inbox/outgoing.ts'
import { listChanged } from './posts/queries.ts'

/** It does whatever a program asks it to do with its kit, and says what came of it. */
const CLERK = `import { plugin } from '@askwell/plugin-kit'
export default plugin({
  async endpoint({ body }, kit) {
    const [part, does, ...args] = JSON.parse(body)
    try {
      const value = (await kit[part][does](...args)) ?? null
      for (const post of value?.posts ?? []) post.text = post.text.slice(0, 100) // an answer has an end
      return { status: 200, body: { value } }
    } catch ({ message }) {
      return { status: 200, body: { error: message } }
    }
  },
})`
const WORDS = {
  en_US: { name: 'The clerk', description: 'For a test.' },
  de_DE: { name: 'Der Schreiber', description: 'Für einen Test.' },
}
const SETTLED = 11

describe.each(engines)('what plugins say to the site (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let admin: TestUser
  let version = 0

  const install = async (permissions: string[], api = '^1.1.0') => {
    const known = await pluginCalled(w, admin, 'clerk')
    const askwell = { kinds: ['endpoint'], languages: undefined, permissions, api, words: WORDS }
    const bytes = await pluginArchive({ slug_name: 'clerk', version: `1.0.${version++}`, code: CLERK, askwell })
    expect(await sendPackage(w, admin, bytes, known && 'clerk')).toMatchObject({ status: 200 })
  }
  const send = (...asked: unknown[]) =>
    w.server.inject({ method: 'POST', url: '/plugins/clerk/api/do', payload: JSON.stringify(asked) })
  const ask = async <T>(part: 'posts' | 'notifications', does: string, ...args: unknown[]) =>
    (await send(part, does, ...args)).json<{ value?: T; error?: string }>()
  const getPost = async (id: string) => (await ask<PublicPost | null>('posts', 'get', id)).value
  const listPosts = async (asked: PostsAsked) => {
    const { value, error } = await ask<PostsPage>('posts', 'list', asked)
    expect(error).toBeUndefined()
    return value!
  }
  const tell = (person: { username: string }, notification: object) =>
    ask<boolean>('notifications', 'send', person.username, notification)
  const inboxOf = (person: TestUser) => w.as(person).call(notifications, { query: { type: 'inbox' } })
  const unseen = async (person: TestUser) => (await w.as(person).call(notificationStatus)).inbox
  const member = () => w.given.member({ rank: 500 })
  const idsOf = ({ posts }: PostsPage) => posts.map(({ object_id }) => object_id)

  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  describe('is agreed to', () => {
    const powersIn = async (language: string) => {
      const headers = { 'accept-language': language, authorization: admin.token }
      const response = await w.server.inject({ url: pathOf(plugins), headers })
      const { data } = response.json<{
        data: { slug_name: string; powers: { power: string; words: string; agreed: boolean }[] }[]
      }>()
      return data.find(({ slug_name }) => slug_name === 'clerk')!.powers
    }

    test('in words, and again where another version wants more', async () => {
      await install(['read:posts'], '^1.0.0')
      expect((await turnPlugin(w, admin, 'clerk', true)).map(({ words }) => words)).toContain(
        'Gets the text of public questions and answers that it hears of.',
      )
      expect(await ask('posts', 'list', { order: 'newest' })).toEqual({ error: expect.stringContaining('"^1.1.0"') })
      expect(await tell(admin, { key: 'a', text: 'A' })).toEqual({
        error: 'the plugin has no permission "write:notifications"',
      })
      await install(['read:posts', 'write:notifications'])
      const wanted = (await powersIn('en_US')).filter(({ agreed }) => !agreed)
      expect(wanted.map(({ power, words }) => [power, words])).toEqual([
        ['read:all_posts', expect.stringMatching(/everybody may see.*private site, all that every member may see/)],
        ['write:notifications', expect.stringMatching(/messages of its own into the inboxes of members/)],
      ])
      expect((await powersIn('de_DE')).map(({ words }) => words)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/privaten Website alle, die jedes Mitglied sehen darf/),
          expect.stringMatching(/eigene Nachrichten in den Eingang/),
        ]),
      )
      expect((await send('posts', 'list', { order: 'newest' })).statusCode).toBe(503)
      await turnPlugin(w, admin, 'clerk', true)
      expect(await ask('posts', 'list', { order: 'newest' })).toMatchObject({ value: { more: false } })
    })

    test('so that one without permissions gets nothing', async () => {
      await install([])
      await turnPlugin(w, admin, 'clerk', true)
      for (const [does, what] of [
        ['get', objectId('question', 1)],
        ['list', { order: 'newest' }],
      ])
        expect(await ask('posts', does as string, what)).toEqual({ error: 'the plugin has no permission "read:posts"' })
      await install(['read:posts', 'write:notifications'])
      await turnPlugin(w, admin, 'clerk', true)
    })
  })

  describe('posts', () => {
    test('come by their ids, as events and searches have them', async () => {
      const [asker, writer] = [await member(), await member()]
      const title = 'Which post does the clerk read'
      const question = await t.ask(asker, title)
      const answer = await t.answer(writer, question, 'It reads **this** one.')
      await t.vote(asker, 'up', answer)
      w.clock.advance(60)
      await w.as(writer).call(editAnswer, { body: { id: answer, content: 'It reads **that** one.' } })
      const at = w.clock.now()
      expect(await getPost(question)).toMatchObject({ object_type: 'question', question_id: question, score: 0 })
      const found = await getPost(answer)
      expect(found).toEqual({
        object_type: 'answer',
        object_id: answer,
        question_id: question,
        title,
        text: 'It reads **that** one.',
        tags: ['support'],
        author: { username: writer.username, display_name: expect.any(String) as string },
        score: 1,
        created_at: at - 60,
        changed_at: at,
        url: expect.stringMatching(new RegExp(`^https?://.*/questions/.*${answer}$`)) as string,
      })
      for (const id of [objectId('question', 987_654), objectId('tag', 1), 'nonsense', ''])
        expect(await getPost(id)).toBeNull()
      await w.as(admin).call(setUserStatus, { body: { user_id: String(writer.id), status: 'deleted' } })
      expect((await getPost(answer))!.author).toEqual({
        username: `user${writer.id}`,
        display_name: `user${writer.id}`,
      })
    })

    test('that are hidden never come, and what is unlisted only by its id', async () => {
      const asker = await member()
      const [deleted, unlisted, kept] = [await t.ask(asker), await t.ask(asker), await t.ask(asker)]
      const [under, gone] = [await t.answer(admin, deleted), await t.answer(admin, kept)]
      const waiting = await t.ask(asker)
      await w.app.transaction(({ db }) => updatePost(db, numberOf('question', waiting), { status: 11 }))
      await w.as(admin).call(deleteQuestion, { body: { id: deleted } })
      await w.as(admin).call(deleteAnswer, { body: { id: gone } })
      await w.as(admin).call(operateQuestion, { body: { id: unlisted, operation: 'hide' } })
      w.clock.advance(SETTLED)
      for (const order of ['newest', 'changed'] as const) {
        const since = order === 'changed' ? { since: w.clock.now() - SETTLED } : {}
        const listed = idsOf(await listPosts({ order, ...since }))
        expect(listed).toContain(kept)
        for (const id of [deleted, under, gone, waiting, unlisted]) expect(listed).not.toContain(id)
      }
      for (const id of [deleted, under, gone, waiting]) expect(await getPost(id)).toBeNull()
      expect(await getPost(unlisted)).toMatchObject({ object_id: unlisted })
    })

    test('come page by page, the newest first, or by when they were changed', async () => {
      const asker = await member()
      const begin = w.clock.now() + 1
      w.clock.advance(1)
      const questions: string[] = []
      for (let n = 0; n < 5; n++) {
        questions.push(await t.ask(asker))
        w.clock.advance(1)
      }
      const [first, second, third, fourth, fifth] = questions as [string, string, string, string, string]
      const one = await listPosts({ order: 'newest', limit: 2 })
      expect([idsOf(one), one.more]).toEqual([[fifth, fourth], true])
      expect(idsOf(await listPosts({ order: 'newest', limit: 2, from: one.next }))).toEqual([third, second])
      const tooSoon = await listPosts({ order: 'changed', since: begin })
      expect(idsOf(tooSoon)).toEqual([])
      w.clock.advance(SETTLED)
      const changed = await listPosts({ order: 'changed', since: begin, limit: 3 })
      expect([idsOf(changed), changed.more]).toEqual([[first, second, third], true])
      const rest = await listPosts({ order: 'changed', from: changed.next })
      expect([idsOf(rest), rest.more]).toEqual([[fourth, fifth], false])
      expect(await listPosts({ order: 'changed', from: rest.next })).toEqual({
        posts: [],
        next: rest.next,
        more: false,
      })
      const answer = await t.answer(asker, first)
      w.clock.advance(SETTLED)
      expect(idsOf(await listPosts({ order: 'changed', from: rest.next }))).toEqual([answer])
    })

    test('are looked at a few at a time, however many are hidden, and no table is read from end to end', async () => {
      const asker = await member()
      const shown = await t.ask(asker)
      const hidden = {
        kind: 'question',
        user_id: asker.id,
        title: 'Hidden',
        description: '',
        original_text: 'Hidden',
        parsed_text: '',
        status: 10,
      } as const
      await w.app.transaction(({ db, now }) => {
        const post = { ...hidden, created_at: now(), updated_at: now() }
        return insertPosts(
          db,
          Array.from({ length: PLUGIN_POSTS.looked_at + 50 }, () => post),
        )
      })
      const first = await listPosts({ order: 'newest' })
      expect([first.posts, first.more]).toEqual([[], true])
      const second = await listPosts({ order: 'newest', from: first.next, limit: 1 })
      expect([idsOf(second), second.more]).toEqual([[shown], true])
      const plan = await w.app.transaction(async ({ db }) => {
        if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(db)
        const asked: RootOperationNode[] = []
        const noting = db.withPlugin({
          transformQuery: ({ node }) => {
            asked.push(node)
            return node
          },
          transformResult: async ({ result }) => result,
        })
        await listChanged(noting, { id: 1, updated_at: 1 }, w.clock.now(), 5)
        const query = db.getExecutor().compileQuery(asked[0]!, { queryId: 'plan' })
        const { rows } = await db.executeQuery(
          CompiledQuery.raw(`${engine === 'sqlite' ? 'explain query plan' : 'explain'} ${query.sql}`, [
            ...query.parameters,
          ]),
        )
        return JSON.stringify(rows)
      })
      expect(plan).toContain('posts_changed')
      expect(plan).not.toMatch(/Sort|TEMP B-TREE/)
    })

    test.each([
      [{}, 'order'],
      [{ order: 'best' }, 'order'],
      [{ order: 'newest', limit: 0 }, 'limit'],
      [{ order: 'newest', limit: PLUGIN_POSTS.page + 1 }, 'limit'],
      [{ order: 'changed', since: 'yesterday' }, 'since'],
      [{ order: 'changed', from: 'somewhere' }, 'from'],
    ])('asked for by %j are refused, with what is wrong', async (asked, field) => {
      expect(await ask('posts', 'list', asked)).toEqual({ error: expect.stringMatching(new RegExp(`^${field}: `)) })
    })

    test('of large texts come a few at a time', async () => {
      const asker = await member()
      const ids = [await t.ask(asker), await t.ask(asker), await t.ask(asker)]
      const original_text = 'x'.repeat(PLUGIN_POSTS.characters / 2)
      for (const id of ids)
        await w.app.transaction(({ db }) => updatePost(db, numberOf('question', id), { original_text }))
      const page = await listPosts({ order: 'newest' })
      expect(idsOf(page)).toEqual([ids[2], ids[1]])
      expect(idsOf(await listPosts({ order: 'newest', from: page.next, limit: 1 }))).toEqual([ids[0]])
      for (const id of ids) await w.as(admin).call(deleteQuestion, { body: { id } })
    })

    test('of a private site are those that every member may see', async () => {
      const [shown, hidden] = [await t.ask(await member()), await t.ask(await member())]
      await w.as(admin).call(deleteQuestion, { body: { id: hidden } })
      await w.as(admin).call(saveLoginSettings, { body: { login_required: true } })
      expect([await getPost(shown), await getPost(hidden)]).toMatchObject([{ object_id: shown }, null])
      await w.as(admin).call(saveLoginSettings, { body: { login_required: false } })
    })
  })

  describe('notifications', () => {
    test('stand in the inbox under its name, lead to a page of the site, and come once for each key', async () => {
      const reader = await member()
      const text = 'The library opens at nine <b>tomorrow</b>.'
      expect(await tell(reader, { key: 'library 1', text, path: '/questions?tab=newest' })).toEqual({ value: true })
      expect(await tell(reader, { key: 'library 1', text: 'Something else.' })).toEqual({ value: true })
      const { list, count } = await inboxOf(reader)
      expect(count).toBe(1)
      expect(list[0]).toEqual({
        id: expect.any(String) as string,
        object_info: {
          title: text,
          url_title: '',
          username: '',
          slug_name: '',
          is_own: false,
          plugin: 'The clerk',
          path: '/questions?tab=newest',
          object_id: objectId('user', reader.id),
          object_type: 'user',
          object_map: { question: '0', answer: '0', comment: '' },
        },
        rank: 0,
        notification_action: 'Message from the plugin “The clerk”',
        action: 'told_by_plugin',
        excerpt: '',
        is_read: false,
        update_time: w.clock.now(),
      })
      expect(await unseen(reader)).toBe(1)
      expect(await tell(reader, { key: 'library 2', text: 'The library is closed.' })).toEqual({ value: true })
      const lines = (await w.as(reader).call(notificationGroups, { query: { type: 'inbox' } })).list
      expect(lines.map(({ object_info }) => object_info.title).sort()).toEqual(['The library is closed.', text].sort())
      const german = await w.server.inject({
        url: `${pathOf(notifications)}?type=inbox`,
        headers: { 'accept-language': 'de_DE', authorization: reader.token },
      })
      expect(german.body).toContain('Nachricht vom Plugin „The clerk“')
      const sent = await outgoingNotification(w.app, reader.id, Number(list[0]!.id))
      expect(sent).toMatchObject({ title: 'Message from the plugin “The clerk”', text })
      expect(sent!.url).toMatch(/^https?:\/\/[^/]+\/questions\?tab=newest$/)
    })

    test('go to nobody who can’t read them', async () => {
      const [suspended, deleted, newcomer] = [await member(), await member(), await w.given.member({ active: false })]
      for (const [person, status] of [
        [suspended, 'suspended'],
        [deleted, 'deleted'],
      ] as const)
        await w.as(admin).call(setUserStatus, { body: { user_id: String(person.id), status } })
      for (const person of [suspended, deleted, newcomer, { username: 'nobody-at-all' }])
        expect(await tell(person, { key: 'a', text: 'Hello.' })).toEqual({ value: false })
      expect(
        await w.app.db
          .selectFrom('plugin_notices')
          .select('id')
          .where('user_id', 'in', [suspended.id, deleted.id, newcomer.id])
          .execute(),
      ).toEqual([])
    })

    test('have an end for each member and day', async () => {
      const [reader, other] = [await member(), await member()]
      const { of_a_day } = PLUGIN_NOTICES
      for (let n = 0; n < of_a_day; n++)
        expect(await tell(reader, { key: `${n}`, text: `Number ${n}.` })).toEqual({ value: true })
      expect(await tell(reader, { key: 'more', text: 'One more.' })).toEqual({
        error: expect.stringMatching(new RegExp(`^limit: .*${of_a_day} things a day`)) as string,
      })
      expect(await tell(reader, { key: '0', text: 'Known already.' })).toEqual({ value: true })
      expect(await tell(other, { key: 'more', text: 'One more.' })).toEqual({ value: true })
      w.clock.advance(DAY)
      expect(await tell(reader, { key: 'more', text: 'One more.' })).toEqual({ value: true })
      expect((await inboxOf(reader)).count).toBe(of_a_day + 1)
    })

    test.each([
      [{ text: 'No key.' }, 'key'],
      [{ key: 'k', text: ' ' }, 'text'],
      [{ key: 'k', text: 'x'.repeat(PLUGIN_NOTICES.characters + 1) }, 'text'],
      [{ key: 'k', text: 'Two\nlines.' }, 'text'],
      [{ key: 'k', text: 'turned \u202Eround' }, 'text'],
      [{ key: 'k', text: 'T', path: 'https://elsewhere.example/' }, 'path'],
      [{ key: 'k', text: 'T', path: '//elsewhere.example' }, 'path'],
      [{ key: 'k', text: 'T', path: '/\\elsewhere.example' }, 'path'],
      [{ key: 'k', text: 'T', path: 'javascript:alert(1)' }, 'path'],
    ])('such as %j are refused, with what is wrong', async (notification, field) => {
      const { error } = await tell(admin, notification)
      expect(error).toMatch(new RegExp(`^${field}: `))
    })

    test('are chosen by members as a kind of their own', async () => {
      const reader = await member()
      const choices = await w.as(reader).call(channelChoices)
      expect([choices.site.includes('plugins'), choices.mail.includes('plugins')]).toEqual([true, false])
      const choose = (body: Partial<ChannelChoices>) => w.as(reader).call(saveChannelChoices, { body })
      await choose({ site: choices.site.filter((event) => event !== 'plugins') })
      await tell(reader, { key: 'quiet', text: 'Nobody hears this.' })
      expect([(await inboxOf(reader)).count, await unseen(reader)]).toEqual([1, 0])
      const mailed = async () => {
        const outbox = join(w.folder, 'outbox')
        const letters = await Promise.all(
          (await readdir(outbox)).map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
        )
        return letters.flatMap(({ to, subject }) =>
          to?.[0]?.address === `${reader.username}@example.com` ? (subject ?? '') : [],
        )
      }
      await w.settle()
      expect(await mailed()).toEqual([])
      await choose({ site: choices.site, mail: ['plugins'] })
      await tell(reader, { key: 'mailed', text: 'This one is mailed.' })
      await w.settle()
      expect(await unseen(reader)).toBe(1)
      expect(await mailed()).toEqual(['Message from the plugin “The clerk”: This one is mailed.'])
    })

    test('go with those that were read long ago, and with their member', async () => {
      const [reader, leaver] = [await member(), await member()]
      for (const person of [reader, leaver]) await tell(person, { key: 'k', text: 'A word that goes.' })
      const kept = async () =>
        (await w.app.db.selectFrom('plugin_notices').select('user_id').where('key', '=', 'k').execute()).map(
          ({ user_id }) => user_id,
        )
      await w.as(admin).call(saveNotificationSettings, { body: { notification_days: 30 } })
      await w.as(reader).call(readNotifications, { body: { type: 'inbox' } })
      w.clock.advance(31 * DAY)
      await deleteOldNotifications(w.app)
      expect(await kept()).toEqual([leaver.id])
      expect(await storedNotifications(w.app, reader.id)).toEqual([])
      const erased = { actor_id: 0, object_type: 'user', object_id: leaver.id, question_id: 0 } as const
      await w.app.transaction((tx) => deleteNotificationsOfUser(tx, erased))
      expect(await kept()).toEqual([])
    })
  })
})
