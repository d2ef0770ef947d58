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
