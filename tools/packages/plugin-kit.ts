import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOP } from '../source.ts'
import { buildPackage } from './build.ts'
import { typeOf } from './type-of-schema.ts'

// The site itself uses the sources as they are; whoever writes plugins has nothing else of ours, so that what they need of the contract comes along.

const KIT = join(TOP, 'plugin-kit')
const CONTRACT = join(TOP, 'contract/src')
const dist = join(KIT, 'dist')

/** `WidgetPlace` is one of `WIDGET_PLACES`. */
const listOf = (name: string) => `${name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}S`

/** Types that the contract has as schemas or lists of texts, as plain types. */
const written = (exported: Record<string, unknown>, names: string[]) =>
  names
    .map((name) => {
      const list = exported[listOf(name)] as string[] | undefined
      const schema = list ? { enum: list } : exported[name]
      if (!schema) throw new Error(`the contract has no schema ${name}`)
      return `export type ${name} = ${typeOf(schema, 'sent')}\n`
    })
    .join('')

/** A module of the contract that needs no other is taken as it is, of the rest the types that are asked for. */
const fromContract = async (file: string, names: string[]) => {
  const text = readFileSync(join(CONTRACT, file), 'utf8')
  if (!/^import /m.test(text)) return text
  return written((await import(join(CONTRACT, file))) as Record<string, unknown>, names)
}

const sources = mkdtempSync(join(tmpdir(), 'askwell-kit-'))
try {
  cpSync(join(KIT, 'src'), sources, { recursive: true })
  const wanted = new Map<string, Set<string>>()
  for (const path of globSync(`${sources}/*.ts`)) {
    const text = readFileSync(path, 'utf8')
    for (const [, names, file] of text.matchAll(/\{([^}]*)\} from '@askwell\/contract\/([\w-]+\.ts)'/g))
      for (const name of names!.match(/\b(?!type )\w+/g)!) wanted.set(file!, (wanted.get(file!) ?? new Set()).add(name))
    writeFileSync(path, text.replaceAll('@askwell/contract/', './'))
  }
  for (const [file, names] of wanted) writeFileSync(join(sources, file), await fromContract(file, [...names]))
  buildPackage(sources, dist, { types: ['node'] })
} finally {
  rmSync(sources, { recursive: true, force: true })
}
const manifest = JSON.parse(readFileSync(join(KIT, 'package.json'), 'utf8')) as Record<string, unknown>
const exports = { '.': { types: './index.d.ts', default: './index.js' } }
writeFileSync(
  join(dist, 'package.json'),
  `${JSON.stringify({ ...manifest, private: undefined, scripts: undefined, exports }, null, 2)}\n`,
)
cpSync(join(KIT, 'README.md'), join(dist, 'README.md'))
