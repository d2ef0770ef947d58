import { type Files, isTest, type Module, modules } from '../source.ts'

const SRC = 'server/src/'
const KINDS = ['routes', 'service', 'queries', 'policy', 'views', 'effects'] as const
type Kind = (typeof KINDS)[number]

/** Full-text search is the one thing the two engines do so differently that it needs a file for each. */
const ENGINE_PAIR = /^server\/src\/features\/search\/(sqlite|postgres)\.ts$/

// lib ← db ← events ← features ← app; a file at the top of the server belongs to the room it is named under here.
const ROOMS_SEEN: Record<string, string[]> = {
  lib: [],
  db: ['lib'],
  events: ['db', 'lib'],
  workers: ['lib'],
  http: ['db', 'events', 'lib', 'plugin-host', 'workers'],
  'plugin-host': ['db', 'events', 'lib'],
}

const ROOMS_SEEN_BY: Record<Kind, string[]> = {
  routes: ['lib', 'db', 'events', 'http', 'plugin-host', 'workers'],
  service: ['lib', 'db', 'events', 'plugin-host', 'workers'],
  effects: ['lib', 'db', 'events', 'plugin-host', 'workers'],
  views: ['lib', 'db', 'workers'], // and the type of the app, which many take
  queries: ['lib', 'db'],
  policy: ['lib'],
}

const BESIDE: Record<Kind, Kind[]> = {
  routes: ['service', 'queries', 'views', 'policy'],
  service: ['policy', 'queries', 'views'],
  effects: ['service', 'queries', 'views', 'policy'],
  views: ['queries', 'policy'],
  queries: [],
  policy: [],
}

/** What a feature shows to others; its service too, but there only what joins the caller's transaction. */
const SHOWN: Kind[] = ['queries', 'policy', 'views']

interface Place {
  room: string
  feature?: string
  kind?: Kind
  otherFile?: string
}

const placeOf = (path: string): Place => {
  const inside = path.slice(SRC.length)
  const feature = /^features\/([^/]+)\/(.+)\.ts$/.exec(inside)
  if (!feature) return { room: inside.includes('/') ? inside.split('/', 1)[0]! : '' }
  const [, name, file] = feature
  const kind = KINDS.find((one) => one === file)
  return { room: 'features', feature: name, ...(kind ? { kind } : { otherFile: file }) }
}

/** Files in a feature that are none of the six kinds. */
export const seventhKinds = (files: Files) =>
  [...files.keys()]
    .filter((path) => path.startsWith(`${SRC}features/`) && !isTest(path) && !ENGINE_PAIR.test(path))
    .filter((path) => placeOf(path).kind === undefined)
    .map((path) => `${path}: a feature is made of ${KINDS.join(', ')}; nothing else`)

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

/** Imports inside the server that run against lib ← db ← events ← features ← app, or past a feature's doors. */
export const wrongDirections = (files: Files) => {
  const all = modules(files, (path) => path.startsWith(SRC) && !isTest(path))
  const services = new Map(
    all.filter(({ path }) => path.endsWith('/service.ts')).map((module) => [module.path, firstParameters(module)]),
  )
  return all.flatMap((module) => {
    const from = placeOf(module.path)
    if (from.room === '' || from.room === 'operations') return [] // app.ts, effects.ts and main.ts put the parts together; what is done to a whole site uses them all
    return module.imports.flatMap((one) => {
      if (!one.target.startsWith(SRC)) return []
      const to = placeOf(one.target)
      const complain = (why: string) => [`${module.path}:${one.line} imports ${one.target}: ${why}`]
      if (to.room === '')
        return (one.target === `${SRC}config.ts` || one.typeOnly) && from.kind !== 'policy'
          ? []
          : complain('that file stands above all rooms')
      if (from.feature && from.feature === to.feature) {
        if (!from.kind || !to.kind || BESIDE[from.kind].includes(to.kind)) return []
        return complain(`${from.kind} doesn't look at ${to.kind}`)
      }
      if (from.feature && to.feature) {
        if (to.kind === 'service' && (from.kind === 'service' || from.kind === 'effects')) {
          const opens = one.names.filter((name) => services.get(one.target)?.get(name) === 'app')
          return one.typeOnly || opens.length === 0
            ? []
            : complain(
                `${opens.join(', ')} would open a transaction of its own; take what begins with tx, or let an event say it`,
              )
        }
        return !to.kind || SHOWN.includes(to.kind)
          ? []
          : complain(`a feature shows others its ${SHOWN.join(', ')}, not its ${to.kind}`)
      }
      if (to.feature)
        return from.room === 'http' && to.kind && SHOWN.includes(to.kind)
          ? []
          : complain(`${from.room} must not know features`)
      const seen = from.feature
        ? from.kind
          ? ROOMS_SEEN_BY[from.kind]
          : ['lib', 'db']
        : [from.room, ...(ROOMS_SEEN[from.room] ?? [])]
      const typeOfApp = from.kind === 'views' && to.room === 'events' && one.typeOnly
      return seen.includes(to.room) || typeOfApp ? [] : complain(`${from.kind ?? from.room} must not know ${to.room}`)
    })
  })
}

/** Files of features that need each other round in a circle: none of them can be understood first. */
export const featureCircles = (files: Files) => {
  const inFeatures = (path: string) => path.startsWith(`${SRC}features/`)
  const needs = new Map(
    modules(files, (path) => inFeatures(path) && !isTest(path)).map(({ path, imports }) => [
      path,
      imports.map((one) => one.target).filter(inFeatures),
    ]),
  )
  const found: string[] = []
  const finished = new Set<string>()
  const walk = (path: string, trail: string[]) => {
    const met = trail.indexOf(path)
    if (met >= 0)
      found.push(`a circle: ${[...trail.slice(met), path].map((p) => p.slice(`${SRC}features/`.length)).join(' → ')}`)
    if (met >= 0 || finished.has(path)) return
    for (const next of needs.get(path) ?? []) walk(next, [...trail, path])
    finished.add(path)
  }
  for (const path of needs.keys()) walk(path, [])
  return found
}
