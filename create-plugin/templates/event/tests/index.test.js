import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'
import { kitWith } from './kit.js'

const happened = { id: '1', event: 'question.asked', url: 'https://site.example/questions/1' }
const kitThatGets = (status) =>
  kitWith({ config: { url: 'https://service.example/' }, answer: () => new Response('', { status }) })

test('the service hears what has happened', async () => {
  const kit = kitThatGets(200)
  assert.equal(await plugin.event(happened, kit), '200')
  const [{ address, body }] = kit.sent
  assert.deepEqual([address, JSON.parse(body)], ['https://service.example/', happened])
})

test('what the service refuses is tried again', async () => {
  await assert.rejects(plugin.event(happened, kitThatGets(503)), /503/)
})
