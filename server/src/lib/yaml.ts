import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'
import { whenNeeded } from './lazy.ts'

/** Loaded with the first file of settings: 70 modules, and most processes read none. */
export const loadYaml = whenNeeded(() => createRequire(import.meta.url)('yaml') as typeof Yaml)

export const asYaml = (value: unknown) => loadYaml().stringify(value, { lineWidth: 0 })
