import { objectId, type ObjectType } from '@askwell/contract/ids.ts'
import type { MessageKey } from '@askwell/contract/message-keys.ts'
import type { PageReaders } from '@askwell/contract/plugin-pages.ts'
import type * as contract from '@askwell/contract/plugins.ts'
import type { PluginStatus } from '@askwell/contract/site.ts'
import type { ConfigField, PluginKind, WidgetPlace } from '@askwell/plugin-kit'
import { DAY } from '../../../lib/clock.ts'
import { READS_ALL_POSTS, settingIn } from '../../../lib/isolated-plugin.ts'
import { translate, translatePlugin } from '../../../lib/messages.ts'
import { isNewer } from '../../../lib/versions.ts'
import { addressesOf } from '../../users/connectors/views.ts'
import { PASSWORD_MASK } from '../settings/views.ts'
import { drawsIn, filledIn, isSetUp, userForm, type Plugin } from './policy.ts'
import type { listDeliveries } from './events/queries.ts'
import type { ForbiddenNote, PluginFaultNote, PluginOrigin } from './queries.ts'

interface Shown {
  language: string
  version: string
}

export const nameOf = ({ slug_name, instance, words }: Plugin, language: string) =>
  instance?.name ?? words?.(language, 'name') ?? translatePlugin(language, `${slug_name}_name`)

const named = (plugin: Plugin, { language, version }: Shown) => ({
  slug_name: plugin.slug_name,
  version: plugin.version ?? version,
  name: nameOf(plugin, language),
  description: plugin.words?.(language, 'description') ?? translatePlugin(language, `${plugin.slug_name}_description`),
})

export const pluginStatus = (plugin: Plugin, on: readonly string[], shown: Shown): PluginStatus => ({
  ...named(plugin, shown),
  link: plugin.isolated?.manifest.link ?? '',
  enabled: on.includes(plugin.slug_name),
  have_config: plugin.config.length > 0,
})

const TROUBLE_SHOWN_SECONDS = 7 * DAY
/** What went wrong long ago is over. */
const recentTrouble = (trouble: PluginFaultNote | undefined, now: number) =>
  trouble && now - trouble.at < TROUBLE_SHOWN_SECONDS ? trouble : undefined

const recentTries = (forbidden: readonly ForbiddenNote[], now: number, language: string) =>
  forbidden
    .filter(({ at }) => now - at < TROUBLE_SHOWN_SECONDS)
    .map(({ kind, name, count, at }) => ({
      words: translate(language, `plugins.forbidden_${kind}`, { name }),
      count,
      at,
    }))

const kindsOf = ({ isolated }: Plugin): string[] => isolated?.manifest.kinds ?? ['captcha']

const shownOrigin = ({ registry, name, private_network, newest = '' }: PluginOrigin, version: string) => ({
  registry,
  name,
  private_network,
  newer: isNewer(newest, version) ? newest : '',
})

/** As the admin sees it. */
export const knownPlugin = (
  plugin: Plugin,
  on: readonly string[],
  saved: unknown,
  {
    agreed = [],
    fault,
    trouble,
    forbidden,
    now,
    origin,
    ...shown
  }: Shown & {
    agreed?: readonly string[]
    fault?: PluginFaultNote
    trouble?: PluginFaultNote
    forbidden: readonly ForbiddenNote[]
    now: number
    origin?: PluginOrigin
  },
): contract.KnownPlugin => ({
  ...pluginStatus(plugin, on, shown),
  set_up: isSetUp(plugin, saved),
  source: plugin.isolated?.source ?? 'program',
  icon: plugin.isolated?.icon?.address ?? '',
  kinds: kindsOf(plugin),
  origin: origin ? shownOrigin(origin, plugin.version ?? '') : null,
  instance_of: plugin.instance?.of ?? '',
  have_instances: plugin.instanceOf !== undefined,
  powers: (plugin.isolated?.powers ?? []).map((power) => ({
    power,
    words: powerInWords(plugin, power, shown.language),
    agreed: agreed.includes(power),
  })),
  hears: (plugin.isolated?.manifest.events.length ?? 0) > 0,
  renders: drawsIn(plugin),
  fault: fault ?? null,
  trouble: (on.includes(plugin.slug_name) && recentTrouble(trouble, now)) || null,
  forbidden: recentTries(forbidden, now, shown.language),
})

type PowerKind =
  | Exclude<PluginKind, 'event' | 'widget' | 'route' | 'browser'>
  | 'draws'
  | 'dialog'
  | 'connects'
  | 'net'
  | 'tcp'
  | 'storage'
  | 'read'
  | 'widget'
  | 'stylesheet'
  | 'frame'
  | 'accounts'
  | 'roles'
  | 'passwords'
