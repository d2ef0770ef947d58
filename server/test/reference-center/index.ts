import { createHash } from 'node:crypto'
import { type CenterMember, type Kit, plugin, textOf } from '@askwell/plugin-kit'

/** Whatever the company says, as it says it: the site has to make it safe. */
const ask = async <T>({ config, fetch }: Kit, what: 'places' | 'branding', member: CenterMember) => {
  const answer = await fetch(`${textOf(config, 'company')}/${what}`, { method: 'POST', body: JSON.stringify(member) })
  return (await answer.json()) as T
}

/** It trusts its service, which is of the tests. */
export default plugin({
  user_center: {
    begin({ redirect_uri, state, nonce, code_verifier }, { config }) {
      const asked = {
        response_type: 'code',
        client_id: textOf(config, 'client_id'),
        redirect_uri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      return `${textOf(config, 'issuer')}/auth?${new URLSearchParams(asked)}`
    },
    async finish({ address, redirect_uri, code_verifier }, { config, fetch }) {
      const said = new URL(address).searchParams
      if (said.get('error') === 'access_denied') return { refused: true }
      const [issuer, client_id] = [textOf(config, 'issuer'), textOf(config, 'client_id')]
      const form = { grant_type: 'authorization_code', code: said.get('code') ?? '', redirect_uri, code_verifier }
      const credentials = Buffer.from(`${client_id}:${textOf(config, 'client_secret')}`).toString('base64')
      const headers = {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
      }
      const tokens = await fetch(`${issuer}/token`, { method: 'POST', headers, body: new URLSearchParams(form) })
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
    places: (member, kit) => ask(kit, 'places', member),
    branding: (member, kit) => ask(kit, 'branding', member),
  },
})
