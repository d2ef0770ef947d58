import { plugin, type PluginConfig, textOf } from '@askwell/plugin-kit'
import { type ClientAuth, ClientSecretPost } from 'openid-client'
import { connectorBy } from './service.ts'

const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

/** In a header, unless the service says that it reads none. Some services don't decode what stands there, so `-` and `_`, which most secrets have, stay as they are; `ClientSecretBasic` of the library encodes them. */
const secretOf =
  (config: PluginConfig): ClientAuth =>
  (server, client, body, headers) => {
    const secret = textOf(config, 'client_secret')
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    if (!ways.includes('client_secret_basic')) return ClientSecretPost(secret)(server, client, body, headers)
    const both = [client.client_id, secret].map(formEncoded).join(':')
    headers.set('authorization', `Basic ${Buffer.from(both).toString('base64')}`)
  }

export default plugin({
  user_center: {
    ...connectorBy((config) => ({
      issuer: textOf(config, 'issuer'),
      client_id: textOf(config, 'client_id'),
      secret: secretOf(config),
    })),
    places: (_, { config }) => ({
      profile_url: textOf(config, 'profile_url'),
      account_url: textOf(config, 'account_url'),
    }),
    branding({ external_id, settings }, { config }) {
      const name = textOf(config, 'shown_name')
      if (!name || settings.hidden === true) return []
      const url = textOf(config, 'shown_url').replaceAll('{id}', encodeURIComponent(external_id))
      return [{ icon: '', name, label: '', url }]
    },
  },
})
