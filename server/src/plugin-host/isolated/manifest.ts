import { API_VERSION, type ConfigField, PLUGIN_KINDS, type PluginKind, type UserField } from '@askwell/plugin-kit'
import { SETTINGS_PAGES } from '@askwell/contract/plugins.ts'
import { isHostName } from '../../lib/host-list.ts'
import { serverIn } from '../../lib/outbound-tcp.ts'
import { type Manifest, READS_ALL_POSTS, settingIn, SITE_FIELDS } from '../../lib/isolated-plugin.ts'
import { type Note, textList } from '../../lib/plugin-ports/port.ts'
import { PORT_KEYS, powersOfPorts, readPortKeys } from '../../lib/plugin-ports/ports.ts'

/** Everything that is wrong with a manifest, in sentences. */
class WrongManifest extends Error {}

/** Lower case: of what all objects inherit only `constructor` is called so. */
const FIELD_NAME = /^(?!constructor$)[a-z][a-z0-9_]{0,59}$/
/** They would break lines, or turn round what stands beside them. */
const UNSEEN = /[\p{Cc}--[\n\t]]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/v
const FIELD_KINDS = ['text', 'address', 'secret', 'switch', 'choice']
/** A member names no addresses: what the site reaches, no member may send it to. */
const USER_FIELD_KINDS = FIELD_KINDS.filter((kind) => kind !== 'address')
const KNOWN = [
  'slug_name',
  'main',
  'api',
  'kinds',
  'permissions',
  'config',
  'user_config',
  'icon',
  'words',
  ...PORT_KEYS,
]
const MOST = { fields: 50, permissions: 50, words: 500, text: 2000, word_languages: 60 }

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a kit of this version is what the plugin was written for: `^1.2` means 1.2 or a later 1. */
export const fitsApi = (range: string, version = API_VERSION) => {
  const wanted = /^\^?(\d+)(?:\.(\d+))?(?:\.\d+)?$/.exec(range)
  const [major, minor] = version.split('.').map(Number) as [number, number]
  return wanted !== null && Number(wanted[1]) === major && Number(wanted[2] ?? 0) <= minor
}

/** Below the package's folder, and nowhere else. */
const isInside = (path: string) => /^(?!\.)[\w.@-]+(\/(?!\.)[\w.@-]+)*$/.test(path) && path.length <= 200

const PLAIN_PERMISSIONS = ['storage', 'accounts', 'roles', 'read:posts', 'read:senders', 'write:notifications']

const serverProblem = (permission: string, texts: readonly string[]) => {
  const server = permission.slice('tcp:'.length)
  const field = settingIn(server)
  if (field !== undefined)
    return texts.includes(field) ? undefined : `"${permission}" names no setting of the kind text`
  return serverIn(server)
    ? undefined
    : `"${permission}" names no server: it has to be one such as tcp:ldap.example.org:389`
}

const permissionProblem = (permission: string, fields: readonly string[], texts: readonly string[]) => {
  if (PLAIN_PERMISSIONS.includes(permission)) return undefined
  if (permission.startsWith('openid:'))
    return fields.some((field) => permission === `openid:{${field}}`)
      ? undefined
      : `"${permission}" names no setting of the kind address`
  if (permission.startsWith('tcp:')) return serverProblem(permission, texts)
  const host = /^net:(.+)$/.exec(permission)?.[1]
  if (host === undefined)
    return `"${permission}" is no permission: there are storage, accounts, roles, read:posts, read:senders, write:notifications, net:HOST, openid:{SETTING} and tcp:HOST:PORT`
  const field = settingIn(host)
  if (field !== undefined)
    return fields.includes(field) || texts.includes(field)
      ? undefined
      : `"${permission}" names no setting of the kind address, or text with a list of hosts`
  return isHostName(host) ? undefined : `"${permission}" names no host: it has to be one such as net:api.example.org`
}

const isCondition = (condition: unknown, fields: Json[]) =>
  isObject(condition) &&
  Object.entries(condition).every(([name, values]) => {
    const options = fields.find((field) => field.name === name && field.kind === 'choice')?.options
    return Array.isArray(options) && Array.isArray(values) && values.every((one) => options.includes(one))
  })

const fieldsOf = (given: Json, key: 'config' | 'user_config', kinds: string[], note: Note): ConfigField[] => {
  const value = given[key] ?? []
  if (!Array.isArray(value) || value.length > MOST.fields || !value.every(isObject)) {
    note(`askwell.${key} has to be a list of at most ${MOST.fields} fields`)
    return []
  }
  const seen = new Set<unknown>()
  for (const [at, field] of value.entries()) {
    const where = `askwell.${key}[${at}]`
    if (typeof field.name !== 'string' || !FIELD_NAME.test(field.name))
      note(`${where}.name has to be lower-case letters, digits and _`)
    if (seen.has(field.name)) note(`${where}.name is there twice`)
    seen.add(field.name)
    if (!kinds.includes(field.kind as string)) note(`${where}.kind has to be one of ${kinds.join(', ')}`)
    if (SITE_FIELDS.has(field.name as string)) note(`${where}.name is one of the site's own`)
    if (
      field.kind === 'choice' &&
      !(Array.isArray(field.options) && field.options.length && field.options.every((one) => typeof one === 'string'))
    )
      note(`${where}.options has to be a list of texts`)
    if (field.default !== undefined && typeof field.default !== (field.kind === 'switch' ? 'boolean' : 'string'))
      note(`${where}.default doesn't fit its kind`)
    else if (Array.isArray(field.options) && field.default !== undefined && !field.options.includes(field.default))
      note(`${where}.default is none of its options`)
    if (field.required_if !== undefined && !isCondition(field.required_if, value))
      note(`${where}.required_if has to name choices among the settings, each with a list of its options`)
  }
  return value as unknown as ConfigField[]
}

