import assert from 'node:assert/strict'
import { test } from 'node:test'
import plugin from '../index.js'

const happened = { id: '1', event: 'question.asked', url: 'https://site.example/questions/1' }
const kitThatGets = (status, sent = []) => ({
  config: { url: 'https://service.example/' },
  async fetch(address, { body }) {
    sent.push([address, JSON.parse(body)])
    return new Response('', { status })
  },
})

test('the service hears what has happened', async () => {
  const sent = []
  assert.equal(await plugin.event(happened, kitThatGets(200, sent)), '200')
  assert.deepEqual(sent, [['https://service.example/', happened]])
})

test('what the service refuses is tried again', async () => {
  await assert.rejects(plugin.event(happened, kitThatGets(503)), /503/)
})
