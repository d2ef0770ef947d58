import { askQuestion, editQuestion } from '@askwell/contract/questions.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { slugOf } from '@askwell/contract/tag-slug.ts'
import {
  createTag,
  editTag,
  questionTags,
  tag as tagCall,
  tagsBySlug,
  tagsPage,
  type TagOrder,
} from '@askwell/contract/tags.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { excerptOf } from './policy.ts'
import { TAG_STATUS, updateTag } from './queries.ts'

test.each([
  ['C++', 'c++'],
  ['  Home  Brewing ', 'home-brewing'],
  ['Straße', 'straße'],
  ['Пиво', 'пиво'],
  ['node.js', 'node.js'],
  ['c#', 'c#'],
  ['e\u0301t\u00e9', 'été'],
])('the name %s is told apart as %s', (name, slug) => expect(slugOf(name)).toBe(slug))

test.each([
  ['<p>First <strong>one</strong>.</p>\n<p>Second.</p>', '<p>First <strong>one</strong>.</p>'],
  ['<ul>\n<li>a &lt; b</li>\n</ul>', '<p>a &lt; b</p>'],
  ['', ''],
])('of %s the beginning is shown in lists', (html, excerpt) => expect(excerptOf(html)).toBe(excerpt))

describe.each(engines)('tags, on %s', (engine) => {
  let site: World
  let ann: TestUser, moe: TestUser
  beforeAll(async () => {
    site = await world(engine)
    ann = await site.given.member({ name: 'ann', rank: 749 })
    moe = await site.given.moderator({ name: 'moe' })
    for (const [slug_name, display_name] of [
      ['zephyr-wind', 'Zephyr-Wind'],
      ['Zephyr Rain', 'Zephyr rain'],
      ['snow', 'Snow zephyr'],
    ] as const) {
      site.clock.advance(60)
      await create(moe, { slug_name, display_name })
    }
  })
  afterAll(() => site.close())

  const create = (who: TestUser, wish: { slug_name: string; display_name?: string; original_text?: string }) =>
    site.as(who).call(createTag, {
      body: { display_name: wish.slug_name, original_text: `About **${wish.slug_name}**.\n\nAnd more.`, ...wish },
    })
  const tag = (name: string, who?: TestUser) => (who ? site.as(who) : site.nobody).call(tagCall, { query: { name } })
  const idOf = async (slug: string) => numberOf('tag', (await tag(slug)).tag_id)
  const change = async (slug: string, changes: Parameters<typeof updateTag>[2]) => {
    const id = await idOf(slug)
    await site.app.transaction((tx) => updateTag(tx.db, id, changes))
    return id
  }

  test('a new tag is described, and found by name and by id', async () => {
    const made = await tag('zephyr-wind')
    expect(made).toMatchObject({
      slug_name: 'zephyr-wind',
      display_name: 'Zephyr-Wind',
      parsed_text: '<p>About <strong>zephyr-wind</strong>.</p>\n<p>And more.</p>',
      excerpt: '<p>About <strong>zephyr-wind</strong>.</p>',
      description: 'About zephyr-wind.',
      question_count: 0,
      status: 'available',
      member_actions: [],
      main_tag_slug_name: '',
      recommend: false,
      reserved: false,
    })
    expect(await site.nobody.call(tagCall, { query: { id: made.tag_id } })).toEqual(made)
    expect((await tag('Zephyr RAIN')).slug_name).toBe('zephyr-rain')
  })

  test('making one takes reputation or a role, a name that is free, and no strange characters', async () => {
    expect(await refusal(create(ann, { slug_name: 'free-name' }))).toMatchObject({
      status: 403,
      reason: 'error.rank.fail_to_meet_the_condition',
    })
    expect(await create(await site.given.member({ rank: 750 }), { slug_name: 'free-name' })).toEqual({
      slug_name: 'free-name',
    })
    expect(await refusal(create(moe, { slug_name: 'Zephyr-Wind' }))).toMatchObject({
      status: 400,
      reason: 'error.tag.already_exist',
    })
    expect(
      (await refusal(create(moe, { slug_name: 'bad!', display_name: 'x'.repeat(36), original_text: ' ' }))).fields,
    ).toEqual(['display_name', 'original_text', 'slug_name'])
    expect((await refusal(create(moe, { slug_name: ' ', display_name: 'x' }))).fields).toEqual(['slug_name'])
  })

  test('a new name that can’t be told from another is refused, on its field; one that came by an import stays', async () => {
    const alike = 'br\u0435eze' // with a Cyrillic е
    const refused = await refusal(create(moe, { slug_name: alike, display_name: 'Br\u0435eze' }))
    expect(refused).toMatchObject({
      status: 400,
      data: [
        { error_field: 'slug_name', error_msg: expect.stringContaining('“\u0435” isn’t the letter') },
        { error_field: 'display_name', error_msg: expect.stringContaining('“Br\u0435eze”') },
      ],
    })
    await create(moe, { slug_name: 'sql-запрос' })
    const { tag_id } = await tag('sql-запрос')
    const edit = (more: object) =>
      site.as(moe).call(editTag, {
        body: { tag_id, slug_name: 'sql-запрос', display_name: 'sql-запрос', original_text: 'More of it.', ...more },
      })
    expect((await refusal(edit({ display_name: alike }))).fields).toEqual(['display_name'])
    expect((await refusal(edit({ slug_name: alike }))).fields).toEqual(['slug_name'])
    await change('sql-запрос', { slug_name: alike, display_name: alike })
    await edit({ slug_name: alike, display_name: alike })
    expect((await tag(alike)).original_text).toBe('More of it.')
  })

  test('one name wished by many at one moment is made once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 10 }, () => create(moe, { slug_name: 'crowded' })))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of made)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ status: 400, reason: 'error.tag.already_exist' })
  })

  test('an unknown tag and a deleted one are not found; making a deleted one again brings it back', async () => {
    await create(moe, { slug_name: 'passing' })
    const id = await change('passing', { status: TAG_STATUS.deleted })
    const [gone, never] = [await refusal(tag('passing')), await refusal(tag('no-such-tag'))]
    expect([gone.status, gone.reason, gone.data]).toEqual([404, 'error.tag.not_found', never.data])
    expect(never).toMatchObject({ status: 404, reason: 'error.tag.not_found' })
    expect((await tag('passing', moe)).status).toBe('deleted')
    expect(
      (await site.nobody.call(tagsPage, { query: { page_size: 100 } })).list.map(({ slug_name }) => slug_name),
    ).not.toContain('passing')
    await create(moe, { slug_name: 'passing', original_text: 'It is back.' })
    expect(await tag('passing')).toMatchObject({ original_text: 'It is back.', status: 'available' })
    expect(await idOf('passing')).toBe(id)
  })

  test('the list has three orders and a filter, and leaves out what is another word for a tag', async () => {
    const ask = (title: string, ...slugs: string[]) =>
      site.as(ann).call(askQuestion, {
        body: { title, content: 'The text of it.', tags: slugs.map((slug_name) => ({ slug_name })) },
      })
    await ask('A first question about snow', 'snow', 'zephyr-rain')
    const { id } = await ask('A second question about snow', 'snow')
    const slugs = async (query_cond: TagOrder, slug_name = '') =>
      (await site.nobody.call(tagsPage, { query: { query_cond, slug_name } })).list.map((card) => card.slug_name)
    expect((await slugs('popular')).slice(0, 3).sort()).toEqual(['snow', 'support', 'zephyr-rain'])
    expect(await slugs('popular', 'zephyr')).toEqual(['snow', 'zephyr-rain', 'zephyr-wind'])
    expect(await slugs('name', 'zephyr')).toEqual(['snow', 'zephyr-rain', 'zephyr-wind'])
    expect(await slugs('newest', 'ZEPHYR')).toEqual(['snow', 'zephyr-rain', 'zephyr-wind'])
    expect(await slugs('name', '100%_')).toEqual([])
    expect((await tag('snow')).question_count).toBe(2)
    await site.as(ann).call(editQuestion, {
      body: {
        id,
        title: 'A second question about snow',
        content: 'The text of it.',
        tags: [{ slug_name: 'zephyr-wind' }],
      },
    })
    expect([(await tag('snow')).question_count, (await tag('zephyr-wind')).question_count]).toEqual([1, 1])

    await change('zephyr-rain', { main_tag_id: await idOf('snow') })
    expect(await slugs('name', 'zephyr')).toEqual(['snow', 'zephyr-wind'])
    expect((await tag('zephyr-rain')).main_tag_slug_name).toBe('snow')
    expect(
      await site.nobody.call(tagsPage, { query: { slug_name: 'zephyr', page: 2, page_size: 1, query_cond: 'name' } }),
    ).toMatchObject({ count: 2, list: [{ slug_name: 'zephyr-wind' }] })
    expect(await refusal(site.nobody.call(tagsPage, { query: { page: 99 } }))).toMatchObject({ status: 404 })
  })

  test('while typing, tags that begin so come first, and a synonym leads to its tag', async () => {
    const options = async (piece: string) =>
      (await site.nobody.call(questionTags, { query: { tag: piece } })).map(({ slug_name }) => slug_name)
    expect(await options('zeph')).toEqual(['snow', 'zephyr-wind'])
    expect(await options('Wind')).toEqual(['zephyr-wind'])
    expect(await options('no-such')).toEqual([])
    expect(await options('')).toContain('support')
  })

  test('tags are told by their slugs, in the order asked for', async () => {
    expect(
      (await site.nobody.call(tagsBySlug, { query: { tags: 'zephyr-wind,no-such-tag,support,support' } })).map(
        ({ slug_name }) => slug_name,
      ),
    ).toEqual(['zephyr-wind', 'support'])
    expect(await site.nobody.call(tagsBySlug)).toEqual([])
  })

  test('nothing has gone wrong unseen', () => expect(site.faults).toEqual([]))
})
