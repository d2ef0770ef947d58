import { expect, test, vi } from 'vitest'
import { onDemand, onFailure } from './chunks.ts'

const fail = async (address: string) => {
  onDemand(
    () => Promise.reject(new Error('gone')),
    address,
    () => {},
  )
  await new Promise((resume) => setTimeout(resume, 20))
}

test('what doesn’t load is told once, also to whoever only listens afterwards', async () => {
  await fail('/early')
  const heard = vi.fn<(address?: string) => void>()
  const stop = onFailure(heard)
  await fail('/later')
  stop()
  const next = vi.fn<(address?: string) => void>()
  onFailure(next)()
  expect(heard.mock.calls).toEqual([['/early'], ['/later']])
  expect(next).not.toHaveBeenCalled()
})
