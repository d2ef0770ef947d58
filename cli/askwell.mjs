#!/usr/bin/env node
// The command `askwell`, which npm links into node_modules/.bin. It finds the right Node, so this file has to run on an old one.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.argv.splice(2, 0, join(dirname(fileURLToPath(import.meta.url)), 'main.ts'))
await import('../tools/right-node.mjs')
