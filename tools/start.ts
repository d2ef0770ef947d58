import './stop-with-parent.ts'
import { buildPages, isStale } from './web-build.ts'

// `npm start`: whatever stands after `--` are flags of the server, which reads them itself.
if (isStale() && !(await buildPages())) process.exit(1)
process.env.NODE_ENV = 'production'
await import('../server/src/main.ts')
