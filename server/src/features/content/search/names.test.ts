import { numberOf } from '@askwell/contract/ids.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import { search } from '@askwell/contract/search.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { saveSetting } from '../../operations/settings/queries.ts'
import { INDEX_LANGUAGE } from './queries.ts'

const closed = async (w: World) => {
  expect(w.faults).toEqual([])
  await w.close()
}

const library = async (engine: (typeof engines)[number], language: string, questions: [string, string][]) => {
  const w = await world(engine)
  const ann: TestUser = await w.given.member({ rank: 2000, name: 'ann' })
  await w.settle()
  await w.app.transaction((tx) => saveSetting(tx.db, INDEX_LANGUAGE, language, tx.now()))
  const ids = new Map<number, string>()
  for (const [title, content] of questions) {
    const { id } = await w.as(ann).call(askQuestion, { body: { title, content, tags: [{ slug_name: 'support' }] } })
    ids.set(numberOf('question', id), title)
  }
  await w.settle()
  const find = async (q: string) => {
    const { list, nearest } = await w.nobody.call(search, { query: { q } })
    return { titles: list.map(({ object }) => object.title), nearest }
  }
  return { w, find }
}

describe.each(engines)('names as programs have them (%s)', (engine) => {
  let w: World
  let find: Awaited<ReturnType<typeof library>>['find']
  const VECTOR = 'How does a list of integers grow?'
  const SHARP = 'Which framework has this method?'
  const SNAKE = 'Where is that variable read?'
  const HOOK = 'When does it run a second time?'
  const APART = 'What has a bar to do with foo fighters?'
  const SAID = 'May I return early from a function?'
  beforeAll(async () => {
    ;({ w, find } = await library(engine, 'en_US', [
      [VECTOR, 'It is a `std::vector<int>` of mine.'],
      [SHARP, 'I write C# for .NET, not C.'],
      [SNAKE, 'Somebody set `foo_bar` before.'],
      [HOOK, 'I put it into `useEffect` and `XMLHttpRequest`:\n\n```js\nreturn setTimeout(spin)\n```'],
      [APART, 'There is one at the corner.'],
      [SAID, 'Somebody said that it is bad to return so soon.'],
    ]))
  })
  afterAll(() => closed(w))

  test.each([
    ['std::vector', [VECTOR]],
    ['vector', [VECTOR]],
    ['C#', [SHARP]],
    ['.NET', [SHARP]],
    ['foo_bar', [SNAKE]],
    ['FOO_BAR', [SNAKE]],
    ['useEffect', [HOOK]],
    ['effect', [HOOK]],
    ['httprequest', []],
    ['http request', [HOOK]],
    ['xmlhttprequest', [HOOK]],
    ['code:return', [HOOK]],
    ['code:foo_bar', [SNAKE]],
    ['code:corner', []],
    ['lang:js', [HOOK]],
    ['lang:JavaScript return', [HOOK]],
    ['lang:python', []],
    ['code:vector integers', [VECTOR]],
  ])('%s', async (q, titles) => expect(await find(q)).toEqual({ titles, nearest: undefined }))

  test('the parts of a name are found where they are words too', async () => {
    expect((await find('foo')).titles.toSorted()).toEqual([APART, SNAKE].toSorted())
    expect((await find('return')).titles.toSorted()).toEqual([HOOK, SAID].toSorted())
    expect(await find('foo_fighters')).toEqual({ titles: [APART], nearest: true })
  })
})

describe.each(engines)('words written together (%s)', (engine) => {
  let w: World
  let find: Awaited<ReturnType<typeof library>>['find']
  const BOTTLE = 'Warum platzt meine Bierflasche im Sommer?'
  const APART = 'Welche Flasche taugt für dunkles Bier?'
  const TABLE = 'Wo steht der Arbeitstisch in der Werkstatt?'
  const WORK = 'Ein Tisch für die Arbeit im Garten?'
  beforeAll(async () => {
    ;({ w, find } = await library(engine, 'de_DE', [
      [BOTTLE, 'Sie stand in der Sonne.'],
      [APART, 'Ich will abfüllen.'],
      [TABLE, 'Er fehlt mir.'],
      [WORK, 'Aus Eiche.'],
    ]))
  })
  afterAll(() => closed(w))

  test('a compound finds its parts, and a part its compounds; what was asked for comes first', async () => {
    expect((await find('Bierflaschen')).titles).toEqual([BOTTLE, APART])
    expect((await find('Flasche')).titles).toEqual([APART, BOTTLE])
    expect((await find('Arbeitstisch')).titles).toEqual([TABLE, WORK])
  })
})
