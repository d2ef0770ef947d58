import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

// Once at build time, as small as it gets; the server sends these files as they are.
const folder = join(import.meta.dirname, 'build/client/assets')
for (const name of readdirSync(folder)) {
  if (!/\.(js|css|svg|json)$/.test(name)) continue
  const bytes = readFileSync(join(folder, name))
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
  writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
}
