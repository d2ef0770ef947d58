import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'

const kit = { config: { most_links: '1' } }
const text = (links, approved_question_count) => ({
  links,
  author: { approved_question_count, approved_answer_count: 0 },
})

test('many links of a newcomer wait, those of others do not', () => {
  const links = ['https://a.example', 'https://b.example']
  assert.equal(plugin.reviewer(text(links, 0), kit).verdict, 'waiting')
  assert.equal(plugin.reviewer(text(links.slice(1), 0), kit).verdict, 'approved')
  assert.equal(plugin.reviewer(text(links, 5), kit).verdict, 'approved')
})
