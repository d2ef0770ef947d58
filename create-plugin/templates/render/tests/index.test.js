import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'

test('a block becomes loud, and stays text', () => {
  const [html] = plugin.render([{ language: '', text: 'hey <b>\n' }], { config: { mark: '!' } })
  assert.equal(html, '<p><strong>HEY &lt;B>!</strong></p>')
})
