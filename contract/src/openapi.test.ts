import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import * as contract from './index.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument(contract.endpointsByName, {
  title: 'Askwell',
  version: '1.2.3',
  url: 'http://site.example',
})
interface Operation {
  operationId: string
  parameters: { name: string; required: boolean }[]
  requestBody?: { required: boolean; content: Record<string, { schema: { required?: string[]; properties: object } }> }
  security: object[]
  responses: Record<string, unknown>
}
const at = (path: string, method: string) => document.paths[path]![method] as Operation

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('every endpoint is in it once, under a name of its own', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as Operation[])
  expect(operations).toHaveLength(contract.endpoints.length)
  expect(new Set(operations.map((o) => o.operationId)).size).toBe(operations.length)
})

test('what has a default may be left out', () => {
  const page = at('/answer/api/v1/question/page', 'get')
  expect(page.parameters.map((p) => p.required)).toEqual(page.parameters.map(() => false))
  expect(at('/answer/api/v1/question/info', 'get').parameters).toMatchObject([{ name: 'id', required: true }])
  const vote = at('/answer/api/v1/vote/{direction}', 'post')
  expect(vote.parameters).toMatchObject([{ name: 'direction', in: 'path', required: true }])
  expect(vote.requestBody!.content['application/json']!.schema.required).toEqual(['object_id'])
})

test('an upload is a form with a file', () => {
  const form = at('/answer/api/v1/file', 'post').requestBody!.content['multipart/form-data']!.schema
  expect(Object.keys(form.properties)).toEqual(['source', 'file'])
  expect(form.required).toEqual(['source', 'file'])
})

test('a call for everyone also takes a token; the others must have one', () => {
  expect(at('/answer/api/v1/tag', 'get').security).toEqual([{}, { token: [] }])
  expect(at('/answer/api/v1/tag', 'post').security).toEqual([{ token: [] }])
})
