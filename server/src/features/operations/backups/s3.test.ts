import { mkdtempSync, readFileSync, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBucket } from './s3.ts'

const PIECES = 5
const PAUSE_MS = 500
let answer: (response: ServerResponse) => void
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, { 'content-type': 'application/gzip' })
  answer(response)
})
const folder = mkdtempSync(join(tmpdir(), 'askwell-s3-'))
const doing = { signal: new AbortController().signal, onBytes: () => {} }
const bucket = (patience: number) =>
  openBucket(
    {
      s3_endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      s3_region: '',
      s3_bucket: 'attic',
      s3_prefix: '',
      s3_access_key: 'key',
      s3_secret_key: 'secret',
    },
    { s3Private: true },
    patience,
  )

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

test('a backup that takes longer than one waits for an answer is fetched as long as it comes', async () => {
  answer = (response) => {
    let sent = 0
    const every = setInterval(() => {
      response.write('piece ')
      if (++sent < PIECES) return
      clearInterval(every)
      response.end()
    }, PAUSE_MS)
  }
  const file = join(folder, 'slow')
  expect(await bucket(PAUSE_MS * (PIECES - 1)).fetch('slow', file, doing)).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe('piece '.repeat(PIECES))
})

test('one that stops coming is given up, and leaves no half file', async () => {
  answer = (response) => response.write('piece ')
  const file = join(folder, 'stopped')
  await expect(bucket(200).fetch('stopped', file, doing)).rejects.toThrow('error.s3.away')
  expect([existsSync(file), existsSync(`${file}.unfinished`)]).toEqual([false, false])
})
