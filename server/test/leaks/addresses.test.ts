import { join } from 'node:path'
import { endpoints } from '@askwell/contract/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ROUTES } from '../../src/http/guards/allowlist.ts'
import { type World, world } from '../world.ts'
import { CALLS, FILES, nameOfEndpoint, OLD_ADDRESSES, PAGES, WAITING_ADDRESSES } from './addresses.ts'

interface Entry {
  path?: string
  file: string
  index?: boolean
  children?: Entry[]
}
const WEB = join(import.meta.dirname, '../../../web/app')

/** Every address with the module that renders it; layouts render nothing of their own. */
const flat = (entries: Entry[], under = ''): { name: string; file: string }[] =>
  entries.flatMap(({ path = '', file, index, children }) => {
    const name = [under, path].filter(Boolean).join('/')
    return children ? flat(children, name) : index || path ? [{ name: name || '/', file }] : []
  })
const names = (surfaces: { name: string }[]) => surfaces.map(({ name }) => name).sort()

describe('the table of what can be read', () => {
  let w: World
  let routes: { name: string; file: string }[]
  beforeAll(async () => {
    routes = flat(((await import(join(WEB, 'routes.ts'))) as { default: Entry[] }).default)
    w = await world('sqlite', { pages: true })
  })
  afterAll(() => w.close())

  test('has a row for every GET of the contract', () => {
    expect([...new Set(names(CALLS))]).toEqual(
      endpoints
        .filter(({ method }) => method === 'GET')
        .map(nameOfEndpoint)
        .sort(),
    )
  })

  test('has a row for every address of the pages', () => {
    expect(names(PAGES).filter((name) => name !== OLD_ADDRESSES)).toEqual(routes.map(({ name }) => name).sort())
  })

  test('waits for nothing that is there', () => {
    expect(WAITING_ADDRESSES.filter((url) => w.server.hasRoute({ method: 'GET', url }))).toEqual([])
  })

  test('has a row for whatever else the server answers', () => {
    const refusing = ['/answer', '/answer/*', '/installation', '/installation/*']
    const others = Object.entries(OTHER_ROUTES).filter(
      ([route, methods]) => methods.includes('GET') && !refusing.includes(route) && route !== '/*',
    )
    expect(names(FILES)).toEqual(others.map(([route]) => route).sort())
  })
})
