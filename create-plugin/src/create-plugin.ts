import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const TOP = join(import.meta.dirname, '..')
const TEMPLATES = join(TOP, 'templates')
/** What stands in all of them. */
const SHARED = 'shared'

/** The kinds of plugins there is something to begin with of. */
export const KINDS = readdirSync(TEMPLATES).filter((name) => name !== SHARED)

/** Pages of a member's settings: a site takes no plugin of these names. This package has to do without the site's own list. */
export const TAKEN_NAMES: readonly string[] = ['profile', 'notify', 'account', 'interface']

/** The name of a plugin in addresses, made of that of its folder; empty if that has no letters. */
const slugNameOf = (folder: string) =>
  basename(folder)
    .toLowerCase()
    .replace(/^askwell-plugin-/, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 60)
    .replace(/_+$/, '')

/** All packages of a version have the same number. */
const version = () => (JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as { version: string }).version

/** Makes a plugin that works, with a test, in a folder that isn't there yet. It throws, with a sentence for people, if that can't be. */
export const createPlugin = (folder: string, kind: string) => {
  if (!KINDS.includes(kind)) throw new Error(`There is nothing to begin with for ${kind}, but for ${KINDS.join(', ')}.`)
  const slug_name = slugNameOf(folder)
  if (!slug_name) throw new Error(`${basename(folder)} has no letters to name a plugin after.`)
  if (TAKEN_NAMES.includes(slug_name)) throw new Error(`${slug_name} is a name of the site's own: choose another one.`)
  if (existsSync(folder)) throw new Error(`${folder} is there already.`)
  for (const template of [SHARED, kind]) cpSync(join(TEMPLATES, template), folder, { recursive: true })
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore')) // npm leaves files of that name out of packages
  const file = join(folder, 'package.json')
  const manifest = readFileSync(file, 'utf8')
    .replaceAll('askwell-plugin-SLUG', `askwell-plugin-${slug_name.replaceAll('_', '-')}`)
    .replaceAll('SLUG', slug_name)
    .replaceAll('VERSION', version())
  writeFileSync(file, manifest)
}
