import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpoints } from '@askwell/contract/index.ts'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, singlePageClient } from '../../../test/single-page-client.ts'
import { threads } from '../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'

/** Some features come later; a client asks for them all the same, and is looked at from then on. */
const offers = (path: string) => endpoints.some((endpoint) => endpoint.path === path)

describe.each(engines)('a client that was written for this API before us (%s)', (engine) => {
  let w: World
  let ann: TestUser, bob: TestUser, moderator: TestUser, admin: TestUser
  let count = 0
  beforeAll(async () => {
    w = await world(engine)
    ;[ann, bob] = [await w.given.member({ name: 'ann', rank: 600 }), await w.given.member({ name: 'bob', rank: 600 })]
    ;[moderator, admin] = [await w.given.moderator({ name: 'moe' }), await w.given.admin()]
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const clientOf = (person?: TestUser) => {
    const client = singlePageClient(w)
    if (person) client.enterAs(person.token)
    return client
  }
  const codeMailedTo = async (e_mail: string) => {
    await w.settle()
    const outbox = join(w.folder, 'outbox')
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort()
    const letters = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))))
    return /code=([\w-]+)/.exec(letters.findLast(({ to }) => to?.[0]?.address === e_mail)?.text ?? '')![1]!
  }
  /** Tags as its form has them: with all that the list to pick from said of them. */
  const tagsOf = async ({ call }: Client, ...slugs: string[]) =>
    Promise.all(
      slugs.map(async (slug) => ({
        original_text: '',
        parsed_text: '',
        ...(await call('GET /question/tags', { tag: slug })).find(
          (tag: { slug_name: string }) => tag.slug_name === slug,
        ),
      })),
    )
  const ask = async (client: Client, title = `Which of the ${++count} winds is a zephyr?`) =>
    (await client.call('POST /question', { title, content: 'A *zephyr* text.', tags: await tagsOf(client, 'support') }))
      .id as string

  test('starts with the site and nobody, and looks around', async () => {
    const { call } = clientOf()
    const { site_write, theme, site_seo, login } = await call('GET /siteinfo')
    expect([site_write, theme.theme_config[theme.theme], site_seo.permalink, login]).not.toContain(undefined)
    expect(await call('GET /user/info')).toBe(null)
    for (const path of ['/user-center/agent', '/plugin/status', '/connector/info', '/language/options', '/search/desc'])
      await call(`GET ${path}`)
    expect((await call('GET /language/config')).ui).toBeDefined()
    for (const order of ['newest', 'active', 'unanswered', 'score'])
      await call('GET /question/page', { page: '1', page_size: '20', order, tag: '' })
    await call('GET /question/page', { page: '1', page_size: '6', order: 'hot', in_days: '7' })
    await call('GET /tags/page', { page: '1', page_size: '20', query_cond: 'popular', slug_name: '' })
    await call('GET /user/ranking')
    await call('GET /siteinfo/legal', { info_type: 'tos' })
    await call('GET /user/staff', { username: '', page_size: '10' })
  })

  test('registers, takes another address before any is confirmed, and logs in', async () => {
    const client = clientOf()
    const { call } = client
    await call('POST /user/register/email', { name: 'cyd', e_mail: 'cyd@example.com', pass: 'zephyr-cyd-1' })
    expect((await call('GET /user/info')).mail_status).toBe(2)
    expect(await client.refused('GET /permission', { action: 'tag.add' })).toMatchObject({
      status: 403,
      data: { type: 'inactive' },
    })
    await call('POST /user/email/verification/send')
    await call('POST /user/email/change/code', { e_mail: 'cyd.new@example.com', pass: '' })
    await call('PUT /user/email', { code: await codeMailedTo('cyd.new@example.com') })
    expect(await call('GET /user/info')).toMatchObject({ mail_status: 1, e_mail: 'cyd.new@example.com' })
    await call('GET /user/logout')
    client.enterAs('')
    await call('POST /user/login/email', { e_mail: 'cyd.new@example.com', pass: 'zephyr-cyd-1', captcha_code: '' })
    expect(await call('GET /permission', { action: 'tag.add' })).toMatchObject({ 'tag.add': { has_permission: false } })
    if (offers('/notification/status')) await call('GET /notification/status')
  })

  test('asks, and shows what it asked with all its answers', async () => {
    const { call } = clientOf(ann)
    await call('GET /question/similar', { title: 'zephyr' })
    await call('POST /post/render', { content: '' })
    const id = await ask(clientOf(ann))
    const answer = await threads(w).answer(bob, id)
    expect(await call('GET /question/info', { id })).toMatchObject({ id, answer_count: 1 })
    for (const order of ['default', 'updated', 'created'])
      expect(
        (await call('GET /answer/page', { question_id: id, order, page: '1', page_size: '999' })).list.map(
          (one: { id: string }) => one.id,
        ),
      ).toEqual([answer])
    await call('GET /comment/page', { object_id: id, page: '1', page_size: '3', query_cond: 'vote' })
    await call('GET /comment/page', { object_id: id, page: '1', page_size: '15', query_cond: '' })
    await call('GET /meta/reaction', { object_id: answer })
    await call('GET /question/invite', { id })
    await call('GET /question/link', { question_id: id, page: '1', page_size: '5', order: 'newest' })
    await call('GET /question/similar/tag', { question_id: id, page_size: '5' })
    await call('GET /revisions/edit/check', { id })
    await call('GET /activity/timeline', { object_id: id, show_vote: 'false' })
    expect(
      await call('GET /question/recommend/page', { page: '1', page_size: '20', order: 'recommend' }),
    ).toHaveProperty('list')
  })

  test('answers, edits it, and lets it be accepted and no longer', async () => {
    const [asker, writer] = [clientOf(ann), clientOf(bob)]
    const id = await ask(asker)
    const { info } = await writer.call('POST /answer', {
      question_id: id,
      content: 'It comes from the west.',
      html: '<p>It comes from the west.</p>',
    })
    await writer.call('PUT /answer', {
      content: `It comes from the west, see #${id}.`,
      html: '',
      question_id: id,
      id: info.id,
      edit_summary: '',
    })
    expect((await writer.call('GET /answer/info', { id: info.id })).info.html).toContain(
      `<a href="/questions/${id}">Which of the 2 winds is a zephyr?</a>`,
    )
    await asker.call('POST /answer/acceptance', { question_id: id, answer_id: info.id })
    await asker.call('POST /answer/acceptance', { question_id: id, answer_id: '0' })
    await asker.call('POST /answer/acceptance', { question_id: id, answer_id: '' })
    await writer.call('DELETE /answer', { id: info.id })
    await clientOf(moderator).call('POST /answer/recover', { answer_id: info.id })
  })

  test('comments, replies, edits and takes it back', async () => {
    const { call } = clientOf(ann)
    const object_id = await ask(clientOf(bob))
    const { comment_id } = await call('POST /comment', {
      object_id,
      original_text: 'A word for [@bob](/users/bob)',
      mention_username_list: ['bob'],
      reply_comment_id: '',
    })
    await clientOf(bob).call('POST /comment', {
      object_id,
      original_text: 'A word back',
      reply_comment_id: comment_id,
      mention_username_list: null,
    })
    await call('PUT /comment', { comment_id, original_text: 'A word, edited' })
    await call('POST /vote/up', {
      object_id: (await call('GET /comment/page', { object_id })).list[1].comment_id,
      is_cancel: 'false',
    })
    await call('DELETE /comment', { comment_id })
    expect((await call('GET /comment/page', { object_id, page: '1', page_size: '3', query_cond: '' })).count).toBe(1)
  })

  test('votes, follows, collects, reacts, and finds it all again', async () => {
    const { call } = clientOf(ann)
    const object_id = await ask(clientOf(bob))
    await call('POST /vote/up', { object_id, is_cancel: false })
    await call('POST /vote/up', { object_id, is_cancel: true })
    expect(await call('POST /vote/down', { object_id })).toMatchObject({ votes: -1, vote_status: 'vote_down' })
    expect(await call('POST /follow', { object_id, is_cancel: false })).toMatchObject({ is_followed: true })
    await call('POST /collection/switch', { group_id: '0', object_id, bookmark: true })
    await call('PUT /meta/reaction', { object_id, emoji: 'heart', reaction: 'activate' })
    const { tag_id } = await call('GET /tag', { name: 'support', id: '' })
    await call('POST /follow', { object_id: tag_id, is_cancel: false })
    expect(await call('GET /tags/following')).toHaveLength(1)
    await call('PUT /follow/tags', { slug_name_list: [] })
    const mine = { username: 'ann', page: '1', page_size: '30', order: 'newest' }
    for (const tab of ['question', 'answer', 'collection', 'comment', 'rank', 'vote'])
      expect([tab, Array.isArray((await call(`GET /personal/${tab}/page`, mine)).list)]).toEqual([tab, true])
    await call('GET /personal/user/info', { username: 'ann' })
    await call('GET /personal/qa/top', { username: 'ann' })
  })

  test('edits from the latest text there is, and has others’ edits reviewed', async () => {
    const [author, editor, reviewer] = [clientOf(ann), clientOf(bob), clientOf(moderator)]
    const id = await ask(author)
    const edit = async (client: Client, content: string) => {
      const [latest] = await client.call('GET /revisions', { object_id: id })
      const { title, tags } = latest.content
      return client.call('PUT /question', {
        title,
        content: `${latest.content.content} ${content}`,
        tags,
        id,
        edit_summary: '',
      })
    }
    await edit(author, 'More of it.')
    expect(await edit(author, 'And more.')).toMatchObject({ wait_for_review: false })
    expect((await author.call('GET /question/info', { id })).content).toBe('A *zephyr* text. More of it. And more.')
    await editor.call('GET /revisions/edit/check', { id })
    expect(await edit(editor, 'Said better.')).toMatchObject({ wait_for_review: true })
    expect(await author.refused('GET /revisions/edit/check', { id })).toMatchObject({
      status: 400,
      data: { err_type: 'toast' },
    })
    const { list } = await reviewer.call('GET /revisions/unreviewed', { page: '1' })
    expect(list[0]).toMatchObject({
      type: 'question',
      info: { object_id: id },
      unreviewed_info: { content: { content: 'A *zephyr* text. More of it. And more. Said better.' } },
    })
    await reviewer.call('PUT /revisions/audit', { id: list[0].unreviewed_info.id, operation: 'approve' })
    const { tag_id } = await editor.call('GET /tag', { name: 'support' })
    await editor.call('PUT /tag', {
      display_name: 'support',
      slug_name: 'support',
      original_text: `What support is, in ${engine}.`,
      parsed_text: '',
      tag_id,
      edit_summary: '',
    })
    const next = (await reviewer.call('GET /revisions/unreviewed', { page: '1' })).list[0]
    expect(next).toMatchObject({ type: 'tag', unreviewed_info: { content: { tag_id, slug_name: 'support' } } })
    await reviewer.call('PUT /revisions/audit', { id: next.unreviewed_info.id, operation: 'reject' })
  })

  test('flags, and works through the queues', async () => {
    const [reader, reviewer] = [clientOf(bob), clientOf(moderator)]
    const object_id = await ask(clientOf(ann))
    const reasons = await reader.call('GET /reasons', { object_type: 'question', action: 'flag' })
    await reader.call('POST /report', {
      source: 'question',
      report_type: String(reasons[0].reason_type),
      object_id,
      content: '',
    })
    expect((await reviewer.call('GET /reviewing/type')).length).toBeGreaterThan(0)
    await reviewer.call('GET /review/pending/post/page', { page: '1', object_id: '' })
    const [flag] = (await reviewer.call('GET /report/unreviewed/post', { page: '1' })).list
    expect(flag.object_id).toBe(object_id)
    await reviewer.call('PUT /report/review', {
      operation_type: 'close_post',
      flag_id: flag.flag_id,
      close_type: 64,
      close_msg: '',
      title: null,
      content: null,
      tags: null,
    })
    await reviewer.call('PUT /question/reopen', { question_id: object_id })
    for (const operation of ['pin', 'unpin', 'hide', 'show'])
      await reviewer.call('PUT /question/operation', { id: object_id, operation })
    await reviewer.call('DELETE /question', { id: object_id, captcha_id: '', captcha_code: '' })
    await reviewer.call('POST /question/recover', { question_id: object_id })
  })

  test('searches with a word, and is told where there is none', async () => {
    const client = clientOf(ann)
    await ask(client)
    await w.settle()
    for (const order of ['relevance', 'newest', 'active', 'score'])
      expect((await client.call('GET /search', { q: 'zephyr', order, page: '1', size: '999' })).count).toBeGreaterThan(
        0,
      )
    expect(await client.refused('GET /search', { q: '', order: 'relevance', page: '1', size: '20' })).toMatchObject({
      status: 400,
      data: [{ error_field: 'q' }],
    })
  })

  test('invites members it finds while typing, where one may', async () => {
    const client = clientOf(ann)
    const id = await ask(client)
    const found = await client.call('GET /user/info/search', { username: 'bo' })
    await client.call('PUT /question/invite', {
      id,
      invite_user: found.map((user: { username: string }) => user.username),
    })
    expect((await client.call('GET /question/invite', { id }))[0].username).toBe('bob')
    const newcomer = clientOf(await w.given.member())
    expect(
      await newcomer.refused('PUT /question/invite', { id: await ask(newcomer), invite_user: ['bob'] }),
    ).toMatchObject({ status: 403, reason: 'error.rank.fail_to_meet_the_condition' })
  })

  test('uploads a picture and makes it the avatar, with the whole profile sent back', async () => {
    const { call } = clientOf(ann)
    const upload = async (source: string, name: string) => {
      const form = new FormData()
      form.append('source', source)
      const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0033ff' } })
        .png()
        .toBuffer()
      form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), name)
      return call('POST /file', undefined, form) as Promise<string>
    }
    expect(await upload('post', 'dot.png')).toMatch(/\/uploads\/post\//)
    const profile = await call('GET /user/info')
    await call('PUT /user/info', {
      ...profile,
      avatar: { type: 'custom', gravatar: '', custom: await upload('avatar', 'me.png') },
    })
    await call('PUT /user/interface', { language: 'Default', color_scheme: 'dark' })
    await call('PUT /user/notification/config', await call('GET /user/notification/config'))
    await call('GET /user/plugin/configs')
    await call('GET /connector/user/info')
  })

  test.runIf(offers('/notification/status'))('keeps asking whether anything is new', async () => {
    const { call } = clientOf(ann)
    for (let poll = 0; poll < 3; poll++) expect(await call('GET /notification/status')).toHaveProperty('inbox')
    await call('GET /notification/page', { type: 'inbox', page: '1', page_size: '10', inbox_type: 'all' })
    await call('PUT /notification/status', { type: 'inbox' })
  })

  describe('in the administration', () => {
    test('lists posts and people by state, and changes it', async () => {
      const { call } = clientOf(admin)
      const question_id = await ask(clientOf(ann))
      const answer_id = await threads(w).answer(bob, question_id)
      for (const status of ['normal', 'closed', 'deleted', ''])
        await call('GET admin:/question/page', { page_size: '20', page: '1', status, query: '' })
      for (const status of ['deleted', 'available']) {
        await call('PUT admin:/question/status', { question_id, status })
        await call('PUT admin:/answer/status', { answer_id, status })
      }
      expect(
        (await call('GET admin:/answer/page', { page_size: '20', page: '1', status: 'normal', query: '', question_id }))
          .count,
      ).toBe(1)
      await call('GET admin:/answer/page', {
        page_size: '20',
        page: '1',
        status: 'deleted',
        query: '',
        question_id: '',
      })
      const { user_id } = (
        await call('GET admin:/users/page', { page: '1', page_size: '10', query: 'bob', status: '' })
      ).list[0]
      for (const status of ['suspended', 'normal'])
        await call('PUT admin:/user/status', { user_id, status, remove_all_content: false })
      for (const status of ['deleted', 'normal', 'suspended', 'inactive'])
        await call('GET admin:/users/page', { page: '1', page_size: '10', query: '', status })
      await call('GET admin:/roles')
      await call('PUT admin:/user/role', { user_id, role_id: 1 })
      await call('POST admin:/users', { users: 'Gus Zephyr, gus@example.com, zephyr-gus-1' })
      await call('PUT admin:/user/password', { password: 'zephyr-bob-22', user_id: Number(user_id) })
      await call('DELETE admin:/delete/permanently', { type: 'questions' })
    })

    test('saves each page of settings as it found it', async () => {
      const { call } = clientOf(admin)
      const pages = [
        'general',
        'interface',
        'branding',
        'write',
        'legal',
        'seo',
        'login',
        'custom-css-html',
        'theme',
        'users',
      ]
      for (const page of pages) {
        const before = await call(`GET admin:/siteinfo/${page}`)
        await call(`PUT admin:/siteinfo/${page}`, before)
        expect([page, await call(`GET admin:/siteinfo/${page}`)]).toEqual([page, before])
      }
      await call('PUT admin:/setting/privileges', { level: '2', custom_privileges: [] })
      const { options } = await call('GET admin:/setting/privileges')
      await call('PUT admin:/setting/privileges', { level: 99, custom_privileges: options[1].privileges })
      await call('PUT admin:/setting/privileges', { level: 2, custom_privileges: null })
      await call('GET admin:/plugins', { status: 'active', have_config: 'true' })
      await call('GET admin:/setting/smtp')
    })
  })
})
