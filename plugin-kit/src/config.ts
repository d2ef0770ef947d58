/**
 *
 * A field of a plugin's settings: data, so that the site can show the form, check what is sent and store it.
 * Its words are `field_<name>` and `field_<name>_help` of the manifest.
 */
export interface ConfigField {
  name: string
  /** `address` is called over https; `secret` is stored and never shown again; `choice` is one of `options`. */
  kind: 'text' | 'address' | 'secret' | 'switch' | 'choice'
  /** Required: without it the plugin does nothing yet, even if it is switched on. */
  required?: boolean
  /** Required while each of these choices has one of these values. */
  required_if?: Readonly<Record<string, readonly string[]>>
  default?: string | boolean
  /** Words: `option_<value>`. */
  options?: readonly string[]
}

/** A field of a member's own settings. Never an address: the site's process can reach hosts that no member may send it to. */
export type UserField = ConfigField & { kind: Exclude<ConfigField['kind'], 'address'> }

/** The admin's settings, every field of the plugin by its name; empty ones have their default. */
export type PluginConfig = Record<string, string | boolean>

/** A text of the settings; empty where there is none. */
export const textOf = (config: PluginConfig, name: string) => (typeof config[name] === 'string' ? config[name] : '')
