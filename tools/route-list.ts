import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Route = { id: string; parentId?: string; path?: string; module: string; css?: string[] } & Record<string, unknown>
interface RouteList {
  routes: Record<string, Route>
}

const START = 'window.__reactRouterManifest='
const ASSETS = '/assets/'

const nameOf = (address: string) => {
  if (!address.startsWith(ASSETS)) throw new Error(`${address} is not where scripts and styles are`)
  return address.slice(ASSETS.length)
}
/** A line of the table; what is empty isn't there, but for the path, where `-` says so: the first route has an empty one. */
const line = (cells: (string | number)[]) => {
  if (cells.some((cell) => /[|\n]/.test(String(cell)))) throw new Error(`${cells.join()} can't be a line of the table`)
  return cells.join('|')
}

/** Makes the list of the table again, in the browser: short, since it comes with every page. */
const UNFOLD = `(list,styles,said,lines)=>{let ids=lines.map(line=>line.split("|")[0]),at=name=>"${ASSETS}"+name
list.routes=Object.fromEntries(lines.map(line=>{let[id,parent,path,bits,module,css]=line.split("|"),route={id,module:at(module+".js")}
if(parent)route.parentId=ids[parent]
if(path!="-")route.path=path
if(css)route.css=css.split(" ").map(place=>at(styles[place]))
said.forEach((name,place)=>bits>>place&1&&(route[name]=!0))
return[id,route]}))
return list}`

/**
 * The list of routes as a browser needs it, as a table: every page fetches it. What a script imports, it says itself, and the server has written it into the page;
 * what isn't said of a route isn't so.
 */
export const routeListForBrowsers = (script: string) => {
  if (!script.startsWith(START))
    throw new Error('the list of routes is written in another way than route-list.ts knows')
  const { routes, ...rest } = JSON.parse(script.slice(START.length).replace(/;\s*$/, '')) as RouteList
  const ids = Object.keys(routes)
  const styles = [...new Set(Object.values(routes).flatMap(({ css = [] }) => css.map(nameOf)))]
  const said = new Set<string>()
  const lines = Object.values(routes).map(({ id, parentId, path = '-', module, css = [], imports: _, ...flags }) => {
    let bits = 0
    for (const [name, value] of Object.entries(flags)) {
      if (typeof value !== 'boolean') throw new Error(`${name} of ${id} is unknown to route-list.ts`)
      if (value) bits |= 1 << [...said.add(name)].indexOf(name)
    }
    const parent = parentId === undefined ? '' : ids.indexOf(parentId)
    const looks = css.map((address) => styles.indexOf(nameOf(address))).join(' ')
    return line([id, parent, path, bits, nameOf(module).replace(/\.js$/, ''), looks])
  })
  const table = [rest, styles, [...said], lines].map((part) => JSON.stringify(part)).join()
  return `${START}(${UNFOLD})(${table});`
}

export const shortenRouteList = (folder: string) => {
  const [name, ...others] = globSync('manifest-*.js', { cwd: folder })
  if (!name || others.length > 0) throw new Error('there is not one list of routes')
  const path = join(folder, name)
  writeFileSync(path, routeListForBrowsers(readFileSync(path, 'utf8')))
}
