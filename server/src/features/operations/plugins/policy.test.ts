import type { ConfigField } from '@askwell/plugin-kit'
import { expect, test } from 'vitest'
import { isComplete, withChanges } from './policy.ts'

const MASK = '********'
const form = {
  config: [
    { name: 'address', kind: 'address' },
    { name: 'server', kind: 'text' },
    { name: 'title', kind: 'text' },
    { name: 'password', kind: 'secret' },
  ] satisfies ConfigField[],
  servers: ['server'],
}
const before = {
  address: 'https://one.example/in',
  server: 'ldap.example.org:389',
  title: 'One',
  password: 'hush',
}

test.each([
  ['another title', { title: 'Two' }, []],
  ['another place at the same server', { address: 'https://one.example/out' }, []],
  ['another server by its address', { address: 'https://two.example/in' }, ['field.secret_of_other_host']],
  ['another server by its name', { server: 'ldap.evil.example:389' }, ['field.secret_of_other_host']],
])('a secret that isn’t typed anew, with %s', (_, sent, reasons) => {
  const { values, wrong } = withChanges(form, before, { password: MASK, ...sent }, MASK)
  expect(wrong.map(({ reason }) => reason)).toEqual(reasons)
  expect(values).toEqual({ ...before, ...sent })
})

test('with another server it is taken if it is typed anew', () => {
  const sent = { server: 'ldap.example.net:389', password: 'new' }
  expect(withChanges(form, before, sent, MASK)).toEqual({ values: { ...before, ...sent }, wrong: [] })
})

const channel: ConfigField[] = [
  { name: 'service', kind: 'choice', options: ['slack', 'telegram'] },
  { name: 'tells', kind: 'choice', options: ['questions', 'nothing'] },
  { name: 'webhook', kind: 'address', required_if: { service: ['slack'] } },
  { name: 'bot_token', kind: 'secret', required_if: { service: ['telegram'] } },
  { name: 'room', kind: 'text', required_if: { service: ['telegram'], tells: ['questions'] } },
]

test.each([
  ['slack', 'questions', ['webhook']],
  ['telegram', 'questions', ['bot_token', 'room']],
  ['telegram', 'nothing', ['bot_token']],
])('of %s, telling %s, what it needs can’t be left empty', (service, tells, needed) => {
  const empty = { service, tells, webhook: '', bot_token: '', room: '' }
  const { wrong } = withChanges({ config: channel }, empty, empty, MASK)
  expect(wrong).toEqual(needed.map((field) => ({ field, reason: 'field.required' })))
  expect(isComplete({ config: channel }, empty)).toBe(false)
})
