import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

const writeText = vi.fn<(text: string) => Promise<void>>()
const execCommand = vi.fn<(command: string) => boolean>()
const place = { value: '', style: {}, select: vi.fn<() => void>(), remove: vi.fn<() => void>() }

beforeEach(() => {
  writeText.mockReset().mockResolvedValue()
  execCommand.mockReset().mockReturnValue(true)
  place.remove.mockReset()
  vi.stubGlobal('HTMLElement', Object)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  vi.stubGlobal('document', {
    createElement: () => place,
    querySelector: () => null,
    body: { append() {} },
    activeElement: null,
    execCommand,
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('the clipboard takes a text where there is one', async () => {
  expect(await copyText('So')).toBe(true)
  expect(writeText).toHaveBeenCalledWith('So')
  expect(execCommand).not.toHaveBeenCalled()
})

test.each([
  ['without a clipboard', () => vi.stubGlobal('navigator', {})],
  ['where it is not allowed', () => writeText.mockRejectedValue(new Error('no'))],
])('%s the older way is tried, and leaves nothing behind', async (_, without) => {
  without()
  expect(await copyText('So')).toBe(true)
  expect([place.value, place.remove.mock.calls.length]).toEqual(['So', 1])
})

test('a browser that does neither says so', async () => {
  vi.stubGlobal('navigator', {})
  execCommand.mockReturnValue(false)
  expect(await copyText('So')).toBe(false)
  execCommand.mockImplementation(() => {
    throw new Error('never heard of')
  })
  expect(await copyText('So')).toBe(false)
})
