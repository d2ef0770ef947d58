import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Done, oneOf, text } from './shapes.ts'
import { PluginStatus } from './site.ts'

const admin = { door: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

export const plugins = endpoint({
  ...admin, method: 'GET', path: '/plugins', summary: 'Plugins there are',
  query: Type.Object({ status: oneOf(['', 'active', 'inactive'], { default: '' }), have_config: Type.Optional(Type.Boolean()) }),
  reply: Type.Array(PluginStatus),
})

export const PluginChoice = Type.Object({ plugin_slug_name: text({ min: 1, max: 100 }), enabled: Type.Boolean() })
export type PluginChoice = Static<typeof PluginChoice>
export const setPluginStatus = endpoint({ ...admin, method: 'PUT', path: '/plugin/status', summary: 'Switch a plugin on or off', body: PluginChoice, reply: Done })
