import { npmPack } from '../server/test/npm-pack.ts'
import type { Call } from './calls.ts'

const API = '/answer/admin/api'

/** A site, whoever has started it. */
interface Asked {
  call: Call
}

/** Switches a plugin on or off. `agreed`: what the admin has read that it may do, where a journey knows; without it they agree to whatever it asks for. */
export const turnPlugin = async (
  { call }: Asked,
  token: string,
  plugin_slug_name: string,
  enabled: boolean,
  agreed?: readonly string[],
) => {
  const askedFor = async () => {
    const plugins = await call<{ slug_name: string; powers: { power: string }[] }[]>('GET', `${API}/plugins`, { token })
    return plugins.find(({ slug_name }) => slug_name === plugin_slug_name)!.powers.map(({ power }) => power)
  }
  const body = { plugin_slug_name, enabled, agreed: agreed ?? (await askedFor()) }
  await call('PUT', `${API}/plugin/status`, { token, body })
}

export const setUpPlugin = (
  { call }: Asked,
  token: string,
  plugin_slug_name: string,
  config_fields: Record<string, string | boolean>,
) => call('PUT', `${API}/plugin/config`, { token, body: { plugin_slug_name, config_fields } })

/** Uploads a package, in the place of the plugin `replaces` if there is one. */
export const uploadPlugin = async (
  { call }: Asked,
  token: string,
  files: Readonly<Record<string, string>>,
  replaces?: string,
) => {
  const body = new FormData()
  if (replaces) body.append('replaces', replaces)
  body.append('file', new Blob([new Uint8Array(await npmPack(files))]), 'plugin.tgz')
  await call('POST', `${API}/plugin/package`, { token, body })
}

export const removePlugin = ({ call }: Asked, token: string, plugin_slug_name: string) =>
  call('DELETE', `${API}/plugin/package`, { token, body: { plugin_slug_name, keep: false } })

/** Uploads a plugin and switches it on. */
export const addPlugin = async (
  site: Asked,
  token: string,
  askwell: { slug_name: string } & Record<string, unknown>,
  files: Record<string, string>,
) => {
  const about = { name: `askwell-plugin-${askwell.slug_name}`, version: '1.0.0', type: 'module' }
  const manifest = JSON.stringify({ ...about, askwell: { api: '^1.0.0', ...askwell } })
  await uploadPlugin(site, token, { 'package.json': manifest, ...files })
  await turnPlugin(site, token, askwell.slug_name, true)
}
