import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { numberOf } from '@askwell/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../../test/world.ts'
import { corpus } from '../../lib/corpus.ts'
import { addQuestion } from '../questions/service.ts'
import { saveSetting } from '../site/queries.ts'
import { INDEX_LANGUAGE } from './queries.ts'
import { similarQuestions } from './views.ts'

const PARAGRAPHS = 60
const TITLE_MAX = 150

interface Squad { data: { paragraphs: { context: string; qas: { question: string }[] }[] }[] }

const folder = corpus('multilingual')
const paragraphsOf = (file: string) =>
  (JSON.parse(gunzipSync(readFileSync(`${folder}/${file}`)).toString()) as Squad).data.flatMap(({ paragraphs }) => paragraphs).slice(0, PARAGRAPHS)

// Questions that people asked about paragraphs of Wikipedia: the paragraph should be among the first that are found.
// The floors are a little under what was found when this was written; no outside figure says what is good.
describe.runIf(folder).each(engines)('a question finds the paragraph it is about (%s)', (engine) => {
  describe.each([
    ['English', 'en_US', 'xquad/xquad.en.json.gz', 0.9], ['Russian', 'ru_RU', 'xquad/xquad.ru.json.gz', 0.85], ['Arabic', 'ar', 'xquad/xquad.ar.json.gz', 0.8], ['Hindi', 'hi_IN', 'xquad/xquad.hi.json.gz', 0.8],
    ['Thai', 'th_TH', 'xquad/xquad.th.json.gz', 0.8], ['Chinese', 'zh_CN', 'xquad/xquad.zh.json.gz', 0.85], ['Japanese', 'ja_JP', 'jsquad/jsquad-valid-v1.3.json.gz', 0.85],
  ] as const)('%s', (_, language, file, floor) => {
    let w: World
    beforeAll(async () => { w = await world(engine) })
    afterAll(() => w.close())

    test(`at least ${floor * 100} times in a hundred it is one of the first five`, async () => {
      const paragraphs = paragraphsOf(file)
      await w.settle()
      await w.app.transaction((tx) => saveSetting(tx.db, INDEX_LANGUAGE, language, tx.now()))
      const ids: number[] = []
      for (const { context } of paragraphs) ids.push(await w.app.transaction((tx) => addQuestion(tx, { user_id: 1, title: `# ${ids.length}`, text: { original_text: context, parsed_text: context, description: '' }, tag_ids: [] })))
      await w.settle()
      let asked = 0
      let found = 0
      for (const [at, { qas }] of paragraphs.entries()) for (const { question } of qas.slice(0, 3)) {
        const like = await similarQuestions(w.app, question.slice(0, TITLE_MAX), null, 5)
        asked++
        if (like.some(({ id }) => numberOf('question', id) === ids[at])) found++
      }
      console.info(`${engine} ${language}: ${found} of ${asked}`)
      expect(found / asked).toBeGreaterThanOrEqual(floor)
    })
  })
})
