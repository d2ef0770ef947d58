import { editAnswer } from '@askwell/contract/answers.ts'
import { deletePermanently } from '@askwell/contract/content-administration.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { askQuestion, deleteQuestion, editQuestion, similarQuestions } from '@askwell/contract/questions.ts'
import { search, searchEngine, type SearchHit, type SearchOrder } from '@askwell/contract/search.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { replaceWorkers, TooMuchWork, workers } from '../../../workers/pool.ts'
import { updatePost } from '../posts/queries.ts'
import { insertTags, updateTag } from '../tags/queries.ts'
import { setTagsOf } from '../tags/of-questions/queries.ts'
import { engineOf } from './queries.ts'
import { reindex } from './service.ts'

const titles = (hits: SearchHit[]) => hits.map(({ object_type, object }) => `${object_type}: ${object.title}`)

describe.each(engines)('search (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [ann, bob]: TestUser[] = []
  const find = (q: string, order: SearchOrder = 'relevance', who?: TestUser) =>
    (who ? w.as(who) : w.nobody).call(search, { query: { q, order } })
  const ask = async (person: TestUser, title: string, content: string) => {
    const { id } = await w.as(person).call(askQuestion, { body: { title, content, tags: [{ slug_name: 'support' }] } })
    await w.settle()
    return id
  }
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    ;[ann, bob] = [await w.given.member({ rank: 2000, name: 'ann' }), await w.given.member({ rank: 2000, name: 'bob' })]
    await w.settle()
  })
  afterAll(() => w.close())

  test('all words must be there, in any form, with or without their accents', async () => {
    await ask(ann!, 'Which yeast ferments at low temperatures?', 'A lager needs a **résumé** of its own.')
    await ask(ann!, 'Which yeast is best for bread?', 'It should rise.')
    expect(titles((await find('yeasts temperature')).list)).toEqual([
      'question: Which yeast ferments at low temperatures?',
    ])
    expect((await find('yeast')).count).toBe(2)
    expect((await find('RESUME fermented')).count).toBe(1)
    expect(await find('"which yeast" "spaceship"')).toEqual({ count: 0, list: [] })
  })

  test('where nothing has all words, the nearest are found and said to be so', async () => {
    const lagers = await find('lagerz tempreatures')
    expect([titles(lagers.list), lagers.nearest]).toEqual([
      ['question: Which yeast ferments at low temperatures?'],
      true,
    ])
    expect(titles((await find('resume ferme')).list)).toEqual(['question: Which yeast ferments at low temperatures?'])
    const some = await find('bread spaceship')
    expect([titles(some.list), some.nearest]).toEqual([['question: Which yeast is best for bread?'], true])
    expect((await find('yeast')).nearest).toBe(undefined)
    expect(await find('zzyzx spaceship')).toEqual({ count: 0, list: [] })
    const beyond = w.as(ann!).call(search, { query: { q: 'lager bread', page: 9, size: 1 } })
    await expect(beyond).rejects.toMatchObject({ status: 404 })
    const beyondExact = w.as(ann!).call(search, { query: { q: 'yeast bread', page: 2, size: 1 } })
    await expect(beyondExact).rejects.toMatchObject({ status: 404 })
  })

  test('a text that takes too much is found by its beginning, and its neighbours as they are', async () => {
    const ours = workers()
    replaceWorkers({
      ...ours,
      run: async (name, input, how) => {
        if (name === 'analyse' && JSON.stringify(input).length > 20_000) throw new TooMuchWork(name)
        return ours.run(name, input, how)
      },
    })
    const writer = await w.given.member({ rank: 100 })
    try {
      const asked = (n: number, content: string) =>
        w
          .as(writer)
          .call(askQuestion, { body: { title: `Is this long, ${n}?`, content, tags: [{ slug_name: 'support' }] } })
      await asked(1, `wolpertinger ${'long '.repeat(6000)} rasselbock`)
      await asked(2, 'The elwetritsch is short.')
      await w.settle()
    } finally {
      replaceWorkers(ours)
    }
    expect((await find('wolpertinger')).count).toBe(1)
    expect((await find('"rasselbock"')).count).toBe(0)
    expect((await find('elwetritsch')).count).toBe(1)
  })

  test('what must not occur, and what suffices', async () => {
    const two = ['question: Which yeast ferments at low temperatures?', 'question: Which yeast is best for bread?']
    const found = async (q: string) => titles((await find(q)).list).sort()
    expect(await found('yeast')).toEqual(two)
    expect(await found('yeast -bread')).toEqual([two[0]])
    expect(await found('yeast -"best for bread"')).toEqual([two[0]])
    expect(await found('yeast -[support]')).toEqual([])
    expect(await found('-yeast user:ann')).toEqual([])
    expect(await found('lager OR bread')).toEqual(two)
    expect(await found('lager in:title')).toEqual([])
    expect(await found('bread in:title')).toEqual([two[1]])
    expect(await found('yeast is:closed')).toEqual([])
    expect(await found('yeast is:open')).toEqual(two)
    expect(await found('yeast created:2026-09..')).toEqual(two)
    expect(await found('yeast created:..2025')).toEqual([])
  })

  test('a word in the title weighs more than one in the text', async () => {
    await ask(ann!, 'Something about barley malt', 'Nothing to add to that.')
    await ask(ann!, 'Something altogether different', 'A barley field. There was barley once, and more barley.')
    expect(titles((await find('barley')).list)).toEqual([
      'question: Something about barley malt',
      'question: Something altogether different',
    ])
  })

  test('answers are found by their own words and named by their question', async () => {
    const question = await ask(ann!, 'What keeps foam stable?', 'It falls together.')
    const answer = await t.answer(bob!, question, 'Proteins and isohumulones do that.')
    await w.settle()
    const {
      list: [hit],
    } = await find('isohumulones')
    expect(hit).toMatchObject({
      object_type: 'answer',
      object: {
        id: answer,
        question_id: question,
        title: 'What keeps foam stable?',
        excerpt: 'Proteins and isohumulones do that.',
        vote_count: 0,
        accepted: false,
        user_info: { username: 'bob' },
        tags: [{ slug_name: 'support' }],
        status: 'available',
      },
    })
    await t.accept(ann!, question, answer)
    expect((await find('isohumulones')).list[0]!.object.accepted).toBe(true)
    expect((await find('foam stable')).list[0]!.object.accepted).toBe(true)
  })

  test('the excerpt shows the text around the first hit, on one line, at most 240 characters, as text', async () => {
    await ask(
      ann!,
      'A question with a long beginning',
      `${'Blah blah <b>blah</b>. '.repeat(40)}\n\nAnd then *quicksilver* & <i>more</i>. ${'Tail '.repeat(80)}`,
    )
    const { excerpt } = (await find('quicksilver')).list[0]!.object
    expect(excerpt).toContain('And then quicksilver & <i>more</i>.')
    expect(excerpt.length).toBeLessThanOrEqual(240)
    expect(excerpt).toMatch(/^….*…$/)
  })

  test('orders: newest, active, score', async () => {
    const first = await ask(ann!, 'The gruit of yesterday', 'The first text.')
    w.clock.advance(100)
    await ask(ann!, 'The gruit of today', 'The second text.')
    w.clock.advance(100)
    await t.answer(bob!, first, 'an answer that names nothing')
    await t.vote(bob!, 'up', first)
    expect(titles((await find('gruit', 'newest')).list)).toEqual([
      'question: The gruit of today',
      'question: The gruit of yesterday',
    ])
    expect(titles((await find('gruit', 'active')).list)).toEqual([
      'question: The gruit of yesterday',
      'question: The gruit of today',
    ])
    expect(titles((await find('gruit', 'score')).list)).toEqual([
      'question: The gruit of yesterday',
      'question: The gruit of today',
    ])
  })

  test('pages: further ones go on, one beyond the end is not found', async () => {
    for (const n of [1, 2, 3]) await ask(ann!, `Paging brettanomyces ${n}`, 'Some text.')
    const page = (n: number) =>
      w.nobody.call(search, { query: { q: 'brettanomyces', order: 'newest', size: 2, page: n } })
    expect((await page(1)).count).toBe(3)
    expect(titles((await page(2)).list)).toEqual(['question: Paging brettanomyces 1'])
    await expect(page(3)).rejects.toMatchObject({ status: 404 })
    await expect(page(1_000_000)).rejects.toMatchObject({ status: 404 })
  })

  test('[tag] finds what stands under a tag and its synonyms; two tags must both be there', async () => {
    const question = await ask(ann!, 'Tagged with two', 'kettle')
    const answer = await t.answer(bob!, question, 'kettle too')
    await w.settle()
    await w.app.transaction(async (tx) => {
      const blank = { original_text: '', parsed_text: '', description: '', user_id: ann!.id, created_at: tx.now() }
      const [ipa, pale, hops] = await insertTags(
        tx.db,
        ['ipa', 'india-pale-ale', 'c++'].map((slug_name) => ({ ...blank, slug_name, display_name: slug_name })),
      )
      await updateTag(tx.db, pale!, { main_tag_id: ipa! })
      await setTagsOf(tx.db, numberOf('question', question), [ipa!, hops!])
    })
    const both = [`answer ${answer}`, `question ${question}`]
    const found = async (q: string) =>
      (await find(q)).list.map(({ object_type, object }) => `${object_type} ${object.id}`).sort()
    expect(await found('[ipa]')).toEqual(both)
    expect(await found('[india pale ale]')).toEqual(both)
    expect(await found('[ipa] [c++]')).toEqual(both)
    expect(await found('[ipa] too')).toEqual([`answer ${answer}`])
    expect(await found('[ipa] [support]')).toEqual([])
    expect(await found('[no-such-tag] kettle')).toEqual([])
  })

  test('user:name and user:me find what somebody wrote', async () => {
    const cyd = await w.given.member({ name: 'cyd' })
    const question = await ask(cyd, 'Whose wort is this?', 'Mine, I say.')
    expect((await find('user:cyd')).list.map(({ object }) => object.id)).toEqual([question])
    expect((await find('wort user:Cyd')).count).toBe(1)
    expect((await find('wort user:bob')).count).toBe(0)
    expect((await find('user:me', 'newest', cyd)).list.map(({ object }) => object.id)).toEqual([question])
    expect((await find('user:me')).count).toBe(0)
    expect(await find('user:nobody-has-this-name [no-such-tag]')).toMatchObject({
      count: 0,
      missing_user: 'nobody-has-this-name',
      missing_tags: ['no-such-tag'],
    })
  })

  test('the other operators narrow what is found', async () => {
    const open = await ask(ann!, 'An open question on mashing', 'mashing')
    const solved = await ask(ann!, 'A solved question on mashing', 'mashing')
    const [right, wrong] = [
      await t.answer(bob!, solved, 'mashing at 66 degrees'),
      await t.answer(ann!, solved, 'mashing at 99 degrees'),
    ]
    await t.accept(ann!, solved, right)
    await t.vote(bob!, 'up', solved)
    await w.settle()
    const found = async (q: string) => (await find(`${q} mashing`)).list.map(({ object }) => object.id).sort()
    expect(await found('is:question')).toEqual([open, solved])
    expect(await found('is:answer')).toEqual([right, wrong])
    expect(await found('score:1')).toEqual([solved])
    expect(await found('answers:0')).toEqual([open])
    expect(await found('answers:2')).toEqual([solved])
    expect(await found('hasaccepted:yes')).toEqual([solved])
    expect(await found('hasaccepted:no')).toEqual([open])
    expect(await found('isaccepted:yes')).toEqual([right])
    expect(await found('isaccepted:no')).toEqual([wrong])
    expect(await found(`inquestion:${solved}`)).toEqual([right, wrong])
    expect(await found('views:1000')).toEqual([])
    expect(await found('"question on"')).toEqual([open, solved])
    expect(await found('"on question"')).toEqual([])
  })

  test('what is hidden never comes out, nor is counted, whether or not the index knows yet', async () => {
    const canary = 'xylophagous'
    const deleted = await ask(ann!, `A ${canary} question to delete`, 'Some text.')
    const unlisted = await ask(ann!, `A ${canary} question nobody lists`, 'Some text.')
    const pending = await ask(ann!, `A ${canary} question that waits`, 'Some text.')
    await t.answer(bob!, unlisted, `A ${canary} answer`)
    await w.settle()
    expect((await find(canary)).count).toBe(4)
    await w.as(ann!).call(deleteQuestion, { body: { id: deleted } })
    await w.app.transaction(async (tx) => {
      await updatePost(tx.db, numberOf('question', unlisted), { show: 2 })
      await updatePost(tx.db, numberOf('question', pending), { status: 11 })
    })
    expect(await find(canary)).toEqual({ count: 0, list: [] })
    expect(await w.nobody.call(similarQuestions, { query: { title: canary } })).toEqual([])
    const moderator = await w.given.moderator()
    for (const who of [ann!, moderator])
      expect((await find(`${canary} is:question`, 'newest', who)).list.map(({ object }) => object.id)).toEqual([
        unlisted,
      ])
    await w.settle()
    const kept = await w.app.db
      .selectFrom('search_state')
      .select('post_id')
      .where('post_id', '=', numberOf('question', deleted))
      .execute()
    expect(kept).toEqual([])
  })

  test('the index follows an edit, and doing it twice changes nothing', async () => {
    const id = await ask(ann!, 'Before the edit: saison', 'saison')
    const answer = await t.answer(bob!, id, 'a farmhouse ale')
    await w.as(ann!).call(editQuestion, {
      body: { id, title: 'After the edit: kolsch', content: 'Not that any more.', tags: [{ slug_name: 'support' }] },
    })
    await w.as(bob!).call(editAnswer, { body: { id: answer, content: 'a city ale' } })
    await w.settle()
    for (const _ of [1, 2]) {
      expect((await find('saison')).count).toBe(0)
      expect((await find('farmhouse')).count).toBe(0)
      expect((await find('Kölsch')).list.map(({ object }) => object.id)).toEqual([id])
      expect((await find('city ale')).list.map(({ object }) => object.id)).toEqual([answer])
      const { indexPost } = await import('./effects.ts')
      await indexPost(w.app, {
        actor_id: 0,
        object_type: 'question',
        object_id: numberOf('question', id),
        question_id: 0,
        kind: 'question',
        tag_ids: [],
        former_tag_ids: [],
        revision_id: 0,
      })
    }
  })

  test.each(['', '   ', undefined])('%j is no search: the field is named', async (q) => {
    await expect(w.nobody.call(search, { query: { ...(q !== undefined && { q }) } })).rejects.toMatchObject({
      status: 400,
      fields: ['q'],
    })
  })

  test.each([
    '"',
    '""',
    '*',
    '( OR )',
    'AND',
    'a* NEAR(b',
    "o'clock",
    '\\',
    "';--",
    '🙂',
    '[]',
    '[',
    'user:',
    '!&|<->:*',
    'title:x',
    '-',
    '%_',
    'x'.repeat(60),
    '字'.repeat(60),
  ])('%j is searched for as it stands', async (q) => {
    const { count, list } = await find(q)
    expect(count).toBeGreaterThanOrEqual(list.length)
  })

  test('a query longer than 60 characters is refused', async () => {
    await expect(find('x'.repeat(61))).rejects.toMatchObject({ status: 400, fields: ['q'] })
  })

  test('an error message is found that is pasted whole, whatever in it would mean something in a search', async () => {
    const message = `Error [ERR_MODULE_NOT_FOUND]: Cannot find package "quaffle" imported from /srv/app/user:bob/index.mjs --watch OR -help`
    await ask(ann!, 'Why does my quaffle not start?', `It says:\n\n\`\`\`\n${message}\n\`\`\``)
    const found = await w.nobody.call(search, { query: { q: message.slice(0, 60), pasted: message } })
    expect(titles(found.list)[0]).toBe('question: Why does my quaffle not start?')
    const other = message.replace('/srv/app/user:bob', '/home/somebody/else')
    const near = await w.nobody.call(search, { query: { q: other.slice(0, 60), pasted: other } })
    expect(titles(near.list)[0]).toBe('question: Why does my quaffle not start?')
    const tooLong = w.nobody.call(search, { query: { q: 'x', pasted: 'x '.repeat(251) } })
    await expect(tooLong).rejects.toMatchObject({ status: 400, fields: ['pasted'] })
  })

  test('a search with operators is one however long it is', async () => {
    const long = 'is:question score:0 created:2000..2100 -nobody-writes-this -nor-that-either quaffle'
    const found = await w.nobody.call(search, { query: { q: long.slice(0, 60), pasted: long } })
    expect(titles(found.list)).toEqual(['question: Why does my quaffle not start?'])
    const answers = long.replace('is:question', 'is:answer')
    expect((await w.nobody.call(search, { query: { q: long.slice(0, 60), pasted: answers } })).count).toBe(0)
  })

  test('visitors find again what was found, until something changes, without a look into the database', async () => {
    w.clock.advance(10)
    const { count } = await find('yeast')
    // Nobody is told of this, so nobody looks again; a member's search does.
    const hidden = (await find('yeast')).list.filter(({ object_type }) => object_type === 'question')[0]!
    const id = numberOf('question', hidden.object.id)
    await w.app.transaction((tx) => updatePost(tx.db, id, { show: 2 }))
    expect((await find('yeast')).count).toBe(count)
    expect((await find('yeast', 'relevance', bob)).count).toBeLessThan(count)
    await w.app.transaction((tx) => updatePost(tx.db, id, { show: 1 }))
    await ask(ann!, 'Which yeast is newest of all?', 'It was bought today.')
    expect((await find('yeast')).count).toBe(count + 1)
    expect((await find('yeast newest bought')).count).toBe(1)
  })

  test('a query with a NUL, which no text of ours has, is refused', async () => {
    await expect(find('a\u0000b')).rejects.toMatchObject({ status: 400, fields: ['q'] })
  })

  test('questions like the one being asked: those that share what is telling, the likest first', async () => {
    await ask(ann!, 'How long does kombucha ferment in the cold?', 'Some text.')
    await ask(ann!, 'How warm may a cellar be?', 'For kombucha, say.')
    const like = async (title: string) =>
      (await w.nobody.call(similarQuestions, { query: { title } })).map((question) => question.title)
    expect(await like('kombucha')).toEqual(['How long does kombucha ferment in the cold?', 'How warm may a cellar be?'])
    expect((await like('Does kombucha ferment slower in cold rooms?'))[0]).toBe(
      'How long does kombucha ferment in the cold?',
    )
    expect(await like('zzz')).toEqual([])
    expect(await like('?!')).toEqual([])
  })

  test('there is no outside engine to name', async () => {
    expect(await w.nobody.call(searchEngine, {})).toEqual({ name: '', icon: '', link: '' })
  })

  test('hits quote the words that are kept of a post; where none are yet, its description, until they are filled in', async () => {
    const words = (plain_text: string | null) =>
      w.app.transaction((tx) => tx.db.updateTable('search_state').set({ plain_text }).execute())
    const excerpts = async () => (await find('barley')).list.map(({ object }) => object.excerpt)
    const before = await excerpts()
    await words('Kept words about barley and wind.')
    expect(await excerpts()).toEqual(before.map(() => 'Kept words about barley and wind.'))
    await words(null)
    expect((await excerpts()).every(Boolean)).toBe(true)
    w.clock.advance(3600)
    await w.settle()
    expect(await excerpts()).toEqual(before)
  })

  test('of what is erased no word stays in the index, nor of the answers under it', async () => {
    const admin = await w.given.admin()
    const id = await ask(ann!, 'Does a quibblestone float?', 'In brine.')
    const ids = [numberOf('question', id), numberOf('answer', await t.answer(bob!, id, 'A quibblestone sinks.'))]
    await w.settle()
    await w.as(admin).call(deleteQuestion, { body: { id } })
    await w.settle()
    await w.as(admin).call(deletePermanently, { body: { type: 'questions', object_id: id } })
    const { rows } =
      await sql`select post_id from ${engineOf(w.app.db).indexed} as indexed where post_id in (${sql.join(ids)})
      union all select post_id from search_state where post_id in (${sql.join(ids)})`.execute(w.app.db)
    expect(rows).toEqual([])
  })

  test('a new language of the site counts from the next reindexing on, for texts and searches alike', async () => {
    await ask(ann!, 'Die Häuser am Kanal', 'Brauereien')
    expect((await find('"Haus"')).count).toBe(0)
    const { writeSection } = await import('../../operations/settings/save-section.ts')
    await w.app.transaction((tx) => writeSection(tx, 1, 'interface', { language: 'de_DE', time_zone: 'UTC' }))
    expect((await find('Häuser')).count).toBe(1)
    expect((await find('"Haus"')).count).toBe(0)
    const seen: number[] = []
    const count = await reindex(w.app, { onProgress: (upTo) => seen.push(upTo) })
    const shown = await w.app.db
      .selectFrom('posts')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('status', '<', 10)
      .executeTakeFirstOrThrow()
    expect(count).toBe(shown.n)
    expect(seen.at(-1)).toBeGreaterThan(0)
    expect((await find('Haus')).count).toBe(1)
    expect((await find('barley')).count).toBe(2)
  })

  test('a slip that some post has too is also looked for as the far commoner word, which is said', async () => {
    const at = [...Array(9).keys()].map((n) => `Where is sediment number ${n}?`)
    for (const title of at) await ask(ann!, title, 'At the bottom.')
    await ask(bob!, 'Where is my sedimnet?', 'Nowhere.')
    const found = await find('sedimnet')
    expect([found.count, found.also, found.nearest]).toEqual([10, [{ typed: 'sedimnet', word: 'sediment' }], undefined])
    expect(titles(found.list)[0]).toBe('question: Where is my sedimnet?')
    const second = await w.nobody.call(search, { query: { q: 'sedimnet', order: 'relevance', size: 6, page: 2 } })
    expect([second.count, second.list.length]).toEqual([10, 4])
    expect(titles((await find('"sedimnet"')).list)).toEqual(['question: Where is my sedimnet?'])
    expect((await find('sediment')).also).toBe(undefined)
    const wrong = await find('sedimenr')
    expect([wrong.nearest, wrong.also]).toEqual([true, [{ typed: 'sedimenr', word: 'sediment' }]])
  })

  test('nothing went wrong behind the scenes', () => expect(w.faults).toEqual([]))
})
