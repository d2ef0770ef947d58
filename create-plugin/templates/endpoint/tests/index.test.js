import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'

const kept = new Map()
const storage = { get: async (key) => kept.get(key), set: async (key, value) => void kept.set(key, value) }
const ask = (method, key, body = '') =>
  plugin.endpoint(
    { method, path: '/a', headers: { authorization: `Bearer ${key}` }, body },
    { config: { key: 'right' }, storage },
  )

test('whoever has the key writes and reads, and nobody else', async () => {
  assert.equal((await ask('GET', 'right')).status, 404)
  assert.equal((await ask('PUT', 'wrong', 'no')).status, 401)
  assert.equal((await ask('PUT', 'right', 'yes')).status, 204)
  assert.deepEqual(await ask('GET', 'right'), { status: 200, body: { note: 'yes' } })
})
