import { type Endpoint, endpoint } from '@askwell/contract/endpoint.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { nullable } from '@askwell/contract/shapes.ts'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { type Call, createApi } from '../src/http/api/perform.ts'
import { replyFault, strict } from './strict-replies.ts'

const inner = Type.Object({ name: Type.String(), note: Type.Optional(Type.String()) })
const probe = endpoint({
  method: 'GET',
  path: '/probe',
  summary: 'a probe',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  reply: Type.Object({
    list: Type.Array(inner),
    maybe: nullable(inner),
    words: Type.Record(Type.String(), Type.Unknown()),
  }),
})
const reply = { list: [{ name: 'a' }], maybe: { name: 'b', note: 'c' }, words: { anything: 1 } }

test('a reply as its schema has it is fine', () => {
  expect(replyFault(probe, reply)).toBeUndefined()
  expect(replyFault(probe, { ...reply, maybe: null })).toBeUndefined()
})

test.each([
  ['a field too many', { ...reply, e_mail: 'a@b.example' }],
  ['a field too many in a list', { ...reply, list: [{ name: 'a', e_mail: 'a@b.example' }] }],
  ['a field too many in what may be null', { ...reply, maybe: { name: 'b', e_mail: 'a@b.example' } }],
  ['a field too few', { list: [], words: {} }],
  ['a field of another kind', { ...reply, list: [{ name: 1 }] }],
])('%s is a fault', (_, wrong) => expect(replyFault(probe, wrong)).toContain('breaks its schema'))

test('an answer that breaks its schema is none', async () => {
  const asked = (data: unknown) => {
    const api = strict(createApi([(routes) => routes.on(endpoints[0]!, () => data)]))
    return [...api.answers.values()][0]!.answer({} as Call<Endpoint>)
  }
  await expect(asked([])).resolves.toEqual([])
  await expect(asked([{ password: 'x' }])).rejects.toThrow('breaks its schema')
})
