import { type ConfigField, definePlugin, letterIcon, type PluginConfig, textOf } from '@askwell/plugin-kit'
import { signInWithApple } from './apple.ts'
import { type Client, createConnector, discover } from './connector.ts'

const CREDENTIALS: ConfigField[] = [
  { name: 'client_id', kind: 'text', required: true },
  { name: 'client_secret', kind: 'secret', required: true },
]
const clientOf = (issuer: string, config: PluginConfig): Client => ({
  issuer,
  client_id: textOf(config, 'client_id'),
  secret: textOf(config, 'client_secret'),
})
const connectTo = (issuer: string, config: PluginConfig) => createConnector(clientOf(issuer, config))

const openidConnect = definePlugin({
  slug_name: 'openid_connect',
  version: '1.0.0',
  type: 'connector',
  name: 'OpenID Connect',
  icon: letterIcon('O', '#4a5568'),
  config: [{ name: 'name', kind: 'text' }, { name: 'issuer', kind: 'address', required: true }, ...CREDENTIALS],
  tried: {
    name: 'issuer',
    reach: async (config) => void (await discover(clientOf(textOf(config, 'issuer'), config))),
  },
  connect: (config) => connectTo(textOf(config, 'issuer'), config),
})

/** A service with one issuer for everybody. */
const preset = (slug_name: string, name: string, issuer: string, colour: string) =>
  definePlugin({
    slug_name,
    version: '1.0.0',
    type: 'connector',
    name,
    icon: letterIcon(name[0]!, colour),
    config: CREDENTIALS,
    connect: (config) => connectTo(issuer, config),
  })

const google = preset('google', 'Google', 'https://accounts.google.com', '#3367d6')
const gitlab = preset('gitlab', 'GitLab', 'https://gitlab.com', '#c2410c')
const slack = preset('slack', 'Slack', 'https://slack.com', '#6b2c6b')

/** Each organization has an issuer of its own; one for all of them would let anybody in who makes an organization. */
const microsoft = definePlugin({
  slug_name: 'microsoft',
  version: '1.0.0',
  type: 'connector',
  name: 'Microsoft',
  icon: letterIcon('M', '#0b6a94'),
  config: [{ name: 'tenant', kind: 'text', required: true }, ...CREDENTIALS],
  connect: (config) =>
    connectTo(`https://login.microsoftonline.com/${encodeURIComponent(textOf(config, 'tenant'))}/v2.0`, config),
})

/** Its secret is made of a key, and people come back with a form. */
const apple = definePlugin({
  slug_name: 'apple',
  version: '1.0.0',
  type: 'connector',
  name: 'Apple',
  icon: letterIcon('A', '#1d1d1f'),
  config: [
    { name: 'services_id', kind: 'text', required: true },
    { name: 'team_id', kind: 'text', required: true },
    { name: 'key_id', kind: 'text', required: true },
    { name: 'private_key', kind: 'secret', required: true },
  ],
  connect: (config) =>
    signInWithApple({
      services_id: textOf(config, 'services_id'),
      team_id: textOf(config, 'team_id'),
      key_id: textOf(config, 'key_id'),
      private_key: textOf(config, 'private_key'),
    }),
})

export const plugins = [google, gitlab, microsoft, slack, apple, openidConnect]
