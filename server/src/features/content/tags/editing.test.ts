import { askQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { auditRevision, unreviewed } from '@askwell/contract/revisions.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import { saveWriteSettings, writeSettings } from '@askwell/contract/site-settings.ts'
import { createTag, editTag, tag as tagCall, type TagEdit, tagSynonyms } from '@askwell/contract/tags.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeWithoutFaults, refusal } from '../../../../test/faultless.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'

describe.each(engines)('editing tags, on %s', (engine) => {
  let w: World
  let ann: TestUser, wise: TestUser, moe: TestUser
  beforeAll(async () => {
    w = await world(engine)
    ann = await w.given.member({ name: 'ann', rank: 49 })
    wise = await w.given.member({ name: 'wise', rank: 10_000 })
    moe = await w.given.moderator({ name: 'moe' })
  })
  afterAll(() => closeWithoutFaults(w))

  const made = async (slug_name: string) => {
    await w
      .as(moe)
      .call(createTag, { body: { slug_name, display_name: slug_name, original_text: `About ${slug_name}.` } })
    return (await info(slug_name)).tag_id
  }
  const info = (name: string, who: TestUser = moe) => w.as(who).call(tagCall, { query: { name } })
  const edit = (who: TestUser, body: Partial<TagEdit>) => w.as(who).call(editTag, { body })
  const revisions = async (tag_id: string) =>
    await w.app.db
      .selectFrom('revisions')
      .select(['title', 'original_text', 'slugs', 'log', 'status', 'user_id'])
      .where('object_type', '=', 'tag')
      .where('object_id', '=', Number(tag_id.slice(4)))
      .orderBy('id')
      .execute()

  test('who needs no review edits at once; each text is kept, with why', async () => {
    const tag_id = await made('bread')
    expect(
      await edit(wise, {
        tag_id,
        slug_name: 'bread',
        display_name: 'Bread',
        original_text: 'All **kinds** of it.',
        edit_summary: 'said more',
      }),
    ).toEqual({ slug_name: 'bread', wait_for_review: false })
    expect(await info('bread')).toMatchObject({
      display_name: 'Bread',
      original_text: 'All **kinds** of it.',
      parsed_text: '<p>All <strong>kinds</strong> of it.</p>',
      description: 'All kinds of it.',
    })
    expect(await revisions(tag_id)).toMatchObject([
      { title: 'bread', original_text: 'About bread.', slugs: '["bread"]', status: 0, user_id: moe.id },
      { title: 'Bread', original_text: 'All **kinds** of it.', log: 'said more', status: 2, user_id: wise.id },
    ])
    await edit(wise, { tag_id, display_name: 'Bread', original_text: 'All **kinds** of it.' })
    expect(await revisions(tag_id)).toHaveLength(2)
  })

  test('a new name is for staff; the old one leads on, and going back and forth leaves nothing behind', async () => {
    const tag_id = await made('milk')
    await made('butter')
    const { id } = await w.as(moe).call(askQuestion, {
      body: { title: 'Where does milk come from?', content: 'The text of it.', tags: [{ slug_name: 'milk' }] },
    })
    expect(await refusal(edit(wise, { tag_id, slug_name: 'oat-milk' }))).toMatchObject({
      status: 403,
      reason: 'error.rank.fail_to_meet_the_condition',
    })
    expect(await refusal(edit(moe, { tag_id, slug_name: 'Butter' }))).toMatchObject({
      status: 400,
      fields: ['slug_name'],
    })
    expect(await refusal(edit(moe, { tag_id, slug_name: ' ' }))).toMatchObject({ status: 400, fields: ['slug_name'] })
    expect(await edit(moe, { tag_id, slug_name: 'Oat milk' })).toEqual({
      slug_name: 'oat-milk',
      wait_for_review: false,
    })
    expect([(await info('milk')).main_tag_slug_name, (await info('oat-milk')).question_count]).toEqual(['oat-milk', 1])
    expect((await w.nobody.call(questionInfo, { query: { id } })).tags).toMatchObject([{ slug_name: 'oat-milk' }])
    await edit(moe, { tag_id, slug_name: 'milk' })
    expect((await info('milk')).tag_id).toBe(tag_id)
    expect((await w.nobody.call(tagSynonyms, { query: { tag_id } })).synonyms.map((one) => one.slug_name)).toEqual([
      'oat-milk',
    ])
    expect((await info('oat-milk')).main_tag_slug_name).toBe('milk')
  })

  test('an edit that began from an older text is given both', async () => {
    const tag_id = await made('cheese')
    const { revision_id } = await info('cheese')
    await edit(moe, { tag_id, original_text: 'The first edit.', revision_id })
    expect(await refusal(edit(moe, { tag_id, original_text: 'The second edit.', revision_id }))).toMatchObject({
      status: 409,
      reason: 'error.revision.moved_on',
      data: {
        mine: { content: 'The second edit.' },
        theirs: { content: 'The first edit.', revision_id: (await info('cheese')).revision_id },
      },
    })
  })

  test('who needs a review suggests; the tag stays as it is, and nobody else suggests anything, until somebody has decided', async () => {
    const tag_id = await made('honey')
    const bob = await w.given.member({ name: 'bob', rank: 50 })
    expect(
      await edit(bob, {
        tag_id,
        slug_name: 'honey',
        display_name: 'Honey',
        original_text: 'What bees make.',
        edit_summary: 'more of it',
      }),
    ).toEqual({ slug_name: 'honey', wait_for_review: true })
    expect(await info('honey')).toMatchObject({ display_name: 'honey', original_text: 'About honey.' })
    for (const who of [bob, await w.given.member({ rank: 9999 })])
      expect(await refusal(edit(who, { tag_id, original_text: 'Something else.' })), who.username).toMatchObject({
        status: 400,
        reason: 'error.revision.review_underway',
      })
    const waiting = (await w.as(moe).call(unreviewed, { query: {} })).list[0]!
    await w.as(moe).call(auditRevision, { body: { id: waiting.unreviewed_info.id, operation: 'approve' } })
    expect(await info('honey')).toMatchObject({
      display_name: 'Honey',
      original_text: 'What bees make.',
      revision_id: waiting.unreviewed_info.id,
    })
    expect(await edit(wise, { tag_id, original_text: 'Something else.' })).toMatchObject({ wait_for_review: false })
  })

  test('the settings have recommended and reserved tags with their names, even if they were saved as slugs only', async () => {
    const admin = await w.given.admin()
    for (const [slug_name, display_name] of [
      ['yeast', 'Yeast & more'],
      ['malt', 'Malt'],
    ] as const)
      await edit(wise, { tag_id: await made(slug_name), display_name })
    const save = (body: object) => w.as(admin).call(saveWriteSettings, { body })
    const names = async () => {
      const { recommend_tags, reserved_tags } = await w.as(admin).call(writeSettings)
      return [...recommend_tags, ...reserved_tags].map((one) => [one.slug_name, one.display_name])
    }
    try {
      await save({
        recommend_tags: [{ slug_name: 'yeast', display_name: 'yeast' }, { slug_name: 'all-new' }],
        reserved_tags: [{ slug_name: 'malt', display_name: '' }],
      })
      expect(await names()).toEqual([
        ['yeast', 'Yeast & more'],
        ['all-new', 'all-new'],
        ['malt', 'Malt'],
      ])
      expect((await info('yeast')).display_name).toBe('Yeast & more')
      expect((await w.nobody.call(siteInfo)).site_write.recommend_tags[0]).toMatchObject({
        display_name: 'Yeast & more',
      })
    } finally {
      await save({ recommend_tags: [], reserved_tags: [] })
    }
  })

  test('one with too little reputation may not even suggest', async () => {
    const tag_id = await made('jam')
    expect(await refusal(edit(ann, { tag_id, original_text: 'Mine.' }))).toMatchObject({
      status: 403,
      reason: 'error.rank.fail_to_meet_the_condition',
    })
    expect((await info('jam', ann)).member_actions).toEqual([])
    expect((await info('jam', wise)).member_actions).toEqual([{ action: 'edit', name: 'Edit', type: 'edit' }])
    expect((await info('jam')).member_actions.map(({ action, type }) => [action, type])).toEqual([
      ['edit', 'edit'],
      ['delete', 'reason'],
      ['merge', 'edit'],
    ])
    expect(await refusal(edit(moe, { tag_id: '10030000000099999', original_text: 'Nothing there.' }))).toMatchObject({
      status: 404,
      reason: 'error.tag.not_found',
    })
  })
})
