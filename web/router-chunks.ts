import type { Plugin } from 'vite'

const ROUTER = /react-router\/dist\/production\/lib\/dom\/ssr\/route(s|Modules)\.js$/
const LOADS = /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*([\w.]+)\s*\)/g

/**
 * If a page's script doesn't arrive, the router silently reloads the page as often as it fails, or waits for ever.
 * Our own way of loading asks the person first.
 */
export const routerChunks = (): Plugin => {
  let replaced = 0
  return {
    name: 'router-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!ROUTER.test(id)) return null
      const changed = code.replace(LOADS, (_, address: string) => {
        replaced++
        return `loadChunk(${address})`
      })
      return {
        code: `import { loadChunk } from ${JSON.stringify(`${import.meta.dirname}/app/chunks.ts`)}\n${changed}`,
        map: null,
      }
    },
    buildEnd(error) {
      if (!error && replaced === 0)
        throw new Error('the router loads its scripts in another way than router-chunks.ts knows')
    },
  }
}

/** Of the router: what measures it, and what fetches its list of routes bit by bit, which comes whole here (react-router.config.ts). A name that is missing here fails the build. */
const UNUSED: Record<string, string> = {
  'router/instrumentation.js': `
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const instrumentHandler = (handler) => handler
    export const instrumentationResultMetaContext = undefined`,
  'dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false
    export const getPartialManifest = undefined
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const useFogOFWarDiscovery = () => {}
    export const getPathsWithAncestors = undefined
    export const handleClientVersionMismatch = undefined
    export const getManifestPath = undefined`,
}

export const withoutUnusedRouter: Plugin = {
  name: 'without-unused-router',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: { id: /\/react-router\/dist\/production\/lib\/(router\/instrumentation|dom\/ssr\/fog-of-war)\.js$/ },
    handler: (id) => UNUSED[id.split('/production/lib/')[1]!],
  },
}
