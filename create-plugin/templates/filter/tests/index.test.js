import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'

test('what has moved is mended, and nothing else', () => {
  const kit = { config: { from: 'http://old.example/', to: 'https://new.example/' } }
  const filtered = (content) => plugin.filter({ object_type: 'question', content }, kit)
  assert.equal(filtered('see http://old.example/a'), 'see https://new.example/a')
  assert.equal(filtered('nothing *here*'), 'nothing *here*')
  assert.equal(plugin.filter({ object_type: 'answer', content: 'a' }, { config: { from: '', to: 'x' } }), 'a')
})
