import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// One copy of these, whoever loads them: the page and the server meet in them.
const external = ['@askwell/web/context.ts']

export default defineConfig({
  plugins: [reactRouter()],
  ssr: { external },
  environments: {
    ssr: { build: { rolldownOptions: { external } } },
    // Endpoints that a page doesn't call stay out of the browser.
    client: { build: { rolldownOptions: { treeshake: { manualPureFunctions: ['endpoint', 'Type', 'oneOf', 'text', 'span', 'nullable', 'flag', 'paged', 'partly'] } } } },
  },
  resolve: { dedupe: ['react', 'react-dom', 'react-router'] },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
})
