import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'
import { kitWith } from './kit.js'

const kit = kitWith({ config: { key: 'right' } })
const ask = (method, key, body = '') =>
  plugin.endpoint({ method, path: '/a', headers: { authorization: `Bearer ${key}` }, body }, kit)

test('whoever has the key writes and reads, and nobody else', async () => {
  assert.equal((await ask('GET', 'right')).status, 404)
  assert.equal((await ask('PUT', 'wrong', 'no')).status, 401)
  assert.equal((await ask('PUT', 'right', 'yes')).status, 204)
  assert.deepEqual(await ask('GET', 'right'), { status: 200, body: { note: 'yes' } })
})
