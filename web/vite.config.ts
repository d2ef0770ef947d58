import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { routerChunks } from './router-chunks.ts'

// One copy of these, whoever loads them: the page and the server meet in them.
const external = ['@askwell/web/context.ts']

const withoutSchemas: Plugin = {
  name: 'without-schemas',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) => (id === 'typebox' ? `${import.meta.dirname}/no-schemas.ts` : null),
}

export default defineConfig({
  plugins: [withoutSchemas, routerChunks(), reactRouter()],
  ssr: { external },
  environments: {
    ssr: { build: { rolldownOptions: { external } } },
    client: {
      build: {
        rolldownOptions: {
          // Endpoints that a page doesn't call, and icons' components, stay out of the browser.
          treeshake: {
            manualPureFunctions: [
              'endpoint',
              'Type',
              'oneOf',
              'text',
              'span',
              'nullable',
              'flag',
              'paged',
              'partly',
              'createLucideIcon',
            ],
          },
          // The kit comes as one script and one stylesheet: every page needs most of it, and fifty small files cost more.
          output: { codeSplitting: { groups: [{ name: 'kit', test: /app\/(ui|shared|styles)\/(?!code-surface)/ }] } },
        },
      },
    },
  },
  resolve: { dedupe: ['react', 'react-dom', 'react-router'] },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
})
