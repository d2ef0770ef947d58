// What is loaded together. Left to itself the bundler makes a file for each set of pages that share something, and that is a hundred small ones.

/** The part of a bundler's knowledge that is asked for here. */
interface Modules {
  getModuleInfo(id: string): { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}

const ROUTE = /\/app\/(root|entry\.client|guards|routes\/(?<area>[\w-]+)(\/(?<page>[\w-]+))?).*?(\?|$)/

const QUESTIONS: Record<string, string> = { question: 'question', list: 'list', linked: 'list', ask: 'ask' }

const START = '/app/entry.client.tsx'

/** The kind of page that a module is an entry to. `every` is around all pages. */
const kindOf = (id: string) => {
  if (!id.includes('?__react-router-build-client-route') && !id.endsWith(START)) return undefined
  const { area, page } = ROUTE.exec(id)?.groups ?? {}
  if (!area) return 'every'
  if (area === 'tags' && page === 'list') return 'tag-list'
  return area === 'questions' ? (QUESTIONS[page!] ?? 'edit') : area
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

const REACT = /\/node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/
const ICON = /^\0?virtual:icon\/|\/lucide-react\//
const PLAIN_FIELDS = /\/ui\/text(-input|area)\.tsx/
const ANSWERING = /\/answer-form\.tsx/

/** The chunk a module is loaded with; null where the bundler may decide from its importers. What a module imports is used at least as widely as the module, so no chunk needs another that needs it. */
const chunkOf = (id: string, modules: Modules) => {
  if (id.endsWith(START)) return null // it runs where it is loaded, and must not before the rest is there
  if (REACT.test(id)) return 'base'
  const kinds = kindsOf(id, modules)
  const has = (...names: string[]) => names.every((name) => kinds.has(name))
  const isAnswered = kinds.values().some((kind) => ANSWERING.test(kind))
  const isWritten = has('ask') || has('edit')
  // What most pages share comes with what all share: one file is smaller than two, and few read without a list or a question.
  if (has('every') || (has('question') && kinds.size > 1)) return 'base'
  // Some hundred bytes each: the administration doesn't fetch a list for an icon in it.
  if (ICON.test(id) && has('admin', 'list')) return 'base'
  if (has('list') && kinds.size > 2) return isWritten ? 'base' : 'lists'
  // Pages to log in and to settle something fetch no drafts for their sake.
  if (PLAIN_FIELDS.test(id)) return 'base'
  // A line each, such as endpoints and icons: no page fetches a form for their sake.
  if (isWritten && (has('search') || has('users') || (has('account') && isAnswered))) return 'base'
  if (has('account', 'admin') && !isWritten) return 'base'
  // Three kinds of forms: all that there are, those with a long text, and those of questions.
  if (isWritten && has('settings') && !has('legal')) return 'fields'
  if (isWritten && has('tag-list')) return isAnswered ? 'options' : 'tag-input'
  if (isWritten && isAnswered) return 'editor'
  if (has('ask') && kinds.size > 1) return 'writing'
  if (has('admin', 'settings')) return 'settings'
  if (
    has('users') &&
    !has('install') &&
    !has('tag-list') &&
    (kinds.size > 2 || id.endsWith('.css') || (kinds.size > 1 && !has('tags')))
  )
    return 'people'
  return null
}

/** From what most pages load to what few do: a chunk takes with it what its modules import, so whatever is shared has to be taken by the wider one first. */
const WIDEST_FIRST = ['base', 'fields', 'lists', 'options', 'tag-input', 'editor', 'writing', 'settings', 'people']

/** The groups by which the bundler makes its files. */
export const chunkGroups = () => {
  const chunks = new Map<string, string | null>()
  const find = (id: string, modules: Modules) => {
    if (!chunks.has(id)) chunks.set(id, chunkOf(id, modules))
    return chunks.get(id)!
  }
  return WIDEST_FIRST.map((name, at) => ({
    name: (id: string, modules: Modules) => (find(id, modules) === name ? name : null),
    debugName: name,
    priority: WIDEST_FIRST.length - at,
  }))
}
