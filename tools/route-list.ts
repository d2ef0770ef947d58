import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface RouteList {
  routes: Record<string, Record<string, unknown>>
}

const START = 'window.__reactRouterManifest='

/**
 * The list of routes as a browser needs it. What a script imports, it says itself, and the server has written it into the page;
 * what isn't said of a route isn't so.
 */
export const routeListForBrowsers = (script: string) => {
  if (!script.startsWith(START))
    throw new Error('the list of routes is written in another way than route-list.ts knows')
  const list = JSON.parse(script.slice(START.length).replace(/;\s*$/, '')) as RouteList
  for (const route of Object.values(list.routes))
    for (const [name, value] of Object.entries(route)) if (name === 'imports' || value === false) delete route[name]
  return `${START}${JSON.stringify(list)};`
}

export const shortenRouteList = (folder: string) => {
  const [name, ...others] = globSync('manifest-*.js', { cwd: folder })
  if (!name || others.length > 0) throw new Error('there is not one list of routes')
  const path = join(folder, name)
  writeFileSync(path, routeListForBrowsers(readFileSync(path, 'utf8')))
}
