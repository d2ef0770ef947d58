import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'
import { kitWith } from './kit.js'

const told = async (room, status = 200) => {
  const kit = kitWith({
    config: { url: 'https://chat.example/' },
    answer: () => new Response('', { status, headers: { 'retry-after': '7' } }),
  })
  const notice = { id: '1', title: 'Ann answered', url: 'https://site.example/1', recipient: { settings: { room } } }
  await plugin.notification(notice, kit)
  return kit.sent.map(({ body }) => JSON.parse(body))
}

test('members are told in their room, and only those who have named one', async () => {
  assert.deepEqual(await told('lobby'), [{ room: 'lobby', text: 'Ann answered https://site.example/1' }])
  assert.deepEqual(await told(''), [])
})

test('a chat that asks for patience gets it, and one that fails is tried again', async () => {
  await assert.rejects(told('lobby', 429), { message: /patience/, retry_after: 7 })
  await assert.rejects(told('lobby', 500), /500/)
})
