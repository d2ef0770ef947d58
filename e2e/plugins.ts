import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import type { Site } from './site.ts'

const API = '/answer/admin/api'

/** Switches a plugin on or off; an admin who switches one on has agreed to all that it may do. */
export const turnPlugin = async (site: Site, token: string, plugin_slug_name: string, enabled: boolean) => {
  const plugins = await site.call<{ slug_name: string; powers: { power: string }[] }[]>('GET', `${API}/plugins`, {
    token,
  })
  const { powers } = plugins.find(({ slug_name }) => slug_name === plugin_slug_name)!
  await site.call('PUT', `${API}/plugin/status`, {
    token,
    body: { plugin_slug_name, enabled, agreed: powers.map(({ power }) => power) },
  })
}

export const setUpPlugin = (
  site: Site,
  token: string,
  plugin_slug_name: string,
  config_fields: Record<string, string | boolean>,
) => site.call('PUT', `${API}/plugin/config`, { token, body: { plugin_slug_name, config_fields } })

/** A package, as `npm pack` makes it. */
export const packPlugin = async (files: Record<string, string>) => {
  const tar = pack()
  for (const [name, content] of Object.entries(files)) tar.entry({ name: `package/${name}` }, content)
  tar.finalize()
  return gzipSync(await buffer(tar))
}

/** Uploads a plugin and switches it on. */
export const addPlugin = async (
  site: Site,
  token: string,
  askwell: { slug_name: string } & Record<string, unknown>,
  files: Record<string, string>,
) => {
  const about = { name: `askwell-plugin-${askwell.slug_name}`, version: '1.0.0', type: 'module' }
  const manifest = JSON.stringify({ ...about, askwell: { api: '^1.0.0', ...askwell } })
  const form = new FormData()
  const bytes = await packPlugin({ 'package.json': manifest, ...files })
  form.append('file', new Blob([new Uint8Array(bytes)]), 'plugin.tgz')
  const response = await fetch(`${site.url}${API}/plugin/package`, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  if (!response.ok) throw new Error(await response.text())
  await turnPlugin(site, token, askwell.slug_name, true)
}
