import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import './stop-with-parent.ts'
import { findChromium } from './debian.ts'
import { buildPages, isStale } from './web-build.ts'

// `npm run pictures`: the pictures of docs/plugins/, taken of a site in a browser. `-- chess ldap`: only those.
const chromium = process.env.ASKWELL_E2E_CHROMIUM || findChromium()
if (!chromium) throw new Error('there is no Chromium (Debian: apt-get install chromium-headless-shell)')
if (isStale() && !(await buildPages())) process.exit(1)
const child = spawn(
  process.execPath,
  [join(import.meta.dirname, '../e2e/plugin-pictures/make.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, ASKWELL_E2E_CHROMIUM: chromium } },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'))
const [code] = (await once(child, 'exit')) as [number | null]
process.exitCode = code ?? 1
