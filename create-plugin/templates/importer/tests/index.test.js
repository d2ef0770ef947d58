import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'
import { kitWith } from './kit.js'

const ann = { id: 1, name: 'Ann' }
const bo = { id: 2, name: 'Bo' }
const at = '2020-01-01'
const thread = (id, text = 'Why?') => ({
  id,
  title: 'How warm is it?',
  text,
  by: ann,
  at,
  answers: [{ id: id + 0.5, text: 'Warm', by: bo, at }],
})
const readAll = async (threads) => {
  const kit = kitWith({ files: { 'forum.jsonl': threads.map((one) => JSON.stringify(one)).join('\n') } })
  const pages = []
  do pages.push(await plugin.importer.read({ from: pages.at(-1)?.next }, kit))
  while (pages.at(-1).next)
  return pages
}

test('a thread becomes a question with its answers and those who wrote them', async () => {
  const [page] = await readAll([thread(7)])
  assert.deepEqual(page.members, [
    { ...ann, created_at: at },
    { ...bo, created_at: at },
  ])
  assert.deepEqual(page.questions, [{ id: 7, title: 'How warm is it?', text: 'Why?', member: 1, created_at: at }])
  assert.deepEqual(page.answers, [{ id: 7.5, question: 7, text: 'Warm', member: 2, created_at: at }])
})

test('a file of many pieces comes whole, and each thread once', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => index + 1)
  const pages = await readAll(ids.map((id) => thread(id, 'é'.repeat(4000))))
  assert.ok(pages.length > 1)
  assert.deepEqual(
    pages.flatMap(({ questions }) => questions).map(({ id }) => id),
    ids,
  )
  assert.ok(pages.every(({ questions }) => questions.every(({ text }) => text === 'é'.repeat(4000))))
})
