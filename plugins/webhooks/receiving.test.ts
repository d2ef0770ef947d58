import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Happened, Kit } from '@askwell/plugin-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webhooks from './index.ts'

const SECRET = `whsec_${Buffer.from('thirty-two bytes, as good as any').toString('base64')}`
const program = join(import.meta.dirname, '../../docs/examples/receive-webhook.ts')
const child = spawn(process.execPath, [program], { env: { ...process.env, WEBHOOK_SECRET: SECRET, PORT: '0' } })
const said: string[] = []
let url = ''

beforeAll(async () => {
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => said.push(line))
  await once(lines, 'line')
  url = said.shift()!.replace('listening on ', '')
})
afterAll(async () => {
  child.kill()
  await once(child, 'close')
})

const happened = (id: string): Happened => ({
  id,
  event: 'question.asked',
  at: 1_790_000_000,
  actor: null,
  object_type: 'question',
  object_id: '1',
  url: 'https://site.example/questions/1',
})

/** As a site would send it, but for what somebody does to it on the way. */
const deliver = (id: string, { secret = SECRET, onTheWay = (init: RequestInit) => init } = {}) => {
  const kit = { config: { url, secret }, fetch: (address: string, init: RequestInit) => fetch(address, onTheWay(init)) }
  return webhooks.event!(happened(id), kit as unknown as Kit)
}

test('the receiver of the docs takes what was signed, and acts once on what comes twice', async () => {
  expect(await deliver('1')).toBe('204')
  expect(await deliver('1')).toBe('204')
  expect(await deliver('2')).toBe('204')
  await expect.poll(() => said).toEqual(Array(2).fill('question.asked https://site.example/questions/1'))
})

test.each([
  ['with another secret', { secret: 'whsec_b3RoZXI=' }],
  ['changed on the way', { onTheWay: (init: RequestInit) => ({ ...init, body: `${String(init.body)} ` }) }],
  [
    'sent again much later',
    {
      onTheWay: (init: RequestInit) => {
        const headers = new Headers(init.headers)
        headers.set('webhook-timestamp', String(Number(headers.get('webhook-timestamp')) - 600))
        return { ...init, headers }
      },
    },
  ],
  [
    'without a signature',
    { onTheWay: (init: RequestInit) => ({ ...init, headers: { 'content-type': 'application/json' } }) },
  ],
])('it refuses what is %s', async (_, attack) => {
  await expect(async () => deliver('3', attack)).rejects.toThrow('the receiver answered 401')
})
