#!/usr/bin/env node
// The command `askwell`, which npm links into node_modules/.bin. It finds the right Node, so this file has to run on an old one.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
// The image has no tools, and the right Node is the only one there.
if (existsSync(join(here, '../tools/right-node.mjs'))) {
  process.argv.splice(2, 0, join(here, 'main.ts'))
  await import('../tools/right-node.mjs')
} else await import('./main.ts')
