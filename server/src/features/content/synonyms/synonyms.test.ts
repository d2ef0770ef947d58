import { askQuestion, deleteQuestion, editQuestion, questionInfo, questionPage } from '@askwell/contract/questions.ts'
import { search } from '@askwell/contract/search.ts'
import { saveWriteSettings, writeSettings } from '@askwell/contract/site-settings.ts'
import {
  createTag,
  deleteTag,
  followedTags,
  followTags,
  mergeTags,
  questionTags,
  recoverTag,
  saveSynonyms,
  tag as tagCall,
  tagsBySlug,
  tagsPage,
  tagSynonyms,
} from '@askwell/contract/tags.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeWithoutFaults, refusal } from '../../../../test/faultless.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'

let count = 0

describe.each(engines)('tags that become one, on %s', (engine) => {
  let w: World
  let ann: TestUser, moe: TestUser, wise: TestUser
  beforeAll(async () => {
    w = await world(engine)
    ann = await w.given.member({ name: 'ann', rank: 749 })
    wise = await w.given.member({ name: 'wise', rank: 10_000 })
    moe = await w.given.moderator({ name: 'moe' })
  })
  afterAll(() => closeWithoutFaults(w))

  const made = async (...slugs: string[]) => {
    for (const slug_name of slugs)
      await w
        .as(moe)
        .call(createTag, { body: { slug_name, display_name: slug_name, original_text: `About ${slug_name}.` } })
    return slugs
  }
  const info = (name: string, who: TestUser = moe) => w.as(who).call(tagCall, { query: { name } })
  const idOf = async (name: string) => (await info(name)).tag_id
  const draft = (slugs: string[]) => ({
    title: `Which zephyr is number ${++count}?`,
    content: `The text of number ${count}.`,
    tags: slugs.map((slug_name) => ({ slug_name })),
  })
  const ask = async (...slugs: string[]) => (await w.as(ann).call(askQuestion, { body: draft(slugs) })).id
  const tagsOf = async (id: string) =>
    (await w.nobody.call(questionInfo, { query: { id } })).tags.map((tag) => tag.slug_name)
  const listed = async (slug: string) =>
    (await w.nobody.call(questionPage, { query: { tag: slug } })).list.map(({ id }) => id).sort()
  const merge = async (source: string, target: string, who = moe) =>
    w.as(who).call(mergeTags, { body: { source_tag_id: await idOf(source), target_tag_id: await idOf(target) } })
  const setSynonyms = async (main: string, words: string[], who = moe) =>
    w.as(who).call(saveSynonyms, {
      body: { tag_id: await idOf(main), synonym_tag_list: words.map((slug_name) => ({ slug_name })) },
    })
  const synonyms = async (name: string) =>
    (await w.nobody.call(tagSynonyms, { query: { tag_id: await idOf(name) } })).synonyms.map((tag) => tag.slug_name)
  const found = async (q: string) => {
    await w.settle()
    return (await w.nobody.call(search, { query: { q, order: 'newest' } })).list.map(({ object }) => object.id).sort()
  }

  test('merging moves the questions once each, also those nobody sees, and the counts are right', async () => {
    await made('js', 'javascript')
    const [only, both, other, deleted] = [
      await ask('js'),
      await ask('js', 'support', 'javascript'),
      await ask('javascript'),
      await ask('js'),
    ]
    await w.as(ann).call(deleteQuestion, { body: { id: deleted } })
    expect([(await info('js')).question_count, (await info('javascript')).question_count]).toEqual([2, 2])
    expect(await merge('js', 'javascript')).toBeNull()
    expect([await tagsOf(only), await tagsOf(both), await tagsOf(other)]).toEqual([
      ['javascript'],
      ['support', 'javascript'],
      ['javascript'],
    ])
    expect([(await info('js')).question_count, (await info('javascript')).question_count]).toEqual([0, 3])
    expect((await w.as(moe).call(questionInfo, { query: { id: deleted } })).tags.map((tag) => tag.slug_name)).toEqual([
      'javascript',
    ])
    expect([await listed('js'), await listed('javascript')]).toEqual([
      [only, both, other].sort(),
      [only, both, other].sort(),
    ])
    expect([await found('[js]'), await found('[javascript]')]).toEqual([
      [only, both, other].sort(),
      [only, both, other].sort(),
    ])
    expect(await merge('js', 'javascript')).toBeNull()
  })

  test('the old word stands for the tag while asking, editing, completing and in the list of tags', async () => {
    await made('html4', 'html')
    await merge('html4', 'html')
    const id = await ask('html4', 'support')
    expect(await tagsOf(id)).toEqual(['html', 'support'])
    await w.as(ann).call(editQuestion, { body: { id, ...draft(['HTML4']) } })
    expect(await tagsOf(id)).toEqual(['html'])
    expect((await info('html')).question_count).toBe(1)
    expect((await w.nobody.call(questionTags, { query: { tag: 'html4' } })).map((tag) => tag.slug_name)).toEqual([
      'html',
    ])
    expect((await w.nobody.call(tagsPage, { query: { slug_name: 'html' } })).list.map((tag) => tag.slug_name)).toEqual([
      'html',
    ])
    expect((await info('html4', ann)).main_tag_slug_name).toBe('html')
    expect(
      await refusal(
        w.as(moe).call(createTag, { body: { slug_name: 'html4', display_name: 'HTML 4', original_text: 'Again.' } }),
      ),
    ).toMatchObject({ status: 400, reason: 'error.tag.already_exist' })
  })

  test('what stood for the source stands for the target, however long the chain, and there is no way round in a circle', async () => {
    await made('one', 'two', 'three', 'four')
    const id = await ask('one')
    await merge('one', 'two')
    await merge('two', 'three')
    expect(await synonyms('three')).toEqual(['one', 'two'])
    expect(await merge('four', 'one')).toBeNull()
    expect(await synonyms('three')).toEqual(['four', 'one', 'two'])
    expect([await tagsOf(id), (await info('three')).question_count]).toEqual([['three'], 1])
    for (const target of ['one', 'two', 'three'])
      expect(await refusal(merge('three', target)), target).toMatchObject({
        status: 400,
        reason: 'error.tag.cannot_set_synonym_as_itself',
      })
    expect(
      await refusal(
        w.as(moe).call(mergeTags, { body: { source_tag_id: '10030000000099999', target_tag_id: await idOf('three') } }),
      ),
    ).toMatchObject({ status: 404, reason: 'error.tag.not_found' })
  })

  test('a list of other words: unknown ones are made, one that is missing is a tag of its own again', async () => {
    await made('beer', 'ale')
    const id = await ask('ale')
    expect(await setSynonyms('beer', ['ale', 'Pils ner'])).toBeNull()
    expect(await w.nobody.call(tagSynonyms, { query: { tag_id: await idOf('beer') } })).toMatchObject({
      synonyms: [
        { slug_name: 'ale', main_tag_slug_name: 'beer' },
        { slug_name: 'pils-ner', display_name: 'Pils ner', main_tag_slug_name: 'beer' },
      ],
      member_actions: [],
    })
    expect(await tagsOf(id)).toEqual(['beer'])
    expect(await synonyms('ale')).toEqual(['ale', 'pils-ner'])
    expect(await setSynonyms('beer', ['pils-ner'])).toBeNull()
    expect([
      (await info('ale')).main_tag_slug_name,
      (await info('ale')).question_count,
      await tagsOf(await ask('ale')),
    ]).toEqual(['', 0, ['ale']])
    expect(await setSynonyms('ale', ['beer'])).toBeNull()
    expect([
      await synonyms('ale'),
      (await info('ale')).question_count,
      (await info('pils-ner')).main_tag_slug_name,
    ]).toEqual([['beer', 'pils-ner'], 2, 'ale'])
    expect(await refusal(setSynonyms('beer', ['ale']))).toMatchObject({
      status: 400,
      reason: 'error.tag.cannot_set_synonym_as_itself',
    })
    expect(await refusal(setSynonyms('support', ['beer']))).toMatchObject({ status: 400, fields: ['synonym_tag_list'] })
  })

  test('other words take reputation, merging and deleting take a role; reserved tags are for staff', async () => {
    await made('cat', 'puss', 'official')
    await w
      .as(await w.given.admin())
      .call(saveWriteSettings, { body: { reserved_tags: [{ slug_name: 'official', display_name: '' }] } })
    expect(await refusal(setSynonyms('cat', ['puss'], ann))).toMatchObject({
      status: 403,
      reason: 'error.rank.fail_to_meet_the_condition',
    })
    expect(await setSynonyms('cat', ['puss'], wise)).toBeNull()
    expect((await w.as(wise).call(tagSynonyms, { query: { tag_id: await idOf('cat') } })).member_actions).toEqual([
      { action: 'edit', name: 'Edit', type: 'edit' },
    ])
    for (const [main, word] of [
      ['cat', 'official'],
      ['official', 'cat'],
    ] as const)
      expect(await refusal(setSynonyms(main, [word], wise)), main).toMatchObject({
        status: 400,
        fields: ['synonym_tag_list'],
      })
    expect((await refusal(merge('puss', 'cat', wise))).status).toBe(403)
    expect((await refusal(w.as(wise).call(deleteTag, { body: { tag_id: await idOf('puss') } }))).status).toBe(403)
    // Merged into another, what is reserved by name makes that one reserved.
    await merge('official', 'cat')
    expect([(await info('cat')).reserved, (await info('official')).reserved]).toEqual([true, false])
    expect(await refusal(ask('cat'))).toMatchObject({ fields: ['tags'] })
    expect(await refusal(setSynonyms('cat', ['official'], wise))).toMatchObject({ fields: ['synonym_tag_list'] })
    await w.as(await w.given.admin()).call(saveWriteSettings, { body: { reserved_tags: [] } })
    expect((await info('cat')).reserved).toBe(false)
  })

  test('followers go over once each, and follow what is meant by another word', async () => {
    await made('rye', 'rye-bread', 'spelt')
    const [bea, carl] = [await w.given.member({ name: 'bea' }), await w.given.member({ name: 'carl' })]
    const following = async (who: TestUser) => (await w.as(who).call(followedTags)).map((tag) => tag.slug_name)
    expect(
      await w.as(bea).call(followTags, { body: { slug_name_list: ['rye', 'no-such-tag', 'rye-bread', 'RYE'] } }),
    ).toBeNull()
    await w.as(carl).call(followTags, { body: { slug_name_list: ['rye', 'spelt'] } })
    expect([
      (await info('rye', bea)).follow_count,
      (await info('rye', bea)).is_follower,
      (await info('spelt', bea)).is_follower,
    ]).toEqual([2, true, false])
    expect((await w.as(carl).call(tagsPage, { query: { slug_name: 'spelt' } })).list).toMatchObject([
      { is_follower: true, follow_count: 1 },
    ])
    await merge('rye', 'rye-bread')
    expect([
      await following(bea),
      (await following(carl)).sort(),
      (await info('rye-bread', bea)).follow_count,
      (await info('rye')).follow_count,
    ]).toEqual([['rye-bread'], ['rye-bread', 'spelt'], 2, 0])
    await w.as(bea).call(followTags, { body: { slug_name_list: ['rye'] } })
    expect(await following(bea)).toEqual(['rye-bread'])
    await w.as(bea).call(followTags, { body: { slug_name_list: [] } })
    expect([await following(bea), (await info('rye-bread', bea)).follow_count]).toEqual([[], 1])
    await w.as(moe).call(deleteTag, { body: { tag_id: await idOf('spelt') } })
    expect(await following(carl)).toEqual(['rye-bread'])
  })

  test('the settings name what there is: unknown tags are made, merged and renamed ones follow, deleted ones go', async () => {
    const admin = await w.given.admin()
    const named = async () => {
      const { recommend_tags, reserved_tags } = await w.as(admin).call(writeSettings)
      return [recommend_tags.map((tag) => tag.slug_name), reserved_tags.map((tag) => tag.slug_name)]
    }
    await w.as(admin).call(saveWriteSettings, {
      body: {
        required_tag: true,
        recommend_tags: [
          { slug_name: 'Lagers', display_name: '' },
          { slug_name: 'stout', display_name: '' },
        ],
        reserved_tags: [{ slug_name: 'notices', display_name: '' }],
      },
    })
    expect([await named(), (await info('lagers')).recommend, (await info('notices')).reserved]).toEqual([
      [['lagers', 'stout'], ['notices']],
      true,
      true,
    ])
    expect((await w.nobody.call(questionTags)).map((tag) => tag.slug_name)).toEqual(['lagers', 'stout'])
    expect(await refusal(ask('support'))).toMatchObject({ fields: ['tags'] })
    await made('lager')
    await merge('lagers', 'lager')
    expect([await named(), (await info('lager')).recommend, await tagsOf(await ask('lagers'))]).toEqual([
      [['lager', 'stout'], ['notices']],
      true,
      ['lager'],
    ])
    await w.as(moe).call(deleteTag, { body: { tag_id: await idOf('stout') } })
    expect(await named()).toEqual([['lager'], ['notices']])
    await merge('notices', 'lager')
    expect([await named(), (await info('lager')).recommend, (await info('lager')).reserved]).toEqual([
      [[], ['lager']],
      false,
      true,
    ])
    expect(await tagsOf(await ask('support'))).toEqual(['support'])
    await w.as(admin).call(saveWriteSettings, { body: { required_tag: false, recommend_tags: [], reserved_tags: [] } })
  })

  test.runIf(engine === 'sqlite')(
    'deleted and recommended tags, and other words, are read by their indexes',
    async () => {
      const plan = async (text: string) =>
        (await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(w.app.db)).rows
          .map((row) => row.detail)
          .join(', ')
      expect(await plan('select * from tags where tags.status = 10 order by slug_name limit 36')).toBe(
        'SCAN tags USING INDEX tags_deleted',
      )
      expect(
        await plan(
          'select id from tags where tags.status = 1 and tags.main_tag_id = 0 and tags.recommend = 1 order by slug_name limit 10',
        ),
      ).toMatch(/USING( COVERING)? INDEX tags_recommended$/)
      expect(await plan('select * from tags where main_tag_id > 0 and main_tag_id in (2, 3)')).toMatch(
        /USING INDEX tags_synonyms/,
      )
    },
  )

  test('a tag in use, or one that other words stand for, is not deleted; a deleted one is gone from everywhere until it is brought back', async () => {
    await made('dog', 'hound')
    const id = await ask('hound')
    const remove = async (name: string) => w.as(moe).call(deleteTag, { body: { tag_id: await idOf(name) } })
    expect(await refusal(remove('hound'))).toMatchObject({ status: 400, reason: 'error.tag.is_used_cannot_delete' })
    await setSynonyms('dog', ['puppy'])
    expect(await refusal(remove('dog'))).toMatchObject({ status: 400, reason: 'error.tag.has_synonyms' })
    await w.as(ann).call(deleteQuestion, { body: { id } })
    expect([await remove('hound'), await remove('puppy'), await remove('dog'), await remove('dog')]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(await refusal(info('dog', ann))).toMatchObject({ status: 404, reason: 'error.tag.not_found' })
    expect([
      await w.nobody.call(questionTags, { query: { tag: 'dog' } }),
      await w.nobody.call(tagsBySlug, { query: { tags: 'dog,hound' } }),
      await listed('dog'),
    ]).toEqual([[], [], []])
    expect((await w.as(moe).call(questionInfo, { query: { id } })).tags).toEqual([])
    expect((await info('dog')).member_actions.map(({ action }) => action)).toEqual(['undelete'])
    const names = async (who: TestUser, status: 'available' | 'deleted') =>
      (await w.as(who).call(tagsPage, { query: { status, page_size: 100 } })).list.map((tag) => tag.slug_name)
    expect([
      (await names(moe, 'deleted')).filter((slug) => ['dog', 'hound', 'puppy', 'support'].includes(slug)),
      (await names(ann, 'deleted')).includes('dog'),
      (await names(ann, 'available')).includes('dog'),
    ]).toEqual([['dog', 'hound', 'puppy'], false, false])
    const tag_id = await idOf('dog')
    expect([
      await w.as(moe).call(recoverTag, { body: { tag_id } }),
      await w.as(moe).call(recoverTag, { body: { tag_id } }),
    ]).toEqual([null, null])
    expect(await info('dog', ann)).toMatchObject({ status: 'available', original_text: 'About dog.' })
    expect(await refusal(w.as(moe).call(recoverTag, { body: { tag_id: '10030000000099999' } }))).toMatchObject({
      status: 404,
    })
  })
})
