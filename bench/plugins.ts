import { pathOf } from '@askwell/contract/endpoint.ts'
import { type KnownPlugin, plugins, removePlugin, setPluginStatus, uploadPlugin } from '@askwell/contract/plugins.ts'
import { packPlugin } from '../e2e/plugins.ts'

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

const archiveOf = (slug_name: string, { kind, manifest, code, files }: BenchPlugin) => {
  const words = { en_US: { name: 'Measured', description: 'For measuring.' } }
  return packPlugin({
    'package.json': JSON.stringify({
      name: `askwell-plugin-${slug_name}`,
      version: '1.0.0',
      type: 'module',
      main: 'index.js',
      askwell: { slug_name, api: '^1.0.0', kinds: [kind], words, ...manifest },
    }),
    'index.js': `export default ${code}`,
    ...files,
  })
}

/** Calls of an admin. */
export const callsOf =
  (base: string, token: string) =>
  async <T>(endpoint: Parameters<typeof pathOf>[0] & { method: string }, body?: object | FormData) => {
    const isForm = body instanceof FormData
    const response = await fetch(base + pathOf(endpoint), {
      method: endpoint.method,
      headers: {
        authorization: token,
        'accept-language': 'en_US',
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${endpoint.path} answers ${response.status} ${text.slice(0, 300)}`)
    return (JSON.parse(text) as { data: T }).data
  }

/** Plugins of a site, as its admin adds them and switches them on and off. */
export const pluginsOf = (base: string, token: string) => {
  const call = callsOf(base, token)
  const find = async (slug_name: string) =>
    (await call<KnownPlugin[]>(plugins)).find((plugin) => plugin.slug_name === slug_name)!
  const turn = async (slug_name: string, enabled: boolean) => {
    const agreed = (await find(slug_name)).powers.map(({ power }) => power)
    await call(setPluginStatus, { plugin_slug_name: slug_name, enabled, agreed })
  }
  return {
    async add(slug_name: string, plugin: BenchPlugin) {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(await archiveOf(slug_name, plugin))]), 'plugin.tgz')
      await call(uploadPlugin, form)
    },
    turn,
    remove: (slug_name: string) => call(removePlugin, { plugin_slug_name: slug_name, keep: false }),
  }
}
