import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SETTINGS_PAGES } from '@askwell/contract/plugins.ts'
import type { PluginDefinition } from '@askwell/plugin-kit'

/** Beside the site's own folders: what stands there runs with all that the site may do. */
const FOLDER = join(import.meta.dirname, '../../../plugins')

export interface Broken {
  folder: string
  error: unknown
}
interface LoadedPlugins {
  definitions: PluginDefinition[]
  broken: Broken[]
}

const checked = (plugin: PluginDefinition, taken: Set<string>) => {
  if (
    !/^[a-z][a-z0-9_]{0,59}$/.test(plugin.slug_name) ||
    (SETTINGS_PAGES as readonly string[]).includes(plugin.slug_name)
  )
    throw new Error(`"${plugin.slug_name}" is no name for a plugin`)
  if (taken.has(plugin.slug_name)) throw new Error(`there is a plugin ${plugin.slug_name} already`)
  if (!Array.isArray(plugin.config) || typeof plugin.type !== 'string')
    throw new Error(`${plugin.slug_name} is not what definePlugin gives`)
  if (plugin.user_config?.some(({ kind }) => (kind as string) === 'address'))
    throw new Error(`${plugin.slug_name} asks members for addresses`)
  return plugin
}

/** Those with a manifest run in processes of their own (`isolated/`). */
const hasManifest = (folder: string) => {
  const file = join(folder, 'package.json')
  return existsSync(file) && 'askwell' in (JSON.parse(readFileSync(file, 'utf8')) as object)
}

/** Each folder in its own try: a broken plugin is said to be broken, and the site runs on without it. */
export const loadPlugins = async (folder = FOLDER): Promise<LoadedPlugins> => {
  const found: LoadedPlugins = { definitions: [], broken: [] }
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  for (const name of names) {
    const file = join(folder, name, 'index.ts')
    try {
      if (!existsSync(file) || hasManifest(join(folder, name))) continue
      const { plugins } = (await import(pathToFileURL(file).href)) as { plugins: PluginDefinition[] }
      const taken = new Set(found.definitions.map(({ slug_name }) => slug_name))
      found.definitions.push(...plugins.map((plugin) => checked(plugin, taken)))
    } catch (error) {
      found.broken.push({ folder: name, error })
    }
  }
  return found
}

/** What there is; it changes only with the program. */
export const FOUND = await loadPlugins()
