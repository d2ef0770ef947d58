import { pathOf } from '@askwell/contract/endpoint.ts'
import { callsOf } from '../e2e/calls.ts'
import { removePlugin, turnPlugin, uploadPlugin } from '../e2e/plugins.ts'

/** One plugin in a process of its own, for measuring. */
export interface BenchPlugin {
  kind: string
  /** More of its manifest: languages, places, events. */
  manifest?: object
  /** What its module exports, as JavaScript. */
  code: string
  /** More files of the package, such as what browsers run. */
  files?: Record<string, string>
}

const filesOf = (slug_name: string, { kind, manifest, code, files }: BenchPlugin) => {
  const words = { en_US: { name: 'Measured', description: 'For measuring.' } }
  return {
    'package.json': JSON.stringify({
      name: `askwell-plugin-${slug_name}`,
      version: '1.0.0',
      type: 'module',
      main: 'index.js',
      askwell: { slug_name, api: '^1.0.0', kinds: [kind], words, ...manifest },
    }),
    'index.js': `export default ${code}`,
    ...files,
  }
}

/** Calls of an admin. */
export const adminCalls =
  (base: string, token: string) =>
  <T>(endpoint: Parameters<typeof pathOf>[0] & { method: string }, body?: object) =>
    callsOf(base)<T>(endpoint.method, pathOf(endpoint), { token, body })

/** Plugins of a site, as its admin adds them and switches them on and off. */
export const pluginsOf = (base: string, token: string) => {
  const site = { call: callsOf(base) }
  return {
    add: (slug_name: string, plugin: BenchPlugin) => uploadPlugin(site, token, filesOf(slug_name, plugin)),
    turn: (slug_name: string, enabled: boolean) => turnPlugin(site, token, slug_name, enabled),
    remove: (slug_name: string) => removePlugin(site, token, slug_name),
  }
}
