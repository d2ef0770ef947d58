import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { numberOf } from '@askwell/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../../../test/world.ts'
import { corpus } from '../../../../test/corpus.ts'
import { addQuestion } from '../posts/questions/asking/service.ts'
import { saveSetting } from '../../operations/settings/queries.ts'
import { INDEX_LANGUAGE } from './queries.ts'
import { searchPage, similarQuestions } from './views.ts'

const PARAGRAPHS = 40
const TITLE_MAX = 150

interface Squad {
  data: { paragraphs: { context: string; qas: { question: string }[] }[] }[]
}

const folder = corpus('multilingual')
const paragraphsOf = (file: string) =>
  (JSON.parse(gunzipSync(readFileSync(`${folder}/${file}`)).toString()) as Squad).data
    .flatMap(({ paragraphs }) => paragraphs)
    .slice(0, PARAGRAPHS)

/** A little under what was found when this was written; no outside figure says what is good. */
const FLOOR = 0.9

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Some words out of the middle. */
const pieceOf = (text: string) => {
  const words = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).slice(8, 12)
  return text.slice(words[0]!.index, words.at(-1)!.index + words.at(-1)!.segment.length)
}

// Paragraphs of Wikipedia, and questions that people asked about them.
describe.runIf(folder).each(engines)('searching in many languages (%s)', (engine) => {
  describe.each([
    ['English', 'en_US', 'xquad/xquad.en.json.gz'],
    ['Russian', 'ru_RU', 'xquad/xquad.ru.json.gz'],
    ['Arabic', 'ar', 'xquad/xquad.ar.json.gz'],
    ['Hindi', 'hi_IN', 'xquad/xquad.hi.json.gz'],
    ['Thai', 'th_TH', 'xquad/xquad.th.json.gz'],
    ['Chinese', 'zh_CN', 'xquad/xquad.zh.json.gz'],
    ['Japanese', 'ja_JP', 'jsquad/jsquad-valid-v1.3.json.gz'],
  ] as const)('%s', (_, language, file) => {
    let w: World
    const paragraphs = folder ? paragraphsOf(file) : []
    const ids: number[] = []
    beforeAll(async () => {
      w = await world(engine)
      await w.settle()
      await w.app.transaction((tx) => saveSetting(tx.db, INDEX_LANGUAGE, language, tx.now()))
      for (const { context } of paragraphs)
        ids.push(
          await w.app.transaction((tx) =>
            addQuestion(tx, {
              user_id: 1,
              title: `# ${ids.length}`,
              text: { original_text: context, parsed_text: context, description: '' },
              tag_ids: [],
            }),
          ),
        )
      await w.settle()
    })
    afterAll(() => w.close())

    test('words out of a text find it', async () => {
      for (const [at, { context }] of paragraphs.entries()) {
        const { list } = await searchPage(w.app.db, pieceOf(context), null, {
          order: 'relevance',
          page: 1,
          page_size: 20,
        })
        expect(
          list.map(({ object }) => numberOf('question', object.id)),
          pieceOf(context),
        ).toContain(ids[at])
      }
    })

    test('a question finds the text it is about, among the first five', async () => {
      let asked = 0
      let found = 0
      for (const [at, { qas }] of paragraphs.entries())
        for (const { question } of qas.slice(0, 3)) {
          const like = await similarQuestions(w.app, question.slice(0, TITLE_MAX), null, 5)
          asked++
          if (like.some(({ id }) => numberOf('question', id) === ids[at])) found++
        }
      expect(found / asked).toBeGreaterThanOrEqual(FLOOR)
    })
  })
})
