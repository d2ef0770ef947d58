import { readFileSync } from 'node:fs'
import { SEARCH_QUERY_MAX } from '@askwell/contract/limits.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { corpus } from '../../../../test/corpus.ts'
import { engines, type World, world } from '../../../../test/world.ts'
import { saveSetting } from '../../operations/settings/queries.ts'
import { addQuestion } from '../posts/questions/asking/service.ts'
import { INDEX_LANGUAGE } from './queries.ts'
import { searchPage } from './views.ts'

const folder = corpus('multilingual')

/** Questions with their answers: a number and the question, perhaps on several lines, a line with nothing, the answer. */
const entriesOf = (file: string) => {
  const text = readFileSync(`${folder}/debian-faq/${file}`, 'utf8')
  return text
    .split(/^(?=\d+\.\d+\.\s)/m)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.split(/\n\s*\n/)
      return {
        title: head
          .replace(/^\S+\s/, '')
          .replace(/\s+/g, ' ')
          .trim(),
        text: rest.join('\n\n'),
      }
    })
}

/** As much of it as fits into the field, whole words. A minus before a word would mean that it must not occur. */
const typed = (title: string) => {
  const plain = title.replace(/(?<!\S)-/g, '')
  if ([...plain].length <= SEARCH_QUERY_MAX) return plain
  return [...plain]
    .slice(0, SEARCH_QUERY_MAX)
    .join('')
    .replace(/\s+\S*$/, '')
}

describe.runIf(folder).each(engines)('texts by their titles (%s)', (engine) => {
  describe.each([
    ['English', 'en_US', 'debian-faq.en.txt'],
    ['Japanese', 'ja_JP', 'debian-faq.ja.txt'],
    ['Korean', 'ko_KR', 'debian-faq.ko.txt'],
    ['Russian', 'ru_RU', 'debian-faq.ru.txt'],
    ['Chinese', 'zh_CN', 'debian-faq.zh-cn.txt'],
  ] as const)('%s', (_, language, file) => {
    let w: World
    const entries = folder ? entriesOf(file) : []
    const ids: number[] = []
    beforeAll(async () => {
      w = await world(engine)
      await w.settle()
      await w.app.transaction((tx) => saveSetting(tx.db, INDEX_LANGUAGE, language, tx.now()))
      await w.app.transaction(async (tx) => {
        for (const { title, text } of entries)
          ids.push(
            await addQuestion(tx, {
              user_id: 1,
              title,
              text: { original_text: text, parsed_text: text, description: '' },
              tag_ids: [],
            }),
          )
      })
      await w.settle()
    })
    afterAll(() => w.close())

    test('each title finds its text first', async () => {
      expect(entries.length).toBeGreaterThan(50)
      const missed: string[] = []
      for (const [at, { title }] of entries.entries()) {
        const { list } = await searchPage(w.app.db, typed(title), null, { order: 'relevance', page: 1, page_size: 1 })
        if (numberOf('question', list[0]?.object.id ?? '') !== ids[at]) missed.push(title)
      }
      expect(missed).toEqual([])
    })
  })
})
