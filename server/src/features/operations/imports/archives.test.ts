import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createArchive } from '../../../lib/archive.ts'
import { faultOfDump, unpack } from './archives.ts'

test('a large .tar.gz is looked into so far, and no farther', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-archives-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const faultWith = async (bytes: number, name: string) => {
    const file = join(folder, `${name}.tar.gz`)
    const archive = createArchive(file, new Date(0))
    await archive.add('film.mov', Buffer.alloc(bytes))
    await archive.add(name, Buffer.from('id'))
    await archive.close()
    const fault = await faultOfDump(file, file)
    rmSync(file)
    return fault
  }
  expect(await faultWith(2_000_000, 'letter.txt')).toBe('error.import.no_dump')
  expect(await faultWith(2_000_000, 'questions.csv')).toBeUndefined()
  expect(await faultWith(17_000_000, 'letter.txt')).toBeUndefined()
})

test('what isn’t wanted of a .tar.gz counts as well, and can be stopped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-archives-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'dump.tar.gz')
  const archive = createArchive(file, new Date(0))
  await archive.add('film.mov', Buffer.alloc(20_000_000))
  await archive.add('questions.csv', Buffer.from('id'))
  await archive.close()
  const bring = (signal: AbortSignal, progress = () => {}) => unpack(file, join(folder, 'dump'), { signal, progress })
  await expect(bring(new AbortController().signal)).rejects.toThrow('error.import.too_large')
  const stopping = new AbortController()
  const stop = () => stopping.abort(new Error('stopped by an admin'))
  await expect(bring(stopping.signal, stop)).rejects.toThrow('stopped by an admin')
  expect(existsSync(join(folder, 'dump.unfinished'))).toBe(false)
})
