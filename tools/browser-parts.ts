import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'

const TOP = join(import.meta.dirname, '..')

/** `plugins/mermaid/browser/module.ts` becomes `plugins/mermaid/module.js`. */
const parts = () =>
  globSync('plugins/*/browser/*.ts', { cwd: TOP }).map((path) => {
    const entry = join(TOP, path)
    return { entry, folder: dirname(dirname(entry)), bundle: `${basename(entry, '.ts')}.js` }
  })

export const areBrowserPartsThere = () => parts().every(({ folder, bundle }) => existsSync(join(folder, bundle)))

/** What plugins that come along run in browsers, each bundled into one file of its plugin. */
export const bundleBrowserParts = async () => {
  for (const { entry, folder, bundle } of parts())
    await build({
      configFile: false,
      root: TOP,
      logLevel: 'warn',
      // Mermaid for browsers takes its variables for global ones, which those of a module aren't.
      define: { 'globalThis.__esbuild_esm_mermaid_nm': '__esbuild_esm_mermaid_nm' },
      build: {
        outDir: folder,
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'es2022',
        chunkSizeWarningLimit: 4000,
        rollupOptions: {
          input: entry,
          preserveEntrySignatures: 'strict',
          output: { format: 'es', entryFileNames: bundle },
        },
      },
    })
}