type DeliveryRow = Awaited<ReturnType<typeof listDeliveries>>[number]
export const delivery = ({ id, object_type, object_id, question_id, ...row }: DeliveryRow): contract.Delivery => ({
  id: String(id),
  event: row.event,
  object_type,
  object_id: objectId(object_type as ObjectType, object_id),
  question_id: question_id ? objectId('question', question_id) : '',
  status: row.status,
  attempts: row.attempts,
  answer: row.answer,
  milliseconds: row.milliseconds,
  created_at: row.created_at,
  updated_at: row.updated_at,
  next_try_at: row.status === 'failed' ? row.next_try_at : 0,
})

/** Those of whose kind there are several, each with words of its own. */
const WHOLE_POWERS = new Map<string, MessageKey>([
  ['read:senders', 'plugins.power_read_senders'],
  [READS_ALL_POSTS, 'plugins.power_read_all_posts'],
  ['write:notifications', 'plugins.power_write_notifications'],
])

/** What an admin reads before they agree to it. */
const powerInWords = (plugin: Plugin, power: string, language: string) => {
  const [, kind, name = ''] = /^(\w+):(.+)$/.exec(power) ?? [power, power]
  const field = settingIn(name)
  if ((kind === 'net' || kind === 'tcp' || kind === 'openid' || kind === 'embed') && field) {
    const where = kind === 'net' && plugin.host_lists?.includes(field) ? 'hosts' : kind
    return translate(language, `plugins.power_${where}_setting`, {
      name: plugin.words?.(language, `field_${field}`) || field,
    })
  }
  if (kind === 'page') return translate(language, `plugins.power_page_${name as PageReaders}`)
  if (kind === 'place') return translate(language, `plugins.power_place_${name as WidgetPlace}`)
  const said = WHOLE_POWERS.get(power)
  if (said) return translate(language, said)
  if (kind === 'event') return translate(language, `plugins.power_${name.replace('.', '_') as 'question_asked'}`)
  return translate(language, `plugins.power_${kind as PowerKind}`, { name })
}

/** It can't be switched on. */
export const brokenStatus = ({
  folder,
  source,
  why,
}: {
  folder: string
  source: contract.KnownPlugin['source']
  why: string
}): contract.KnownPlugin => ({
  slug_name: folder,
  name: folder,
  description: why,
  version: '',
  link: '',
  enabled: false,
  have_config: false,
  set_up: false,
  source,
  kinds: [],
  icon: '',
  origin: null,
  instance_of: '',
  have_instances: false,
  powers: [],
  hears: false,
  renders: false,
  fault: null,
  trouble: null,
  forbidden: [],
})

const INPUT = { text: 'text', address: 'url', secret: 'password', switch: '', choice: '' } as const
const TYPE = { text: 'input', address: 'input', secret: 'input', switch: 'switch', choice: 'select' } as const

const wordIn = ({ words }: Plugin, language: string, key: string) =>
  words?.(language, key) || (key.endsWith('_help') ? '' : key.replace(/^(field|option)_/, ''))

const fieldOf = (
  plugin: Plugin,
  { name, kind, required = false, options = [] }: ConfigField,
  value: string | boolean,
  language: string,
): contract.ConfigField => ({
  name,
  title: wordIn(plugin, language, `field_${name}`),
  description: wordIn(plugin, language, `field_${name}_help`),
  type: TYPE[kind],
  required,
  value: kind === 'secret' && value !== '' ? PASSWORD_MASK : value,
  options: options.map((value) => ({ value, label: wordIn(plugin, language, `option_${value}`) })),
  ui_options: { input_type: INPUT[kind] },
})

/** Whether people sign in by it. */
const letsIn = ({ isolated }: Plugin) =>
  isolated?.manifest.kinds.some((kind) => kind === 'connector' || kind === 'user_center')

/** Whether people are sent elsewhere for that, and come back. */
const sendsAway = (plugin: Plugin) => letsIn(plugin) && !plugin.isolated?.manifest.asks_password

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
  const fields = plugin.config.map((field) => fieldOf(plugin, field, values[field.name]!, shown.language))
  return {
    ...named(plugin, shown),
    ...(letsIn(plugin) && { last_failure }),
    config_fields: sendsAway(plugin) ? [redirectField(site_url, plugin.slug_name, shown.language), ...fields] : fields,
  }
}

export const userPlugin = (plugin: Plugin, language: string) => ({
  name: nameOf(plugin, language),
  slug_name: plugin.slug_name,
})

export const userPluginConfig = (
  plugin: Plugin | undefined,
  saved: unknown,
  language: string,
): contract.UserPluginConfig => {
  if (!plugin) return { name: '', slug_name: '', config_fields: null }
  const form = userForm(plugin)
  const values = filledIn(form, saved)
  return {
    ...userPlugin(plugin, language),
    config_fields: form.config.map((field) => fieldOf(plugin, field, values[field.name]!, language)),
  }
}
