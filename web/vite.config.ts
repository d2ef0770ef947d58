import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { endpointsAsAddresses, iconDrawings, iconsWhereNamed, withoutSchemas } from './browser-parts.ts'
import { chunkGroups } from './loaded-together.ts'
import { reactAsModules } from './react-modules.ts'
import { routerChunks, withoutUnusedRouter } from './router-chunks.ts'

// One copy of these for all importers: the page and the server meet in them.
const external = ['@askwell/web/context.ts']
// Of many small modules: bundled, so that a site reads 280 fewer as it starts.
const bundled = ['lucide-react', 'culori', '@simplewebauthn/browser']

export default defineConfig({
  plugins: [
    reactAsModules,
    withoutSchemas,
    endpointsAsAddresses,
    iconsWhereNamed(),
    iconDrawings,
    routerChunks(),
    withoutUnusedRouter,
    reactRouter(),
  ],
  ssr: { external, noExternal: bundled },
  environments: {
    ssr: { build: { rolldownOptions: { external } } },
    client: {
      build: {
        // A part that is fetched later says itself what it imports; only its styles have to be there before it. What all pages share is there.
        modulePreload: {
          resolveDependencies: (_file, parts) => parts.filter((part) => /\.css/.test(part) && !/\/base-/.test(part)),
        },
        rolldownOptions: {
          // Icons' components stay out of the browser. A name here counts in all modules, and for its members: only one that nobody else uses may stand here.
          treeshake: { manualPureFunctions: ['createLucideIcon'] },
          // Few files, by what is loaded together (loaded-together.ts): a hundred small ones cost more.
          output: {
            codeSplitting: {
              groups: chunkGroups(),
            },
          },
        },
      },
    },
  },
  resolve: { dedupe: ['react', 'react-dom', 'react-router'] },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
})
