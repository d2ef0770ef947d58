/**
 * A field of a plugin's settings: data, so that the site can draw the form, check what is sent and keep it.
 * Its words are `plugins.field_<name>` and `plugins.field_<name>_help` of the locales.
 */
export interface ConfigField {
  name: string
  /** `address` is reached over https; `secret` is kept and never shown again; `choice` is one of `options`. */
  kind: 'text' | 'address' | 'secret' | 'switch' | 'choice'
  /** Without it the plugin doesn't do anything yet, even where it is switched on. */
  required?: boolean
  default?: string | boolean
  /** Words: `plugins.option_<value>`. */
  options?: readonly string[]
}

/** A field of what each member may set for themself. Never an address: the site's process reaches places that no member may send it to. */
export type MemberField = ConfigField & { kind: Exclude<ConfigField['kind'], 'address'> }

/** What members have set for themselves in the plugin's `user_config`. */
export interface Members {
  /** By who the member is at the service: every field by its name, as they have set it or its default. Asked each time, since they may change it at any moment. */
  settingsOf(external_id: string): Promise<PluginConfig>
}

/** What an admin has entered, every field of the plugin by its name; what was left empty is its default. */
export type PluginConfig = Record<string, string | boolean>

/** A text of the settings; empty where there is none. */
export const textOf = (config: PluginConfig, name: string) => (typeof config[name] === 'string' ? config[name] : '')
