import type { ConfigField, PluginKind, UserField } from '@askwell/plugin-kit'
import type { PluginPicture } from './plugin-picture.ts'
import type { PortKeys } from './plugin-ports/ports.ts'

/** Whether addresses in the settings may be in a private network: the site asks for it, where a plugin has such a setting. */
export const PRIVATE_NETWORK: ConfigField = { name: 'private_network', kind: 'switch', default: false }
/** Whether the site's own accounts go on beside a user center. */
export const OWN_ACCOUNTS: ConfigField = { name: 'own_accounts', kind: 'switch', default: true }
/** Settings of a plugin that the site itself adds, in its own words. */
export const SITE_FIELDS: ReadonlySet<string> = new Set([PRIVATE_NETWORK.name, OWN_ACCOUNTS.name])
/** Those of them that this plugin gets. */
export const siteFieldsOf = ({ permissions, kinds }: Pick<Manifest, 'permissions' | 'kinds'>): ConfigField[] => [
  ...(permissions.some((permission) => /^(net|openid|tcp):\{/.test(permission)) ? [PRIVATE_NETWORK] : []),
  ...(kinds.includes('user_center') ? [OWN_ACCOUNTS] : []),
]

/** `url` of `{url}`, in what a manifest says of hosts and permissions: the setting in which the admin names it. */
export const settingIn = (written: string) => /^\{(.+)\}$/.exec(written)?.[1]

/** What an admin has agreed to of a plugin that asks for posts by the kit. */
export const READS_ALL_POSTS = 'read:all_posts'

/** What a plugin says of itself in its package.json: the site believes none of it before an admin has read it. */
export interface Manifest extends PortKeys {
  slug_name: string
  version: string
  /** Versions of the kit that it works with, as `^1.1.0`. */
  api: string
  /** The module that is loaded, below the package's folder. */
  main: string
  kinds: PluginKind[]
  permissions: string[]
  config: ConfigField[]
  /** What each member sets for themself. */
  user_config: UserField[]
  /** A picture in the package. */
  icon: string
  link: string
  /** By language: `name`, `description`, `field_<name>`, `field_<name>_help`, `option_<value>`. */
  words: Record<string, Record<string, string>>
}

/** The service that a plugin speaks with asks for patience. */
export class PluginWaits extends Error {
  readonly seconds: number
  constructor(message: string, seconds: number) {
    super(message)
    this.seconds = Math.ceil(Math.min(LONGEST_PATIENCE, seconds))
  }
}
const LONGEST_PATIENCE = 3600

/** Something that a plugin can't do, or that no admin has agreed to; `name` says which host, module, file … */
export interface ForbiddenTry {
  kind: 'host' | 'private_host' | 'server' | 'permission' | 'request' | 'module' | 'function' | 'file'
  name: string
}
/** It was kept from that, and is told so. */
export class NotAllowed extends Error {
  readonly tried: ForbiddenTry
  constructor(message: string, tried: ForbiddenTry, options?: ErrorOptions) {
    super(message, options)
    this.tried = tried
  }
}

/** It isn't running just now: it begins anew, was switched off, or has more to do than it can. */
export class PluginAway extends Error {}

export type PluginSource = 'site' | 'folder' | 'upload'
/** A plugin as it was found. */
export interface FoundPlugin {
  manifest: Manifest
  /** Of everything in it. */
  digest: string
  icon: PluginPicture | undefined
  /** CSS for all pages; empty without any. */
  stylesheet: string
  source: PluginSource
  /** What an admin has to agree to. */
  powers: string[]
}

/** What is written in a language, or in English. */
export const wordOf = ({ words }: Pick<Manifest, 'words'>, language: string, key: string) => {
  const of = (name: string) => {
    const found = words[name]
    return found && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return of(language) ?? of('en_US') ?? ''
}
