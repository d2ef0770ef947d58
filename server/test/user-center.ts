import { createHash } from 'node:crypto'
import {
  type Branding,
  type Connector,
  ConsentRefused,
  definePlugin,
  type PluginConfig,
  type Users,
  textOf,
  type UserCenterPlugin,
} from '@askwell/plugin-kit'
import { afterAll } from 'vitest'
import { asPlugin } from '../src/features/operations/plugins/policy.ts'
import { PLUGINS } from '../src/features/operations/plugins/arrange.ts'

/** As far as the agent needs it: it trusts its service, which is of the tests. */
const agentAt = (config: PluginConfig): Connector => {
  const [issuer, client_id] = [textOf(config, 'issuer'), textOf(config, 'client_id')]
  return {
    begin({ redirect_uri, state, nonce, code_verifier }) {
      const asked = {
        response_type: 'code',
        client_id,
        redirect_uri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      return Promise.resolve(`${issuer}/auth?${new URLSearchParams(asked)}`)
    },
    async finish({ searchParams: said }, { redirect_uri, code_verifier }) {
      if (said.get('error') === 'access_denied') throw new ConsentRefused()
      const form = { grant_type: 'authorization_code', code: said.get('code') ?? '', redirect_uri, code_verifier }
      const body = new URLSearchParams(form)
      const credentials = Buffer.from(`${client_id}:${textOf(config, 'client_secret')}`).toString('base64')
      const authorization = `Basic ${credentials}`
      const tokens = await fetch(`${issuer}/token`, { method: 'POST', headers: { authorization }, body })
      const { access_token } = (await tokens.json()) as { access_token: string }
      const user = await fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${access_token}` } })
      const { sub, name, email, ...rest } = (await user.json()) as Record<string, string>
      return {
        external_id: sub!,
        username: rest.preferred_username,
        display_name: name,
        e_mail: email,
        e_mail_verified: Boolean(rest.email_verified),
      }
    },
  }
}

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
      connector: agentAt(config),
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
