import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPlugins } from './load.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'askwell-plugins-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const put = (name: string, code: string) => {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'index.ts'), code)
}
const plugin = (slug_name: string) =>
  `export const plugins = [{ slug_name: '${slug_name}', version: '1', type: 'connector', name: 'x', config: [], connect: () => ({}) }]`

test('a broken plugin is named, and the others are there', async () => {
  put('a', plugin('first'))
  put('b', 'throw new Error("no")')
  put('c', 'export const plugins = 7')
  put('d', plugin('first'))
  put('e', plugin('../e'))
  put('f', 'this is no program')
  put('g', plugin('last'))
  put('h', plugin('curious').replace('config: []', "config: [], user_config: [{ name: 'home', kind: 'address' }]"))
  put('i', plugin('account'))
  mkdirSync(join(folder, 'no-plugin'))
  const { definitions, broken } = await loadPlugins(folder)
  expect(definitions.map(({ slug_name }) => slug_name)).toEqual(['first', 'last'])
  expect(broken.map((one) => one.folder)).toEqual(['b', 'c', 'd', 'e', 'f', 'h', 'i'])
})

test('no folder is no plugins', async () => {
  expect(await loadPlugins(join(folder, 'none'))).toEqual({ definitions: [], broken: [] })
})
