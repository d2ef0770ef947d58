#!/usr/bin/env node
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createPlugin, KINDS } from './create-plugin.ts'

const USAGE = `npm create askwell-plugin FOLDER [-- --kind ${KINDS.join('|')}]`

const asked = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { kind: { type: 'string', default: 'render' }, help: { type: 'boolean', default: false } },
  })
  if (positionals.length !== 1 && !values.help) throw new Error(USAGE)
  return { ...values, folder: resolve(positionals[0] ?? '') }
}

/** For a shell. */
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `"${path.replaceAll(/["\\$`]/g, '\\$&')}"`)

try {
  const { folder, kind, help } = asked()
  if (help) console.log(USAGE)
  else {
    createPlugin(folder, kind)
    console.log(`${folder} is a plugin now.

  cd ${quoted(relative('', folder))}
  npm test        does it do what it should?
  npm install     types for your editor
  npm pack        makes the file that an admin uploads at Administration → Installed plugins
`)
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
