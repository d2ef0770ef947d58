import { CallFailed } from '@askwell/web/context.ts'
import { REPEAT_SECONDS } from '@askwell/contract/limits.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goingOut } from './going-out.ts'
import { stopWaiting } from './network.ts'
import { browser } from './session.ts'

const reached = vi.fn<() => Promise<Response>>()
const away = () => new CallFailed(503, 'unreachable', '', null)
/** What came of it after so many seconds; nothing yet is `waiting`. */
const after = async (seconds: number, sent: Promise<string>) => {
  let outcome = 'waiting'
  sent.then(
    (done) => (outcome = done),
    (error: CallFailed) => (outcome = error.reason),
  )
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return outcome
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', reached.mockReset().mockResolvedValue(new Response()))
})
afterEach(() => {
  stopWaiting()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what can’t have arrived is sent again, however late', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const send = vi.fn<() => Promise<string>>().mockRejectedValueOnce(away()).mockResolvedValue('there')
  reached.mockRejectedValue(new TypeError('Failed to fetch'))
  const sent = goingOut(send, false)
  expect(await after(REPEAT_SECONDS * 2, sent)).toBe('waiting')
  expect(send).toHaveBeenCalledOnce()
  reached.mockResolvedValue(new Response())
  expect(await after(4, sent)).toBe('there')
})

test('what may have arrived is sent again only if that does the same', async () => {
  const send = vi.fn<() => Promise<string>>().mockRejectedValue(away())
  expect(await after(0, goingOut(send, false))).toBe('unreachable')
  expect(send).toHaveBeenCalledOnce()
  const again = vi.fn<() => Promise<string>>().mockRejectedValueOnce(away()).mockResolvedValue('there')
  expect(await after(4, goingOut(again, true))).toBe('there')
})

test('and not once the server would take it for another', async () => {
  const send = vi.fn<() => Promise<string>>().mockRejectedValue(away())
  reached.mockRejectedValue(new TypeError('Failed to fetch'))
  const sent = goingOut(send, true)
  expect(await after(REPEAT_SECONDS - 90, sent)).toBe('waiting')
  expect(await after(60, sent)).toBe('unreachable')
  expect(send).toHaveBeenCalledOnce()
})

test('what is refused is said at once', async () => {
  const refusal = new CallFailed(400, 'error.object.captcha_verification_failed', '', null)
  expect(
    await after(
      0,
      goingOut(() => Promise.reject(refusal), true),
    ),
  ).toBe('error.object.captcha_verification_failed')
})

test('nothing goes out in the name of somebody else who has logged in meanwhile', async () => {
  const storage = new Map([['askwell_token_of', '2']])
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), { localStorage: { getItem: (key: string) => storage.get(key) ?? null } }),
  )
  browser.user = { id: '1' } as NonNullable<typeof browser.user>
  const send = vi.fn<() => Promise<string>>().mockResolvedValue('there')
  expect(await after(1, goingOut(send, true))).toBe('base.unauthorized_error')
  expect(send).not.toHaveBeenCalled()
  storage.set('askwell_token_of', '1')
  expect(await after(1, goingOut(send, true))).toBe('there')
  browser.user = null
})
