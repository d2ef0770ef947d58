import type { ConfigField, PluginKind } from '@askwell/plugin-kit'
import type { PortKeys } from './plugin-ports/ports.ts'

/** What a plugin says of itself in its package.json: the site believes none of it before an admin has read it. */
export interface Manifest extends PortKeys {
  slug_name: string
  version: string
  /** The module that is loaded, below the package's folder. */
  main: string
  kinds: PluginKind[]
  permissions: string[]
  config: ConfigField[]
  /** A picture in the package. */
  icon: string
  link: string
  /** By language: `name`, `description`, `field_<name>`, `field_<name>_help`, `option_<value>`. */
  words: Record<string, Record<string, string>>
}

export type PluginSource = 'site' | 'folder' | 'upload'
/** A plugin with a manifest, as it was found. */
export interface FoundPlugin {
  manifest: Manifest
  /** Of everything in it. */
  digest: string
  /** Its picture as an address; empty without one. */
  icon: string
  source: PluginSource
  /** What an admin has to agree to. */
  powers: string[]
}
