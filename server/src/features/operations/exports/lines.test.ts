import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createLines } from './lines.ts'

test.skipIf(!existsSync('/dev/full'))('a full disk is told, however much is still to be written', async () => {
  const lines = createLines('/dev/full')
  const row = { text: 'x'.repeat(10_000) }
  await expect(lines.add(row)).resolves.toBeUndefined()
  await expect.poll(() => lines.add(row).then(() => 'written', String)).toContain('ENOSPC')
  // Each one more, too: nobody waits for a file that takes nothing any more.
  for (let n = 0; n < 20; n++) await expect(lines.add(row)).rejects.toThrow('ENOSPC')
  await expect(lines.close()).rejects.toThrow('ENOSPC')
})