const wordsOf = (given: Json, note: Note): Manifest['words'] => {
  const words = given.words
  const isText = (text: unknown) => typeof text === 'string' && text.length <= MOST.text && !UNSEEN.test(text)
  if (!isObject(words) || Object.keys(words).length > MOST.word_languages || !isObject(words.en_US)) {
    note('askwell.words has to have at least en_US, with a name and a description')
    return {}
  }
  for (const [language, texts] of Object.entries(words)) {
    if (!/^[a-z]{2,3}_[A-Z]{2}$/.test(language)) note(`askwell.words.${language} is no language such as en_US`)
    if (!isObject(texts) || Object.keys(texts).length > MOST.words || !Object.values(texts).every(isText))
      note(
        `askwell.words.${language} has to be at most ${MOST.words} texts of at most ${MOST.text} characters, none of them a control character`,
      )
    else if (!texts.name || !texts.description) note(`askwell.words.${language} lacks a name or a description`)
  }
  return words as Manifest['words']
}

const packageJson = (text: string): Json => {
  try {
    const found: unknown = JSON.parse(text)
    if (isObject(found)) return found
  } catch {
    /* said below */
  }
  throw new WrongManifest('package.json is no JSON object')
}

/** Reads and checks a package.json, of one plugin or of several; everything wrong with one is said at once. */
export const readManifests = (text: string): Manifest[] => {
  const found = packageJson(text)
  const all = [found.askwell].flat()
  if (!all.length || !all.every(isObject)) throw new WrongManifest('package.json has no "askwell": it is no plugin')
  return all.map((given) => readManifest(found, given))
}

const readManifest = (found: Json, given: Json): Manifest => {
  const problems: string[] = []
  const note: Note = (problem) => void problems.push(problem)
  for (const name of Object.keys(given)) if (!KNOWN.includes(name)) note(`askwell.${name} isn't known`)
  const { slug_name, api, icon = '' } = given
  const { version, homepage = '' } = found
  const main = given.main ?? found.main ?? 'index.js'
  if (
    typeof slug_name !== 'string' ||
    !FIELD_NAME.test(slug_name) ||
    (SETTINGS_PAGES as readonly string[]).includes(slug_name)
  )
    note('askwell.slug_name has to be lower-case letters, digits and _, and no page of the settings')
  if (typeof version !== 'string' || !/^\d+\.\d+\.\d+(-[\w.-]{1,50})?$/.test(version))
    note('version has to be one such as 1.0.0')
  if (typeof api !== 'string' || !fitsApi(api))
    note(`askwell.api has to be a range that has ${API_VERSION} in it, such as ^${API_VERSION}`)
  const path = typeof main === 'string' ? main.replace(/^\.\//, '') : ''
  if (!isInside(path) || !/\.(js|mjs|ts)$/.test(path)) note('main has to be a file of the package, .js, .mjs or .ts')
  if (icon !== '' && (typeof icon !== 'string' || !isInside(icon.replace(/^\.\//, '')) || !/\.(svg|png)$/.test(icon)))
    note('askwell.icon has to be a file of the package, .svg or .png')
  const config = fieldsOf(given, 'config', FIELD_KINDS, note)
  const user_config = fieldsOf(given, 'user_config', USER_FIELD_KINDS, note) as UserField[]
  const named = (wanted: ConfigField['kind']) => config.filter(({ kind }) => kind === wanted).map(({ name }) => name)
  const kinds = textList(given.kinds, 'kinds', PLUGIN_KINDS.length, note)
  const permissions = textList(given.permissions, 'permissions', MOST.permissions, note)
  if (kinds.length === 0) note('askwell.kinds is empty: the plugin would never be called')
  for (const kind of kinds)
    if (!(PLUGIN_KINDS as readonly string[]).includes(kind))
      note(`"${kind}" is no kind: there are ${PLUGIN_KINDS.join(', ')}`)
  for (const permission of permissions) {
    const problem = permissionProblem(permission, named('address'), named('text'))
    if (problem) note(problem)
  }
  const keys = readPortKeys(given, kinds, config, note)
  const words = wordsOf(given, note)
  if (problems.length) throw new WrongManifest(problems.join('; '))
  return {
    slug_name: slug_name as string,
    version: version as string,
    api: api as string,
    main: path,
    kinds: kinds as PluginKind[],
    permissions,
    config,
    user_config,
    ...keys,
    icon: (icon as string).replace(/^\.\//, ''),
    link: typeof homepage === 'string' && /^https:\/\/\S{1,300}$/.test(homepage) ? homepage : '',
    words,
  }
}

/** Since 1.1 of the kit `read:posts` also reads posts that the plugin hears nothing of: whoever has agreed to less is asked again. */
const powerOf = (permission: string, { api }: Manifest) =>
  permission === 'read:posts' && !fitsApi(api, '1.0.0') ? READS_ALL_POSTS : permission

/** Everything that an admin has to agree to before the plugin runs; whatever is new in a later version is asked about again. */
export const powersOf = (manifest: Manifest) =>
  [
    ...powersOfPorts(manifest.kinds, manifest),
    ...manifest.permissions.map((permission) => powerOf(permission, manifest)),
  ].sort()
