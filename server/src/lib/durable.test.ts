import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { moveDurably } from './durable.ts'

const MEMORY = '/dev/shm'
const hasOtherDisk = existsSync(MEMORY) && statSync(MEMORY).dev !== statSync(tmpdir()).dev
const made: string[] = []
const folderIn = (place: string) => {
  made.push(mkdtempSync(join(place, 'askwell-durable-')))
  return made.at(-1)!
}
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true })
})

const MOVED = [[], ['other'], 'whole']
const moves = async (from: string, to: string) => {
  writeFileSync(join(from, 'one'), 'whole')
  await moveDurably(join(from, 'one'), join(to, 'other'))
  return [readdirSync(from), readdirSync(to), readFileSync(join(to, 'other'), 'utf8')]
}

test('a file is moved', async () => {
  expect(await moves(folderIn(tmpdir()), folderIn(tmpdir()))).toEqual(MOVED)
})
test.skipIf(!hasOtherDisk)('to another disk, too', async () => {
  expect(await moves(folderIn(MEMORY), folderIn(tmpdir()))).toEqual(MOVED)
})
