import type * as contract from '@askwell/contract/plugins.ts'
import type { PluginStatus } from '@askwell/contract/site.ts'
import type { ConfigField } from '@askwell/plugin-kit'
import { translate } from '../../../lib/messages.ts'
import { addressesOf } from '../../users/connectors/views.ts'
import { PASSWORD_MASK } from '../settings/views.ts'
import { filledIn, isSetUp, memberForm, type Plugin } from './policy.ts'

interface Shown {
  language: string
  version: string
}

const nameOf = ({ slug_name, copy }: Plugin, language: string) =>
  translate(language, `plugins.${copy?.of ?? slug_name}_name`) + (copy ? ` (${copy.number})` : '')

const named = (plugin: Plugin, { language, version }: Shown) => ({
  slug_name: plugin.slug_name,
  version: plugin.version ?? version,
  name: nameOf(plugin, language),
  description: translate(language, `plugins.${plugin.copy?.of ?? plugin.slug_name}_description`),
})

export const pluginStatus = (plugin: Plugin, on: readonly string[], shown: Shown): PluginStatus => ({
  ...named(plugin, shown),
  link: '',
  enabled: on.includes(plugin.slug_name),
  have_config: plugin.config.length > 0,
})

/** As the admin sees it. */
export const knownPlugin = (
  plugin: Plugin,
  on: readonly string[],
  saved: unknown,
  shown: Shown,
): contract.KnownPlugin => ({ ...pluginStatus(plugin, on, shown), set_up: isSetUp(plugin, saved) })

/** It can't be switched on; the log says why. */
export const brokenStatus = (folder: string, language: string): contract.KnownPlugin => ({
  slug_name: folder,
  name: folder,
  description: translate(language, 'plugins.broken'),
  version: '',
  link: '',
  enabled: false,
  have_config: false,
  set_up: false,
})

const INPUT = { text: 'text', address: 'url', secret: 'password', switch: '', choice: '' } as const
const TYPE = { text: 'input', address: 'input', secret: 'input', switch: 'switch', choice: 'select' } as const

// words: plugins.field_*
const fieldOf = (
  { name, kind, required = false, options = [] }: ConfigField,
  value: string | boolean,
  language: string,
): contract.ConfigField => ({
  name,
  title: translate(language, `plugins.field_${name}`),
  description: translate(language, `plugins.field_${name}_help`),
  type: TYPE[kind],
  required,
  value: kind === 'secret' && value !== '' ? PASSWORD_MASK : value,
  options: options.map((value) => ({ value, label: translate(language, `plugins.option_${value}`) })),
  ui_options: { input_type: INPUT[kind] },
})

/** What the service has to be told of this site. */
const redirectField = (site_url: string, slug_name: string, language: string): contract.ConfigField => ({
  name: 'redirect_uri',
  title: translate(language, 'plugins.redirect_uri'),
  description: translate(language, 'plugins.redirect_uri_help'),
  type: 'legend',
  required: false,
  value: addressesOf({ site_url }, slug_name).callback,
  options: [],
  ui_options: { input_type: '' },
})

export const pluginConfig = (
  plugin: Plugin | undefined,
  saved: unknown,
  { site_url, last_failure, ...shown }: Shown & Pick<contract.PluginConfig, 'last_failure'> & { site_url: string },
): contract.PluginConfig => {
  if (!plugin) return { slug_name: '', name: '', description: '', version: '', config_fields: null }
  const values = filledIn(plugin, saved)
  const fields = plugin.config.map((field) => fieldOf(field, values[field.name]!, shown.language))
  return {
    ...named(plugin, shown),
    ...(plugin.type === 'connector' && { last_failure }),
    config_fields:
      plugin.type === 'connector' ? [redirectField(site_url, plugin.slug_name, shown.language), ...fields] : fields,
  }
}

export const memberPlugin = (plugin: Plugin, language: string) => ({
  name: nameOf(plugin, language),
  slug_name: plugin.slug_name,
})

export const memberPluginConfig = (
  plugin: Plugin | undefined,
  saved: unknown,
  language: string,
): contract.MemberPluginConfig => {
  if (!plugin) return { name: '', slug_name: '', config_fields: null }
  const form = memberForm(plugin)
  const values = filledIn(form, saved)
  return {
    ...memberPlugin(plugin, language),
    config_fields: form.config.map((field) => fieldOf(field, values[field.name]!, language)),
  }
}
