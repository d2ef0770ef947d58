import { deleteAnswer } from '@askwell/contract/answers.ts'
import { memberCards, profileOverview, tagLeaders, userDirectory } from '@askwell/contract/directory.ts'
import { editQuestion } from '@askwell/contract/questions.ts'
import { saveProfile } from '@askwell/contract/users.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { findFaults } from '../../operations/integrity/service.ts'

const DAY = 86400

describe.each(engines)('the directory of users (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
  })
  afterAll(async () => {
    await w.settle()
    expect(await findFaults(w.app)).toEqual([])
    await w.close()
  })

  const listed = async (query: object) =>
    (await w.nobody.call(userDirectory, { query: { page_size: 100, ...query } })).list.map(({ user, figure }) => [
      user.username,
      figure,
    ])
  const names = async (query: object) => (await listed(query)).map(([name]) => name)
  const person = (name: string, rank = 100) => w.given.member({ name, rank })

  test('everybody is there, the most reputation first, a page at a time; the unconfirmed and deleted are not', async () => {
    const [ann, bo] = [await person('dirann', 900), await person('dirbo', 800)]
    const gone = await person('dirgone', 990)
    await w.given.member({ name: 'dirwaiting', active: false })
    await w
      .as(await w.given.admin())
      .call(setUserStatus, { body: { user_id: String(gone.id), status: 'deleted', remove_all_content: false } })
    expect(await listed({ name: 'dir' })).toEqual([
      [ann.username, 900],
      [bo.username, 800],
    ])
    const second = await w.nobody.call(userDirectory, { query: { name: 'dir', page_size: 1, page: 2 } })
    expect([second.count, second.list[0]!.user.username]).toEqual([2, 'dirbo'])
    await expect(w.nobody.call(userDirectory, { query: { name: 'dir', page: 3 } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('a name is found by the beginning of each of its words, without accents, and by the username', async () => {
    const user = await person('dirolaf')
    await w.as(user).call(saveProfile, { body: { display_name: 'Jörg van Zandt' } })
    for (const name of ['jor', 'JÖRG', 'zand', 'van jo', 'dirolaf', '@dirol'])
      expect(await names({ name })).toEqual(['dirolaf'])
    expect(await names({ name: 'andt' })).toEqual([])
    await w.as(user).call(saveProfile, { body: { display_name: 'Somebody else' } })
    expect(await names({ name: 'zandt' })).toEqual([])
  })

  test('the order by reputation of a period counts what was gained in it, not what was brought along', async () => {
    const vote = async (author: TestUser, voter: TestUser) => t.vote(voter, 'up', await t.ask(author))
    const [old, early] = [await person('perold', 500), await person('early', 1000)]
    await vote(old, early)
    await vote(old, early)
    w.clock.advance(40 * DAY)
    const [fresh, voter] = [await person('perfresh'), await person('pervoter', 1000)]
    await vote(fresh, voter)
    expect(await listed({ name: 'per', period: 'month' })).toEqual([
      ['perfresh', 11],
      ['pervoter', 1],
    ])
    expect(await listed({ name: 'per', period: 'week' })).toEqual([
      ['perfresh', 11],
      ['pervoter', 1],
    ])
    expect(await names({ name: 'per', period: 'all' })).toEqual(['pervoter', 'perold', 'perfresh'])
    const today = await names({ name: 'per', order: 'newest', period: 'month' })
    expect(today).toEqual(['pervoter', 'perfresh'])
    expect(await names({ name: 'per', order: 'newest' })).toEqual(['pervoter', 'perfresh', 'perold'])
  })

  test('who writes most, and who edits what others wrote', async () => {
    const [writer, editor] = [await person('actwriter'), await person('acteditor', 2000)]
    const question = await t.ask(writer)
    await t.answer(writer, await t.ask(editor))
    await t.comment(writer, question)
    const edit = (who: TestUser, text: string) =>
      w.as(who).call(editQuestion, {
        body: {
          id: question,
          title: 'How does an edited zephyr begin?',
          content: text,
          tags: [{ slug_name: 'support' }],
        },
      })
    await edit(editor, 'The text, edited by another.')
    await edit(writer, 'The text, edited by its author.')
    expect(await listed({ name: 'act', order: 'active' })).toEqual([
      ['actwriter', 3],
      ['acteditor', 2],
    ])
    expect(await listed({ name: 'act', order: 'editors', period: 'week' })).toEqual([['acteditor', 1]])
    const moderator = await w.given.moderator({ name: 'actmoderator' })
    expect(await names({ name: 'act', order: 'staff' })).toEqual([moderator.username])
  })

  test('those with the best answers lead a tag, of all time and lately, and what is deleted doesn’t count', async () => {
    const [first, second, asker] = [
      await person('leadfirst'),
      await person('leadsecond'),
      await person('leadasker', 2000),
    ]
    const moderator = await w.given.moderator()
    const question = await t.ask(moderator, undefined, ['led-tag'])
    const [one, two] = [await t.answer(first, question), await t.answer(second, question)]
    await t.vote(asker, 'up', one)
    await t.vote(moderator, 'up', one)
    await t.vote(asker, 'up', two)
    await w.settle()
    w.clock.advance(7200)
    await w.settle()
    const read = () => w.nobody.call(tagLeaders, { query: { name: 'led-tag' } })
    const board = [
      ['leadfirst', 2],
      ['leadsecond', 1],
    ]
    const shown = (list: { user: { username: string }; answer_score: number }[]) =>
      list.map(({ user, answer_score }) => [user.username, answer_score])
    expect(shown((await read()).all_time)).toEqual(board)
    expect(shown((await read()).lately)).toEqual(board)
    const overview = await w.nobody.call(profileOverview, { query: { username: first.username } })
    expect(overview.tags).toMatchObject([{ tag: { slug_name: 'led-tag' }, answers: 1, questions: 0, score: 2 }])
    await w.as(moderator).call(deleteAnswer, { body: { id: one } })
    w.clock.advance(31 * DAY)
    await w.settle()
    await w.settle()
    expect(shown((await read()).all_time)).toEqual([['leadsecond', 1]])
    expect((await read()).lately).toEqual([])
  })

  test('the overview of a profile has reputation over time that ends at the figure, and the days with something done', async () => {
    const [user, voter] = [await person('overann', 50), await person('overvoter', 1000)]
    const question = await t.ask(user)
    w.clock.advance(3 * DAY)
    await t.vote(voter, 'up', question)
    const { reputation, activity, people_reached } = await w.nobody.call(profileOverview, {
      query: { username: user.username },
    })
    expect(reputation.map(({ total }) => total)).toEqual([50, 60])
    expect(reputation[1]!.at - reputation[0]!.at).toBe(3 * DAY)
    expect(activity.map(({ acts }) => acts)).toEqual([1])
    expect(people_reached).toBe(0)
  })

  test('a site from before the directory is counted by a job, and everybody is found then', async () => {
    const before = await listed({ order: 'active' })
    await w.app.transaction(async ({ db }) => {
      for (const table of ['contributions', 'tag_contributions', 'user_names'] as const)
        await db.deleteFrom(table).execute()
      const job = { event_id: 0, run_at: 0, attempts: 0, locked_until: 0 }
      await db
        .insertInto('jobs')
        .values({ ...job, effect: 'site.imported/countAnew', payload: '{"counted":false}' })
        .execute()
    })
    expect(await listed({ order: 'active' })).toEqual([])
    await w.settle()
    expect(await listed({ order: 'active' })).toEqual(before)
    expect(await names({ name: 'admin' })).toContain('admin')
    expect(await findFaults(w.app)).toEqual([])
  })

  test('cards come for all the names of a page at once, and not of the deleted', async () => {
    const [one, two] = [await person('cardone'), await person('cardtwo')]
    await w.as(one).call(saveProfile, { body: { bio: `Likes **beer** ${'and more '.repeat(40)}` } })
    const cards = await w.nobody.call(memberCards, { query: { usernames: 'cardone,CARDTWO,nobody-at-all,cardone' } })
    expect(cards.map(({ user }) => user.username).toSorted()).toEqual([one.username, two.username])
    expect(cards.find(({ user }) => user.username === 'cardone')!.about).toMatch(/^Likes .*…$/)
  })
})
