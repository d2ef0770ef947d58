import { expect, test } from 'vitest'
import { createPluginStorage } from '../../plugin-kit/test/plugin-storage.ts'
import { keep, recall } from './kept.ts'

test('the last texts are kept, in any script, however many have come', { timeout: 60_000 }, async () => {
  const { storage } = createPluginStorage()
  const kept = (number: number) => ({
    params: { comment_content: '中'.repeat(4990) + number },
    spam: false,
    username: 'bo',
  })
  for (let number = 1; number <= 400; number++) {
    await keep(storage, 'text', `text-${number}`, kept(number))
    await keep(storage, 'post', `post-${number}`, kept(number))
  }
  for (const kind of ['text', 'post'] as const) {
    expect(await recall(storage, kind, `${kind}-400`)).toEqual(kept(400))
    expect(await recall(storage, kind, `${kind}-1`)).toBeUndefined()
  }
})
