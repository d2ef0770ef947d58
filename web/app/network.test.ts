import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isReached, onceOnline, onceReached, stopWaiting } from './network.ts'

const answers = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('fetch', answers.mockReset().mockResolvedValue(new Response()))
})
afterEach(() => {
  stopWaiting()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a site that answers is reached, whatever the browser believes', async () => {
  expect(await isReached('/')).toBe(true)
  answers.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await isReached('/')).toBe(false)
})

test('what waits tries again after a while, though the browser says nothing', async () => {
  const attempt = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('there')
  const read = onceReached(attempt, () => true)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await read).toBe('there')
})

test('what leaves the page asks the site first, and goes once', async () => {
  const go = vi.fn<() => void>()
  answers.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  onceOnline(go)
  await vi.advanceTimersByTimeAsync(2000)
  expect(go).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(9000)
  expect(go).toHaveBeenCalledOnce()
})

test('what is given up never goes', async () => {
  const go = vi.fn<() => void>()
  answers.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  onceOnline(go)
  await vi.advanceTimersByTimeAsync(100)
  stopWaiting()
  await vi.advanceTimersByTimeAsync(9000)
  expect(go).not.toHaveBeenCalled()
})

test('what was sent and is given up fails, so that its form is there again', async () => {
  const sent = onceReached(
    () => Promise.reject(new Error('away')),
    () => true,
    { sent: true },
  )
  const outcome = sent.catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(100)
  stopWaiting()
  expect(await outcome).toBe('away')
})
