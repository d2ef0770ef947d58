import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Store } from '../src/features/operations/files/stores/store.ts'

/** What every place for uploads does alike. */
export const keepsFiles = async (store: Store) => {
  const bytes = Buffer.from('0123456789')
  expect([await store.open('post/a.txt'), await store.find('post/a.txt')]).toEqual([undefined, undefined])
  await store.remove(['post/a.txt'])
  for (let n = 0; n < 3; n++) await store.put(`post/file-${n}.txt`, { bytes }, 'text/plain')
  await store.put('avatar/b.txt', { bytes }, 'text/plain')
  const whole = (await store.open('post/file-1.txt'))!
  expect([whole.bytes, await buffer(whole.content)]).toEqual([10, bytes])
  const part = (await store.open('post/file-1.txt', { start: 2, end: 4 }))!
  expect([part.bytes, String(await buffer(part.content))]).toEqual([3, '234'])
  expect(await store.find('post/file-1.txt')).toBe(10)
  const found = (await Array.fromAsync(store.list())).flat()
  const paths = ['avatar/b.txt', 'post/file-0.txt', 'post/file-1.txt', 'post/file-2.txt']
  expect(found.map(({ path }) => path).sort()).toEqual(paths)
  expect(found.map(({ bytes }) => bytes)).toEqual([10, 10, 10, 10])
  for (const { modified_at } of found) expect(Math.abs(modified_at - Date.now() / 1000)).toBeLessThan(60)
  await store.remove(['post/file-0.txt', 'post/file-1.txt', 'post/gone.txt'])
  return (await Array.fromAsync(store.list())).flat().map(({ path }) => path)
}
export const LEFT = ['avatar/b.txt', 'post/file-2.txt']
