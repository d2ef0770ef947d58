import { expect, test } from 'vitest'
import { openapiFaults } from './openapi.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'a', version: '1' },
  paths: { '/vote': { get: { responses: { 200: { description: 'ok' } } } } },
}

test('a valid document has no faults', async () => expect(await openapiFaults(document)).toEqual([]))
test('a document without a title is found', async () =>
  expect(await openapiFaults({ ...document, info: { version: '1' } })).not.toEqual([]))
test("a path that doesn't begin with a slash is found", async () =>
  expect(await openapiFaults({ ...document, paths: { vote: {} } })).not.toEqual([]))
