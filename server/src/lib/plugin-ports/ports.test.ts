import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLUGIN_KINDS } from '@askwell/plugin-kit'
import { expect, test } from 'vitest'
import { captchaOf } from './captcha.ts'
import { CALLS, PORT_KEYS } from './ports.ts'
import type { Asking } from './running.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../../docs/plugins.md'), 'utf8')
/** The first cell of each row under a heading, and all its cells. */
const rowsUnder = (heading: string) =>
  docs
    .split(`\n## ${heading}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))

test('the docs say of each function when it is called, with what, and the time that it really has', () => {
  expect(rowsUnder('Ports').map(([name, , , , time]) => [name, time])).toEqual(
    Object.entries(CALLS).map(([name, { ms }]) => [`\`${name}\``, `${ms / 1000} s`]),
  )
})

test('the docs name every key of the manifest that ports have', () => {
  const keys = rowsUnder('The manifest').map(([name]) => name)
  for (const key of PORT_KEYS) expect(keys).toContain(`\`${key}\``)
})

test('each function belongs to a kind that the kit knows', () => {
  for (const name of Object.keys(CALLS)) expect(PLUGIN_KINDS).toContain(name.split('.')[0])
})

test('captchas that two who ask at once get too many of are all used, before the plugin makes more', async () => {
  let made = 0
  const plugins = {
    stateOf: () => '',
    ask: async () => Array.from({ length: 5 }, () => ({ question: 'What?', secret: String(++made) })),
  } as unknown as Asking
  const { challenge } = captchaOf(plugins, 'riddles')
  const secret = async () => Number((await challenge({ language: 'en_US', alternative: true, scripts: true }))!.secret)
  const given = await Promise.all([secret(), secret()])
  while (given.length < 10) given.push(await secret())
  expect(given.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})
