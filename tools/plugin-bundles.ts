import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { InlineConfig } from 'vite'
import { ALLOWED_MODULES } from '../server/src/plugin-host/isolated/allowed-modules.ts'

const TOP = join(import.meta.dirname, '..')
const BUNDLE = 'bundle.js'

interface Part {
  entry: string
  folder: string
  bundle: string
}

/** `plugins/mermaid/browser/module.ts` becomes `plugins/mermaid/module.js`. */
const browserParts = (): Part[] =>
  globSync('plugins/*/browser/*.ts', { cwd: TOP }).map((path) => {
    const entry = join(TOP, path)
    return { entry, folder: dirname(dirname(entry)), bundle: `${basename(entry, '.ts')}.js` }
  })

/** Plugins whose process needs packages, which it can't read outside its folder: `index.ts` becomes the `bundle.js` that is their `main`. */
const mainParts = (): Part[] =>
  globSync('plugins/*/package.json', { cwd: TOP }).flatMap((path) => {
    const { main } = JSON.parse(readFileSync(join(TOP, path), 'utf8')) as { main?: string }
    const folder = dirname(join(TOP, path))
    return main === BUNDLE ? { entry: join(folder, 'index.ts'), folder, bundle: BUNDLE } : []
  })

/** As patterns, from the top. */
export const sourcesOfMainParts = () => mainParts().map(({ folder }) => `${relative(TOP, folder)}/*.ts`)

export const arePluginBundlesThere = () =>
  [...browserParts(), ...mainParts()].every(({ folder, bundle }) => existsSync(join(folder, bundle)))

const bundled = ({ entry, folder, bundle }: Part, more: InlineConfig): InlineConfig => ({
  configFile: false,
  root: TOP,
  logLevel: 'warn',
  ...more,
  build: {
    outDir: folder,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    chunkSizeWarningLimit: 4000,
    ...more.build,
    rollupOptions: {
      input: entry,
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: bundle },
    },
  },
})

/** What plugins that come along run, where that is more than they are written in: each part in one file of its plugin. */
export const bundlePlugins = async () => {
  const { build, esmExternalRequirePlugin } = await import('vite') // a site that starts with its pages made has no use for it, and keeps what is loaded
  for (const part of browserParts())
    await build(
      bundled(part, {
        // Mermaid for browsers takes its variables for global ones, which those of a module aren't.
        define: { 'globalThis.__esbuild_esm_mermaid_nm': '__esbuild_esm_mermaid_nm' },
      }),
    )
  for (const part of mainParts())
    // As for browsers: what a process lacks of Node, libraries leave out where they can, and have an empty module for the rest.
    await build(
      bundled(part, {
        logLevel: 'error', // it says so of each
        plugins: [esmExternalRequirePlugin({ external: ['@askwell/plugin-kit', ...ALLOWED_MODULES] })],
        build: { target: 'es2024', minify: false },
      }),
    )
}
