import { definePlugin, type PluginConfig, textOf } from '@askwell/plugin-kit'
import { addressIn, type Directory, identityIn, reachDirectory } from './directory.ts'

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g fill="none" stroke="#4a5568" stroke-width="1.400"><rect x="5.500" y="1" width="5" height="4" rx="1"/><rect x="1" y="11" width="5" height="4" rx="1"/><rect x="10" y="11" width="5" height="4" rx="1"/><path d="M8 5v3M3.500 11V8h9v3"/></g></svg>`

const directoryOf = (config: PluginConfig): Directory => {
  const text = (name: string) => textOf(config, name)
  const starttls = config.starttls === true
  return {
    url: addressIn(text('ldap_url'), starttls),
    starttls,
    bind_dn: text('bind_dn'),
    bind_password: text('bind_password'),
    base_dn: text('base_dn'),
    filter: text('filter'),
    attributes: {
      external_id: text('attribute_external_id'),
      username: text('attribute_username'),
      display_name: text('attribute_display_name'),
      e_mail: text('attribute_e_mail'),
    },
    e_mail_verified: config.trusts_e_mail === true,
  }
}

const ldap = definePlugin({
  slug_name: 'ldap',
  version: '1.0.0',
  type: 'connector',
  name: 'LDAP',
  icon: ICON,
  config: [
    { name: 'name', kind: 'text' },
    { name: 'ldap_url', kind: 'text', required: true },
    { name: 'starttls', kind: 'switch', default: false },
    { name: 'bind_dn', kind: 'text' },
    { name: 'bind_password', kind: 'secret' },
    { name: 'base_dn', kind: 'text', required: true },
    { name: 'filter', kind: 'text', required: true, default: '(&(objectClass=person)(uid={{username}}))' },
    { name: 'attribute_external_id', kind: 'text', required: true, default: 'entryUUID' },
    { name: 'attribute_username', kind: 'text', default: 'uid' },
    { name: 'attribute_display_name', kind: 'text', default: 'cn' },
    { name: 'attribute_e_mail', kind: 'text', default: 'mail' },
    { name: 'trusts_e_mail', kind: 'switch', default: false },
  ],
  tried: { name: 'ldap_url', reach: (config) => reachDirectory(directoryOf(config)) },
  connect(config) {
    const directory = directoryOf(config)
    return { check: (typed) => identityIn(directory, typed) }
  },
})

export const plugins = [ldap]
