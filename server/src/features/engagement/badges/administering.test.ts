import * as contract from '@askwell/contract/badges.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { setTaskStatus, tasks } from '@askwell/contract/tasks.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { findFaults } from '../../operations/integrity/service.ts'

describe.each(engines)('looking after badges (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(await findFaults(w.app)).toEqual([])
    await w.close()
  })
  const member = () => w.given.member({ rank: 500 })
  const badgesOf = async ({ username }: TestUser) => {
    await w.settle()
    return (await w.nobody.call(contract.userBadges, { query: { username } })).list.map(({ name }) => name)
  }
  const all = async () => (await w.as(admin).call(contract.adminBadges, { query: { page_size: 100 } })).list
  const named = async (name: string) => (await all()).find((badge) => badge.name === name)!
  const audit = async () => (await w.app.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').execute())[0]!

  const draft = (name: string) => ({
    icon: 'trophy-fill' as const,
    level: 2 as const,
    group_id: 3 as const,
    is_single: true,
    rule: { activity: 'answer' as const, conditions: [{ field: 'tag' as const, value: 'support' }], count: 2 },
    words: { en_US: { name, description: 'Two answers to it' }, de_DE: { name: name && `${name}!`, description: '' } },
  })
  const make = async (name: string, more: object = {}) =>
    (await w.as(admin).call(contract.saveBadge, { body: { ...draft(name), ...more } })).id

  test('one that is off is awarded to nobody and shown to nobody who hasn’t got it', async () => {
    const [asker, first, second] = [await member(), await member(), await member()]
    const id = (await named('First Upvote')).id
    const question = await t.ask(asker)
    await t.vote(first, 'up', question)
    expect(await badgesOf(first)).toEqual(['First Upvote'])
    await w.as(admin).call(contract.setBadgeStatus, { body: { id, status: 'inactive' } })
    expect(await audit()).toMatchObject({
      actor_id: admin.id,
      action: 'badge.changed',
      object_type: 'badge',
      before: '{"status":1}',
      after: '{"status":11}',
    })
    expect((await audit()).session_id).toBeGreaterThan(0)
    await t.vote(second, 'up', question)
    expect(await badgesOf(second)).toEqual([])
    expect(await badgesOf(first)).toEqual(['First Upvote'])
    const shown = (await w.nobody.call(contract.badges)).flatMap(({ badges }) => badges.map(({ name }) => name))
    expect(shown).not.toContain('First Upvote')
    expect((await w.as(admin).call(contract.adminBadges, { query: { status: 'inactive' } })).list).toMatchObject([
      { name: 'First Upvote', status: 'inactive', award_count: 1 },
    ])
    await w.as(admin).call(contract.setBadgeStatus, { body: { id, status: 'active' } })
  })

  test('an admin makes one of their own, in several languages, and sees who would get it', async () => {
    const [asker, often, once] = [await member(), await member(), await member()]
    const questions = [await t.ask(asker), await t.ask(asker)]
    for (const id of questions) await t.answer(often, id)
    await t.answer(once, questions[0]!)
    const { rule } = draft('Helper')
    expect(await w.as(admin).call(contract.previewBadge, { body: { rule, is_single: true } })).toMatchObject({
      users: 2,
      awards: 2,
      after: 0,
      percent: 100,
      // The admin has answered the questions that the site began with.
      list: [
        { user: { username: 'admin' }, awards: 1 },
        { user: { username: often.username }, awards: 1 },
      ],
    })
    expect(
      await w.as(admin).call(contract.previewBadge, { body: { rule: { ...rule, count: 1 }, is_single: false } }),
    ).toMatchObject({ users: 3, awards: 5 })
    await w.settle()
    const id = await make('Helper')
    expect(await badgesOf(often)).toEqual([])
    await t.answer(once, questions[1]!)
    expect(await badgesOf(once)).toEqual(['Helper'])
    expect(await w.as(admin).call(contract.adminBadge, { query: { id } })).toMatchObject({
      name: 'Helper',
      description: 'Two answers to it',
      award_count: 1,
      is_builtin: false,
      rule,
    })
    await make('Second helper', { id, is_single: false, rule: { ...rule, count: 1 } })
    expect(await badgesOf(once)).toEqual(['Second helper'])
    expect(await audit()).toMatchObject({ action: 'badge.changed', before: expect.stringContaining('"Helper"') })
  })

  test('what makes no rule is refused, field by field', async () => {
    const rule = (more: object) => ({ ...draft('X'), rule: { ...draft('X').rule, ...more } })
    const wrong = async (body: object) =>
      (await w
        .as(admin)
        .call(contract.saveBadge, { body })
        .catch((error: unknown) => error)) as { fields: string[] }
    expect((await wrong({ ...draft('') })).fields).toEqual(['name'])
    expect((await wrong({ ...draft('X'), icon: 'no-such-icon' })).fields).toEqual(['icon'])
    expect((await wrong(rule({ activity: 'best_month' }))).fields).toEqual(['activity'])
    expect((await wrong(rule({ conditions: [{ field: 'views', value: 3 }] }))).fields).toEqual(['conditions'])
    expect((await wrong(rule({ conditions: [{ field: 'score', value: 'many' }] }))).fields).toEqual(['conditions'])
    const why = async (conditions: object[]) =>
      (
        (await w
          .as(admin)
          .call(contract.saveBadge, { body: rule({ conditions }) })
          .catch((error: unknown) => error)) as { data: { error_msg: string }[] }
      ).data[0]!.error_msg
    const score = { field: 'score', value: 2 }
    expect(await why([score, { field: 'hours', value: 'five' }])).toBe('Condition 2 needs a whole number, 1 or more.')
    expect(await why([score, score])).toBe('Condition 2 is there twice.')
    expect(await why([score, { field: 'tag', value: 'no-such-tag' }])).toBe('Condition 2: there is no such tag.')
    expect((await wrong({ ...draft('X'), is_single: false })).fields).toEqual(['count'])
    expect(
      (await wrong({ ...draft('X'), is_single: false, rule: { activity: 'vote', conditions: [], count: 1 } })).fields,
    ).toEqual(['activity'])
  })

  test('those that the site began with keep their words and what they are about; how many it takes can change', async () => {
    const { id, rule, icon, level, group_id, is_single } = await named('Commentator')
    const body = { id, icon, level, group_id, is_single, words: {} }
    await expect(
      w.as(admin).call(contract.saveBadge, { body: { ...body, rule: { ...rule, activity: 'flag' } } }),
    ).rejects.toMatchObject({ fields: ['activity'] })
    await w.as(admin).call(contract.saveBadge, { body: { ...body, rule: { ...rule, count: 1 } } })
    const commenter = await member()
    await t.comment(commenter, await t.ask(await member()))
    expect(await badgesOf(commenter)).toEqual(['Commentator'])
    await w.as(admin).call(contract.saveBadge, { body: { ...body, rule } })
  })

  test('one can be awarded by hand, with a reason, and taken back; then no rule awards it again', async () => {
    const [asker, voter] = [await member(), await member()]
    const { id } = await named('First Upvote')
    const give = (username: string, reason: string) =>
      w.as(admin).call(contract.awardBadge, { body: { id, username, reason } })
    await give(voter.username, 'For kind words')
    await give(voter.username, 'For kind words') // the same call again
    expect(await badgesOf(voter)).toEqual(['First Upvote'])
    await expect(give(voter.username, 'For more')).rejects.toMatchObject({ status: 400, reason: 'error.badge.has_it' })
    await expect(give('nobody-at-all', 'For what')).rejects.toMatchObject({ fields: ['username'] })
    const shown = await w.nobody.call(contract.badgeAwards, { query: { badge_id: id, username: voter.username } })
    expect(shown.list).toMatchObject([{ reason: 'For kind words', author_user_info: { username: voter.username } }])
    const awards = await w.as(admin).call(contract.adminAwards, { query: { id } })
    const award = awards.list.find(({ user }) => user.username === voter.username)!
    expect(award).toMatchObject({ awarded_by: 'admin', reason: 'For kind words', taken_back_at: 0 })
    const before = (await named('First Upvote')).award_count
    for (let n = 0; n < 2; n++)
      await w.as(admin).call(contract.takeBackBadge, { body: { id: award.id, reason: 'It was a mistake' } })
    expect((await named('First Upvote')).award_count).toBe(before - 1)
    expect(await audit()).toMatchObject({
      action: 'badge.taken_back',
      object_type: 'badge_award',
      after: '{"reason":"It was a mistake"}',
    })
    await t.vote(voter, 'up', await t.ask(asker))
    expect(await badgesOf(voter)).toEqual([])
    expect(
      (await w.as(admin).call(contract.adminAwards, { query: { id } })).list.find(
        ({ user }) => user.username === voter.username,
      ),
    ).toMatchObject({ taken_back_by: 'admin', taken_back_reason: 'It was a mistake' })
    await give(voter.username, 'After all')
    expect(await badgesOf(voter)).toEqual(['First Upvote'])
  })

  const past = (ids: string[] = []) => w.as(admin).call(contract.awardPast, { body: { ids } })
  const latest = async () => (await w.as(admin).call(tasks, { query: { kind: 'award_past_badges' } }))[0]!

  test('what was done before is awarded by a task that says how far it is, once', async () => {
    const [asker, answerer, moderator] = [await member(), await member(), await w.given.moderator()]
    const questions = [await t.ask(asker), await t.ask(asker), await t.ask(asker)]
    for (const id of questions) await t.answer(answerer, id)
    await w.as(moderator).call(deleteQuestion, { body: { id: questions[2]! } })
    await w.settle()
    const id = await make('Long ago', { rule: { ...draft('').rule, conditions: [], count: 2 } })
    const three = await make('Three', { rule: { ...draft('').rule, conditions: [], count: 3 } })
    const { task_id } = await past([id, three])
    await w.settle()
    expect(await latest()).toMatchObject({ id: task_id, status: 'done', begun_by: 'admin', error: '' })
    expect((await latest()).result).toMatchObject({ awards: expect.any(Number) })
    const { done, total } = await latest()
    expect([done, total > 0]).toEqual([total, true])
    const has = await badgesOf(answerer)
    expect([has.includes('Long ago'), has.includes('Three')]).toEqual([true, false])
    const { award_count } = await named('Long ago')
    await past()
    await w.settle()
    expect(await latest()).toMatchObject({ status: 'done', result: { awards: expect.any(Number) } })
    expect((await named('Long ago')).award_count).toBe(award_count)
  })

  test('a task that waits can be stopped and goes on; of one kind there is one at a time', async () => {
    const { task_id } = await past()
    await expect(past()).rejects.toMatchObject({ status: 409, reason: 'error.task.running' })
    await w.as(admin).call(setTaskStatus, { body: { id: task_id, status: 'stopped' } })
    await w.settle()
    expect(await latest()).toMatchObject({ id: task_id, status: 'stopped' })
    await w.as(admin).call(setTaskStatus, { body: { id: task_id, status: 'running' } })
    await w.settle()
    expect(await latest()).toMatchObject({ id: task_id, status: 'done' })
    await expect(w.as(admin).call(setTaskStatus, { body: { id: '999999', status: 'stopped' } })).rejects.toMatchObject({
      status: 400,
    })
  })
})
