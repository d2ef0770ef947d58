import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'
import { kitWith } from './kit.js'

const { page, send } = plugin.route
const reader = { username: 'ann', display_name: 'Ann', role: 'member' }
const asked = { path: '/', language: 'en_US', base: '/plugins/mine', reader }
const sent = (text) => ({ ...asked, form: 'write', values: { text } })
const textsOf = ({ parts }) => parts.flatMap(({ part, text }) => (part === 'text' ? text : []))

test('what a member writes stands on the page, and leads back to it', async () => {
  const kit = kitWith()
  assert.deepEqual(textsOf(await page(asked, kit)), ['Nobody has written yet.'])
  assert.deepEqual(await send(sent(' Hello! '), kit), { go: '/plugins/mine' })
  assert.deepEqual(textsOf(await page(asked, kit)), ['Ann: Hello!'])
})

test('nothing is written without words, and there is no other page and no other form', async () => {
  const kit = kitWith()
  assert.deepEqual(await send(sent('  '), kit), { errors: { text: 'Write something.' } })
  assert.equal(await send({ ...sent('Hello!'), form: 'other' }, kit), null)
  assert.equal(await page({ ...asked, path: '/other' }, kit), null)
  assert.equal(kit.kept.size, 0)
})
