import { expect, test } from 'vitest'
import { routeListForBrowsers } from './route-list.ts'

test('of a route browsers are told what is so, and not what its script imports', () => {
  const tags = { id: 'tags', path: 'tags', hasLoader: true, hasAction: false, module: '/tags.js', css: ['/base.css'] }
  const entry = { module: '/entry.js', imports: ['/base.js'] }
  const script = (route: object) =>
    `window.__reactRouterManifest=${JSON.stringify({ entry, routes: { tags: route } })};`
  const { hasAction: _, ...told } = tags
  expect(routeListForBrowsers(script({ ...tags, imports: ['/base.js'] }))).toBe(script(told))
})
