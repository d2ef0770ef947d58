// What is loaded together. Left to itself the bundler makes a file for each set of pages that share something, and that is a hundred small ones.

/** The part of a bundler's knowledge that is asked for here. */
interface Modules {
  getModuleInfo(id: string): { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}

const ROUTE = /\/app\/(root|entry\.client|guards|routes\/(?<area>[\w-]+)(\/(?<page>[\w-]+))?).*?(\?|$)/

const START = '/app/entry.client.tsx'

/** The kind of page that a module is an entry to. `every` is around all pages. */
const kindOf = (id: string) => {
  if (!id.includes('?__react-router-build-client-route') && !id.endsWith(START)) return undefined
  const { area, page } = ROUTE.exec(id)?.groups ?? {}
  if (!area) return 'every'
  return area === 'questions'
    ? page === 'question'
      ? 'question'
      : /^(list|linked)$/.test(page!)
        ? 'list'
        : 'write'
    : area
}

/** The kinds of pages that load a module at once; what is fetched when it is used counts as a kind of its own. */
const kindsOf = (id: string, modules: Modules) => {
  const kinds = new Set<string>()
  const seen = new Set([id])
  for (const one of seen) {
    const kind = kindOf(one)
    if (kind) kinds.add(kind)
    const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(one) ?? {}
    if (!kind && dynamicImporters.length > 0) kinds.add(one)
    for (const importer of importers) seen.add(importer)
  }
  return kinds
}

/** The chunk a module is loaded with; null where the bundler may decide from its importers. What a module imports is used at least as widely as the module, so no chunk needs another that needs it. */
export const chunkOf = (id: string, modules: Modules) => {
  if (id.endsWith(START)) return null // it runs where it is loaded, and must not before the rest is there
  const kinds = kindsOf(id, modules)
  // What most pages share comes with what all share: one file is smaller than two, and few read without a list or a question.
  if (kinds.has('every') || (kinds.size > 1 && kinds.has('question'))) return 'base'
  if (kinds.size > 2 && kinds.has('list')) return kinds.has('write') ? 'base' : 'lists'
  if (kinds.size > 2 && kinds.has('write')) return 'writing'
  return null
}
