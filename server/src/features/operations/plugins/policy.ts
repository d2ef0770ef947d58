import { PLUGIN_TEXT_MAX } from '@askwell/contract/limits.ts'
import { type ConfigField, isSafeAddress, type UserField, type PluginConfig } from '@askwell/plugin-kit'
import { hostsIn } from '../../../lib/host-list.ts'
import type { pictureCaptcha } from '../../../lib/picture-captcha.ts'
import type { PluginChannel } from '../../../lib/notification-channels.ts'
import type { FieldError } from '../../../lib/errors.ts'
import type { Offer } from '../../users/connectors/policy.ts'
import type { FoundPlugin } from '../../../lib/isolated-plugin.ts'
import type { Center } from '../../users/user-center/policy.ts'
import type { PluginInstance } from './instance.ts'

/** Where a plugin takes its place once it is switched on. */
export interface Ports {
  captchas: { use(captcha: typeof pictureCaptcha | undefined): void; expect(wanted: boolean): void }
  connectors: { use(slug_name: string, offer: Offer | undefined): void }
  userCenter: { use(slug_name: string, center: Center | undefined): void }
  channels: { use(slug_name: string, channel: PluginChannel | undefined): void }
}

/** What members have set for themselves: by who they are at the plugin's service, or here. */
export interface KnownUsers {
  settingsOf(external_id: string): Promise<PluginConfig>
  settingsOfUser(user_id: number): Promise<PluginConfig>
}

export interface Plugin {
  slug_name: string
  /** If it is one more of another. */
  instance?: PluginInstance
  /** One more of it; left out where more than one make no sense. */
  instanceOf?: (instance: PluginInstance) => Plugin
  /** Its own; what comes with the program has the program's. */
  version?: string
  config: readonly ConfigField[]
  /** Texts among its settings that name a server. */
  servers?: readonly string[]
  /** Texts among its settings that list hosts. */
  host_lists?: readonly string[]
  /** What each member sets for themself. */
  user_config?: readonly UserField[]
  /** It runs in a process of its own. */
  isolated?: FoundPlugin
  /** It brings its own words. */
  words?: (language: string, key: string) => string
}

/** Whether it draws something in texts. */
export const drawsIn = ({ isolated }: Plugin) =>
  isolated !== undefined && isolated.manifest.kinds.some((kind) => kind === 'render' || kind === 'embed')

/** Part of the program: all others run in processes of their own. */
export const PICTURE_CAPTCHA: Plugin = { slug_name: 'picture_captcha', config: [] }

/** The setting called `name`, or else what it is called otherwise. */
export const nameIn = (config: PluginConfig, otherwise: string) =>
  (typeof config.name === 'string' && config.name.trim()) || otherwise

const ACCOUNTS = '#accounts'
/** Under this name the storage of plugins has the accounts that one looks after. No plugin is called so. */
export const accountsOf = (slug_name: string) => `${slug_name}${ACCOUNTS}`
/** The plugin whose accounts stand under this name; undefined if it is no such name. */
export const pluginOfAccounts = (name: string) =>
  name.endsWith(ACCOUNTS) ? name.slice(0, -ACCOUNTS.length) : undefined

const emptyOf = ({
  kind,
  options,
  default: value = kind === 'switch' ? false : kind === 'choice' ? (options?.[0] ?? '') : '',
}: ConfigField) => value

/** What is to be set up, by the admin or by a member. */
type Form = Pick<Plugin, 'config' | 'servers' | 'host_lists'>
/** The part of a plugin that members set up. */
export const userForm = ({ user_config: config = [] }: Plugin): Form => ({ config })

/** Every field, as it was saved or else as it is at first. */
export const filledIn = ({ config }: Form, saved: unknown): PluginConfig => {
  const values = (saved ?? {}) as PluginConfig
  return Object.fromEntries(
    config.map((field) => [field.name, Object.hasOwn(values, field.name) ? values[field.name]! : emptyOf(field)]),
  )
}

const isRequired = ({ required, required_if }: ConfigField, values: PluginConfig) =>
  required ||
  (required_if !== undefined &&
    Object.entries(required_if).every(([choice, needing]) => needing.includes(String(values[choice]))))

/** Whether all is there that it can't do without. */
export const isComplete = ({ config }: Form, values: PluginConfig) =>
  config.every((field) => values[field.name] !== '' || !isRequired(field, values))
export const isSetUp = (form: Form, saved: unknown) => isComplete(form, filledIn(form, saved))

/** Whether members have anything of it: the admin may have left that out. */
export const offersMembers = ({ isolated }: Pick<Plugin, 'isolated'>, values: PluginConfig) =>
  !isolated?.manifest.members_if || values[isolated.manifest.members_if] === true

const refusalOf = (config: ConfigField, values: PluginConfig, listsHosts: boolean): FieldError | undefined => {
  const { name: field, kind, options = [] } = config
  const value: unknown = values[field]
  if (typeof value !== (kind === 'switch' ? 'boolean' : 'string')) return { field, reason: 'field.bad_type' }
  if (value === '') return isRequired(config, values) ? { field, reason: 'field.required' } : undefined
  if (typeof value === 'string' && value.length > PLUGIN_TEXT_MAX)
    return { field, reason: 'field.too_long', values: { max: PLUGIN_TEXT_MAX } }
  if (listsHosts && !hostsIn(value as string)) return { field, reason: 'field.bad_hosts' }
  if (kind === 'address' && !isSafeAddress(value as string)) return { field, reason: 'field.not_https' }
  return kind === 'choice' && !options.includes(value as string) ? { field, reason: 'field.not_a_choice' } : undefined
}

const tidy = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

const originIn = (value: unknown) => URL.parse(String(value ?? ''))?.origin

/** The settings as they would be, and what is wrong with them. What isn't sent stays; so does a secret that comes back as `mask`, unless another server is named: a secret is for the one that it was typed for. */
export const withChanges = (
  { config, servers = [], host_lists = [] }: Form,
  before: PluginConfig,
  sent: Record<string, unknown>,
  mask: string,
) => {
  const chosen = config.map((field) => {
    const kept = !Object.hasOwn(sent, field.name) || (field.kind === 'secret' && sent[field.name] === mask)
    return { field, kept, value: kept ? before[field.name] : tidy(sent[field.name]) }
  })
  const isElsewhere = chosen.some(
    ({ field: { kind, name }, value }) =>
      value &&
      value !== before[name] &&
      (kind === 'address' ? originIn(value) !== originIn(before[name]) : servers.includes(name)),
  )
  const isForAnother = ({ field: { kind }, kept, value }: (typeof chosen)[number]) =>
    isElsewhere && kept && kind === 'secret' && value
  const values = Object.fromEntries(chosen.map(({ field, value }) => [field.name, value])) as PluginConfig
  return {
    values,
    wrong: chosen.flatMap((one): FieldError[] => {
      if (isForAnother(one)) return [{ field: one.field.name, reason: 'field.secret_of_other_host' }]
      const refusal = refusalOf(one.field, values, host_lists.includes(one.field.name))
      return refusal ? [refusal] : []
    }),
  }
}

/** What is secret is kept apart. */
export const parted = ({ config }: Form, values: PluginConfig) => {
  const pick = (secret: boolean) =>
    Object.fromEntries(
      config.filter(({ kind }) => (kind === 'secret') === secret).map(({ name }) => [name, values[name]!]),
    )
  return { value: pick(false), secrets: pick(true) }
}
