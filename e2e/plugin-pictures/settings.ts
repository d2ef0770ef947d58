import { pictureOf, type Stage } from './stage.ts'

/** Of which plugin, and what an admin could have filled in. None of the secrets is one. */
interface FilledIn {
  plugin: string
  fields: Record<string, string | boolean>
}

const SECRET = 'not-a-real-secret'

export const SETTINGS = {
  akismet: {
    plugin: 'akismet',
    fields: { api_key: SECRET, site: 'https://ask.example.org' },
  },
  chat: {
    plugin: 'chat',
    fields: {
      service: 'mattermost',
      webhook: 'https://chat.example.org/hooks/yw7fgqkz3jd5pn8x',
      tells: 'answers',
      tags: 'pests, pruning',
      members: true,
    },
  },
  clamav: { plugin: 'clamav', fields: { server: 'clamav:3310', private_network: true } },
  hcaptcha: {
    plugin: 'hcaptcha',
    fields: { site_key: '10000000-ffff-ffff-ffff-000000000001', secret_key: SECRET },
  },
  ldap: {
    plugin: 'ldap',
    fields: {
      name: 'Garden Club',
      ldap_url: 'ldaps://ldap.example.org',
      bind_dn: 'cn=reader,dc=example,dc=org',
      bind_password: SECRET,
      base_dn: 'ou=people,dc=example,dc=org',
      private_network: true,
    },
  },
  meilisearch: {
    plugin: 'meilisearch',
    fields: { server: 'http://127.0.0.1:7700', api_key: SECRET, index: 'garden', private_network: true },
  },
  ntfy: { plugin: 'ntfy', fields: { server: 'https://ntfy.example.org', access_token: SECRET } },
  oauth2: {
    plugin: 'oauth2',
    fields: {
      name: 'Allotment Society',
      client_id: 'ask-garden',
      client_secret: SECRET,
      authorize_url: 'https://members.example.org/oauth/authorize',
      token_url: 'https://members.example.org/oauth/token',
      user_url: 'https://members.example.org/api/me',
      scope: 'profile email',
      path_external_id: 'data.id',
      path_username: 'data.login',
      path_display_name: 'data.full_name',
      path_e_mail: 'data.email',
      path_e_mail_verified: '',
    },
  },
  ollama: {
    plugin: 'ollama',
    fields: { server: 'http://127.0.0.1:11434', model: 'nomic-embed-text', private_network: true },
  },
  'openid-center': {
    plugin: 'openid_center',
    fields: {
      name: 'Garden Club',
      issuer: 'https://id.example.org/realms/garden',
      client_id: 'ask-garden',
      client_secret: SECRET,
      sign_up_url: 'https://id.example.org/realms/garden/account/register',
      account_url: 'https://id.example.org/realms/garden/account',
      shown_name: 'Garden Club',
      shown_url: 'https://club.example.org/members/{id}',
    },
  },
  'openid-connect': {
    plugin: 'openid_connect',
    fields: {
      name: 'Garden Club',
      issuer: 'https://id.example.org/realms/garden',
      client_id: 'ask-garden',
      client_secret: SECRET,
    },
  },
  opensearch: {
    plugin: 'opensearch',
    fields: {
      server: 'https://search.example.org:9200',
      username: 'askwell',
      password: SECRET,
      index: 'garden',
      private_network: true,
    },
  },
  saml: {
    plugin: 'saml',
    fields: {
      name: 'Garden Club',
      entry_point: 'https://sso.example.org/saml2/idp/sso',
      certificate: '-----BEGIN CERTIFICATE----- MIIC… -----END CERTIFICATE-----',
      idp_entity_id: 'https://sso.example.org/saml2/idp',
      attribute_external_id: 'uid',
      attribute_display_name: 'displayName',
      attribute_e_mail: 'mail',
      trusts_e_mail: true,
    },
  },
  scim: { plugin: 'scim', fields: { token: SECRET, moderator_groups: 'Garden moderators; Pest experts' } },
  turnstile: { plugin: 'turnstile', fields: { site_key: '1x00000000000000000000AA', secret_key: SECRET } },
  webdav: {
    plugin: 'webdav',
    fields: {
      address: 'https://cloud.example.org/remote.php/dav/files/askwell/uploads',
      username: 'askwell',
      password: SECRET,
    },
  },
  webhooks: { plugin: 'webhooks', fields: { url: 'https://hooks.example.org/askwell', secret: SECRET } },
  zendesk: {
    plugin: 'zendesk',
    fields: { address: 'https://garden.zendesk.com', e_mail: 'agent@example.org', token: SECRET },
  },
} satisfies Record<string, FilledIn>

/** The page of its settings, filled in and not saved: no other side is asked. */
export const settingsFilledIn =
  ({ plugin, fields }: FilledIn) =>
  async (stage: Stage) => {
    await stage.turnOn(plugin)
    await stage.nameSite('https://ask.example.org')
    const page = await stage.open(stage.chief)
    await page.goto(`/admin/${plugin}`)
    for (const [name, value] of Object.entries(fields)) {
      const field = page.locator(`main form [name="${name}"]`)
      if (typeof value === 'boolean') await field.setChecked(value)
      else if (await page.locator(`main form select[name="${name}"]`).count()) await field.selectOption(value)
      else await field.fill(value)
    }
    await page.evaluate('document.activeElement.blur()')
    return pictureOf(page, 'main h1', 'main form')
  }
