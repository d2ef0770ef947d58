import { expect, test } from 'vitest'
import { routeListForBrowsers } from './route-list.ts'

const entry = { module: '/assets/entry.js', imports: ['/assets/base.js'] }
const script = (routes: object) => `window.__reactRouterManifest=${JSON.stringify({ entry, routes, version: '1' })};`
const inBrowser = (code: string): unknown => {
  const window: { __reactRouterManifest?: unknown } = {}
  // oxlint-disable-next-line typescript/no-implied-eval -- a browser runs it
  new Function('window', code)(window)
  return window.__reactRouterManifest
}

test('of a route browsers are told what is so, and not what its script imports', () => {
  const root = { id: 'root', path: '', hasLoader: true, hasErrorBoundary: true, module: '/assets/root.js' }
  const css = ['/assets/base.css#', '/assets/tags.css']
  const guard = { id: 'guard', parentId: 'root', hasClientMiddleware: true, module: '/assets/guard-1.js' }
  const home = { id: 'home', parentId: 'guard', index: true, hasLoader: true, module: '/assets/list.js', css }
  const tags = { id: 'tags', parentId: 'guard', path: 'tags/:name?', module: '/assets/list.js', css: [css[0]] }
  const told = { root, guard, home, tags }
  const made = { ...told, tags: { ...tags, hasAction: false, imports: ['/assets/base.js'] } }
  expect(inBrowser(routeListForBrowsers(script(made)))).toEqual({ entry, routes: told, version: '1' })
})

test.each([
  ['a place elsewhere', { module: '/elsewhere.js' }, 'is not where'],
  ['a field that is new', { module: '/assets/a.js', hydrateFallback: '/assets/b.js' }, 'is unknown'],
  ['a path that would break the table', { module: '/assets/a.js', path: 'a|b' }, "can't be a line"],
])('%s fails the build', (_, route, reason) =>
  expect(() => routeListForBrowsers(script({ a: { id: 'a', ...route } }))).toThrow(reason),
)
