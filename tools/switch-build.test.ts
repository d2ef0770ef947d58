import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { switchBuild } from './switch-build.ts'

let top: string
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'askwell-build-'))
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

const build = (names: string[], text: string) => {
  const fresh = join(top, 'made/fresh')
  mkdirSync(join(fresh, 'client/assets'), { recursive: true })
  mkdirSync(join(fresh, 'server'))
  writeFileSync(join(fresh, 'server/index.js'), text)
  for (const name of names) writeFileSync(join(fresh, 'client/assets', name), text)
  switchBuild(fresh, join(top, 'build'))
}
const assets = () => readdirSync(join(top, 'build/client/assets')).sort()
const textOf = (path: string) => readFileSync(join(top, 'build', path), 'utf8')

test('a new build keeps the scripts that pages of the former one ask for, and no older ones', () => {
  build(['base-1.js', 'page-1.js'], 'first')
  expect(assets()).toEqual(['base-1.js', 'page-1.js'])
  build(['base-2.js', 'page-1.js'], 'second')
  expect(assets()).toEqual(['base-1.js', 'base-2.js', 'page-1.js'])
  expect([textOf('client/assets/base-1.js'), textOf('client/assets/page-1.js'), textOf('server/index.js')]).toEqual([
    'first',
    'second',
    'second',
  ])
  build(['base-3.js'], 'third')
  expect(assets()).toEqual(['base-2.js', 'base-3.js', 'page-1.js'])
  expect(readdirSync(join(top, 'made'))).toEqual([])
})

test('where a switch was broken off the next one goes through', () => {
  build(['base-1.js'], 'first')
  mkdirSync(join(top, 'made/former/client'), { recursive: true })
  build(['base-2.js'], 'second')
  expect(assets()).toEqual(['base-1.js', 'base-2.js'])
  expect(existsSync(join(top, 'made/former'))).toBe(false)
})
