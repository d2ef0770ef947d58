import { type Files, isTest, type Module, modules } from '../source.ts'

const SRC = 'server/src/'
const FEATURES = `${SRC}features/`
const STANDARD = ['routes', 'service', 'queries', 'policy', 'views', 'effects'] as const
/** A standard file of a feature, or a module that is named after the one thing it does. */
type Kind = (typeof STANDARD)[number] | 'module'

// lib ← db ← events ← features ← app
const LAYERS_SEEN: Record<string, string[]> = {
  lib: [],
  db: ['lib'],
  events: ['db', 'lib'],
  workers: ['lib'],
  http: ['db', 'events', 'lib', 'plugin-host', 'workers'],
  'plugin-host': ['db', 'events', 'lib'],
}

const LAYERS_SEEN_BY: Record<Kind, string[]> = {
  routes: ['lib', 'db', 'events', 'http', 'plugin-host', 'workers'],
  service: ['lib', 'db', 'events', 'plugin-host', 'workers'],
  effects: ['lib', 'db', 'events', 'plugin-host', 'workers'],
  module: ['lib', 'db', 'events', 'plugin-host', 'workers'],
  views: ['lib', 'db', 'workers'], // and the type of the app, which many take
  queries: ['lib', 'db'],
  policy: ['lib'],
}

const BESIDE: Record<Kind, Kind[]> = {
  routes: ['service', 'queries', 'views', 'policy', 'module'],
  service: ['policy', 'queries', 'views', 'module'],
  effects: ['service', 'queries', 'views', 'policy', 'module'],
  module: ['queries', 'policy', 'views', 'module'],
  views: ['queries', 'policy', 'module'],
  queries: ['module'],
  policy: ['module'],
}

/** What a feature shows to others; its service too, but there only what joins the caller's transaction. */
const SHOWN: Kind[] = ['queries', 'policy', 'views', 'module']

/** They work on a whole site, so they use all of it. */
const OVER_EVERYTHING = [`${SRC}commands/`, `${FEATURES}operations/imports/`]

interface Place {
  layer: string
  feature?: string
  kind?: Kind
}

const placeOf = (path: string): Place => {
  const inside = path.slice(SRC.length)
  const [, feature, file] = /^features\/(.+)\/([^/]+)\.ts$/.exec(inside) ?? []
  if (feature) return { layer: 'features', feature, kind: STANDARD.find((one) => one === file) ?? 'module' }
  return { layer: inside.includes('/') ? inside.split('/', 1)[0]! : '' }
}

const firstParameters = (module: Module) => {
  const found = new Map<string, string>()
  for (const node of module.program.body) {
    if (node.type !== 'ExportNamedDeclaration' || !node.declaration) continue
    const functions =
      node.declaration.type === 'FunctionDeclaration'
        ? [[node.declaration.id?.name, node.declaration.params] as const]
        : node.declaration.type === 'VariableDeclaration'
          ? node.declaration.declarations.map(
              (d) =>
                [
                  d.id.type === 'Identifier' ? d.id.name : undefined,
                  d.init?.type === 'ArrowFunctionExpression' ? d.init.params : [],
                ] as const,
            )
          : []
    for (const [name, [first]] of functions) if (name) found.set(name, first?.type === 'Identifier' ? first.name : '')
  }
  return found
}

/** Imports inside the server that run against lib ← db ← events ← features ← app, or past what a feature shows. */
export const wrongDirections = (files: Files) => {
  const all = modules(files, (path) => path.startsWith(SRC) && !isTest(path))
  const services = new Map(
    all.filter(({ path }) => path.endsWith('/service.ts')).map((module) => [module.path, firstParameters(module)]),
  )
  return all.flatMap((module) => {
    const from = placeOf(module.path)
    // app.ts, effects.ts and main.ts put the parts together
    if (from.layer === '' || OVER_EVERYTHING.some((folder) => module.path.startsWith(folder))) return []
    return module.imports.flatMap((one) => {
      if (!one.target.startsWith(SRC)) return []
      const to = placeOf(one.target)
      const complain = (why: string) => [`${module.path}:${one.line} imports ${one.target}: ${why}`]
      if (to.layer === '')
        return (one.target === `${SRC}config.ts` || one.typeOnly) && from.kind !== 'policy'
          ? []
          : complain('that file stands above all layers')
      if (from.kind && to.kind && from.feature === to.feature)
        return BESIDE[from.kind].includes(to.kind) ? [] : complain(`${from.kind} doesn't look at ${to.kind}`)
      if (from.kind && to.kind) {
        if (to.kind === 'service' && (from.kind === 'service' || from.kind === 'effects')) {
          const opens = one.names.filter((name) => services.get(one.target)?.get(name) === 'app')
          return one.typeOnly || opens.length === 0
            ? []
            : complain(
                `${opens.join(', ')} would open a transaction of its own; take what begins with tx, or let an event say it`,
              )
        }
        return SHOWN.includes(to.kind)
          ? []
          : complain(`a feature shows others its ${SHOWN.join(', ')}, not its ${to.kind}`)
      }
      if (to.kind)
        return from.layer === 'http' && SHOWN.includes(to.kind) ? [] : complain(`${from.layer} must not know features`)
      const seen = from.kind ? LAYERS_SEEN_BY[from.kind] : [from.layer, ...(LAYERS_SEEN[from.layer] ?? [])]
      const typeOfApp = from.kind === 'views' && to.layer === 'events' && one.typeOnly
      return seen.includes(to.layer) || typeOfApp
        ? []
        : complain(`${from.kind ?? from.layer} must not know ${to.layer}`)
    })
  })
}

/** `content/posts` for all of its files, those of `content/posts/answers` too. */
const nounOf = (path: string) => path.slice(FEATURES.length).split('/', 2).join('/')

/** Folders of features that need each other in a ring, types included: none of them can be understood first. */
export const featureRings = (files: Files) => {
  const needs = new Map<string, Set<string>>()
  for (const { path, imports } of modules(files, (path) => path.startsWith(FEATURES) && !isTest(path)))
    for (const { target } of imports)
      if (target.startsWith(FEATURES) && nounOf(target) !== nounOf(path))
        needs.set(nounOf(path), (needs.get(nounOf(path)) ?? new Set()).add(nounOf(target)))
  const found: string[] = []
  const finished = new Set<string>()
  const walk = (noun: string, trail: string[]) => {
    const met = trail.indexOf(noun)
    if (met >= 0) found.push(`a ring of folders: ${[...trail.slice(met), noun].join(' → ')}`)
    if (met >= 0 || finished.has(noun)) return
    for (const next of needs.get(noun) ?? []) walk(next, [...trail, noun])
    finished.add(noun)
  }
  for (const noun of needs.keys()) walk(noun, [])
  return found
}
