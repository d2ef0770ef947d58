import {
  type Branding,
  type ConnectorPlugin,
  definePlugin,
  type Users,
  textOf,
  type UserCenterPlugin,
} from '@askwell/plugin-kit'
import { afterAll } from 'vitest'
import { asPlugin } from '../src/features/operations/plugins/policy.ts'
import { PLUGINS } from '../src/features/operations/plugins/arrange.ts'
import { FOUND } from '../src/plugin-host/load.ts'

const signIn = FOUND.definitions
  .filter(({ type }) => type === 'connector')
  .find(({ slug_name }) => slug_name === 'openid_connect')! as ConnectorPlugin

/** What the agent is told to say, and of whom; by their numbers there. */
export const createReferenceAgent = () => {
  const said = {
    settings: (_: string): Promise<{ profile_url?: string; account_url?: string }> => Promise.resolve({}),
    branding: (_id: string, _members: Users): Promise<Branding[]> => Promise.resolve([]),
  }
  const plugin: UserCenterPlugin = definePlugin({
    slug_name: 'reference_center',
    version: '1.0.0',
    type: 'user_center',
    name: 'The Company',
    config: [
      { name: 'issuer', kind: 'address', required: true },
      { name: 'client_id', kind: 'text', required: true },
      { name: 'client_secret', kind: 'secret', required: true },
      { name: 'sign_up_url', kind: 'text' },
      { name: 'messenger', kind: 'text' },
    ],
    user_config: [
      { name: 'hidden', kind: 'switch' },
      { name: 'title', kind: 'text', default: 'Staff' },
      { name: 'key', kind: 'secret' },
      { name: 'shown_as', kind: 'choice', options: ['room', 'team'] },
    ],
    connect: (config, members) => ({
      connector: signIn.connect(config, members),
      sign_up_url: textOf(config, 'sign_up_url'),
      messenger: textOf(config, 'messenger'),
      icon: 'https://company.example/icon.png',
      settingsOf: (external_id) => said.settings(external_id),
      brandingOf: (external_id) => said.branding(external_id, members),
    }),
  })
  const known = asPlugin(plugin)
  PLUGINS.push(known)
  afterAll(() => void PLUGINS.splice(PLUGINS.indexOf(known), 1))
  return { slug: plugin.slug_name, said }
}
