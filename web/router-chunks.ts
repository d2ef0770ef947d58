import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { withoutFunctions } from './without-functions.ts'

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

/** Of the router, by files: what measures it, and what fetches its list of routes bit by bit, which comes whole here (react-router.config.ts). A name that is missing here fails the build. */
const UNUSED_FILES: Record<string, string> = {
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

/** Functions that are only used with routes loaded step by step, server components, pages without a server, development, view transitions, and the router's own links: ours are plain ones (ui/link.tsx). */
const UNUSED_FUNCTIONS: Record<string, string[]> = {
  'router/router.js': ['discoverRoutes', 'patchRoutesImpl', 'restoreAppliedTransitions', 'persistAppliedTransitions'],
  'dom/ssr/routes.js': ['createClientRoutesWithHMRRevalidationOptOut'],
  'errors.js': ['decodeRedirectErrorDigest', 'decodeRouteErrorResponseDigest'],
  'hooks.js': ['RSCErrorHandler', 'useNavigateUnstable'],
  'dom/ssr/components.js': ['PrefetchPageLinks'],
  'dom/ssr/single-fetch.js': ['nonSsrStrategy'],
}

const partOf = (id: string) => id.split('/react-router/dist/production/lib/')[1] ?? ''

export const withoutUnusedRouter: Plugin = {
  name: 'without-unused-router',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: { id: /\/react-router\/dist\/production\/lib\// },
    handler(id) {
      const part = partOf(id)
      if (UNUSED_FILES[part]) return UNUSED_FILES[part]
      // What is made for a name that nobody imports would stay for the sake of making it.
      return withoutFunctions(part, readFileSync(id, 'utf8'), UNUSED_FUNCTIONS[part] ?? [])
        .replaceAll(/^\w+\.displayName = .*$/gm, '')
        .replaceAll(/^(const \w+ = )(React\$1\.(forwardRef|createContext)\()/gm, '$1/* @__PURE__ */ $2')
    },
  },
}
