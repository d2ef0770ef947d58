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

/** The archive of a plugin, as `npm pack` makes it. */
export const pluginArchive = async (manifest: string, code: string) => {
  const tar = pack()
  tar.entry({ name: 'package/package.json' }, manifest)
  tar.entry({ name: 'package/index.js' }, code)
  tar.finalize()
  const parts: Buffer[] = []
  for await (const part of tar) parts.push(part as Buffer)
  return gzipSync(Buffer.concat(parts))
}

/** Adds a plugin, as an admin does. */
export const uploadPlugin = async (
  site: Site,
  token: string,
  { manifest, code }: { manifest: { slug_name: string } & Record<string, unknown>; code: string },
) => {
  const name = `askwell-plugin-${manifest.slug_name}`
  const packageJson = JSON.stringify({ name, version: '1.0.0', type: 'module', askwell: manifest })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await pluginArchive(packageJson, code))]), 'plugin.tgz')
  const headers = { authorization: token }
  const response = await fetch(`${site.url}${API}/plugin/package`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(await response.text())
}
