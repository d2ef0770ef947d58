import { plugin, type PluginConfig, textOf } from '@askwell/plugin-kit'
import { addressIn, type Directory, identityIn, reachDirectory } from './directory.ts'
import { inPlace } from './places.ts'

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

export default plugin({
  connector: {
    check: (typed, kit) => inPlace(() => identityIn(kit, directoryOf(kit.config), typed)),
    reach: (_, kit) => reachDirectory(kit, directoryOf(kit.config)),
  },
})
