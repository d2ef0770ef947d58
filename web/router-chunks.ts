import type { Plugin } from 'vite'

const ROUTER = /react-router\/dist\/production\/lib\/dom\/ssr\/route(s|Modules)\.js$/
const LOADS = /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*([\w.]+)\s*\)/g

/**
 * Where a page's script doesn't come, the router loads the page anew, without a word and as often as it fails, or waits for ever.
 * In its place our own way of loading asks the person first.
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
