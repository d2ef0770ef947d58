import type { Kit } from '@askwell/plugin-kit'
import { afterEach, expect, test, vi } from 'vitest'
import embeds from './index.ts'

afterEach(() => void vi.useRealTimers())

test('of a service that hangs, all addresses of a text are there in time, without their titles', async () => {
  vi.useFakeTimers()
  const fetch: Kit['fetch'] = (_, { seconds = 5 } = {}) =>
    new Promise((_resolve, reject) => setTimeout(reject, seconds * 1000, new Error('took too long')))
  const addresses = Array.from({ length: 20 }, (_, at) => `https://youtu.be/dQw4w9WgX${String(at).padStart(2, '0')}`)
  const answering = embeds.embed!(addresses, { config: { titles: true }, fetch } as unknown as Kit)
  await vi.advanceTimersByTimeAsync(4000)
  const late = Symbol('late')
  const answers = await Promise.race([answering, Promise.resolve(late)])
  expect(answers).toEqual(addresses.map(() => expect.objectContaining({ title: 'YouTube' })))
})
