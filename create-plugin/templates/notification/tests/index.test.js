import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'

const told = async (room, status = 200) => {
  const sent = []
  const kit = {
    config: { url: 'https://chat.example/' },
    async fetch(_, { body }) {
      sent.push(JSON.parse(body))
      return new Response('', { status, headers: { 'retry-after': '7' } })
    },
  }
  const notice = { id: '1', title: 'Ann answered', url: 'https://site.example/1', recipient: { settings: { room } } }
  await plugin.notification(notice, kit)
  return sent
}

test('members are told in their room, and only those who have named one', async () => {
  assert.deepEqual(await told('lobby'), [{ room: 'lobby', text: 'Ann answered https://site.example/1' }])
  assert.deepEqual(await told(''), [])
})

test('a chat that asks for patience gets it, and one that fails is tried again', async () => {
  await assert.rejects(told('lobby', 429), /patience/)
  await assert.rejects(told('lobby', 500), /500/)
})
