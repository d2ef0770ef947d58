import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import ipaddr from 'ipaddr.js'
import { renameDurablySync } from './lib/durable.ts'
import { makeFolder, realPath, sqliteAddress, SQLITE_FILE, sqliteFile } from './lib/folders.ts'
import type { LogLevel } from './lib/log.ts'

/** The settings of the person who runs the site. docs/operations.md has the same table in words. */
export interface Config {
  /** Address to listen on. */
  host: string
  /** Port to listen on; 0 takes a free one. */
  port: number
  /** The folder of the database file, uploads, unsent e-mails and what the wizard stored. */
  data: string
  /** `postgres://…`, `sqlite:` and a whole path, or empty: not chosen yet. */
  database: string
  /** True if flags or environment name the database: the wizard then shows it as given. */
  databaseGiven: boolean
  /** Warnings about the settings for the person at the terminal. */
  remark?: string
  /** How strict the rate limits are: 1 as written in contract/src/limits.ts, 0 off, 2 twice as much allowed. */
  limits: number
  log: LogLevel
  /** The proxies that are trusted to name the visitor's address: addresses, networks, or `loopback`, `linklocal`, `uniquelocal`; `none` for nobody. */
  proxies?: string
  /** Where the metrics are served, and the token they need; absent: nowhere. */
  metrics?: { port?: number; token: string }
  /** Below it admins may name folders with dumps to bring in; absent: none. */
  importFolder?: string
  /** The largest dump that is taken from a browser, in megabytes; absent: as many as by default. */
  importUploadMb?: number
  /** Whether backups may go to an S3-compatible storage at a private address, as in one's own network. */
  s3Private?: boolean
  /** Whether the service that makes embeddings may be at a private address, as on this machine. */
  embeddingsPrivate?: boolean
  /** Hot reloading of the pages. */
  dev: boolean
}

/** Said to the person at the terminal, in one sentence. */
export class ConfigProblem extends Error {}

export const KEYS = [
  'host',
  'port',
  'data',
  'database',
  'limits',
  'log',
  'proxies',
  'metrics_port',
  'metrics_token',
  'import_folder',
  'import_upload_mb',
  's3_private',
  'embeddings_private',
  'env_file',
] as const
type Key = (typeof KEYS)[number]
export const DEFAULTS: Record<Key, string> = {
  host: '127.0.0.1',
  port: '8080',
  data: './data',
  database: '',
  limits: 'on',
  log: 'error',
  proxies: 'loopback',
  metrics_port: '',
  metrics_token: '',
  import_folder: '',
  import_upload_mb: '2048',
  s3_private: 'off',
  embeddings_private: 'off',
  env_file: '/etc/askwell.env',
}
const flagOf = (key: Key) => key.replaceAll('_', '-')
/** Prefixes in the environment that other commands read. */
const FOREIGN = /^ASKWELL_(INSTALL|TEST|E2E)_/

const FILE = 'config.json'

type Settings = Partial<Record<Key, string>>

const fromEnvironment = (env: NodeJS.Dict<string>, file?: string): Settings => {
  const found: Settings = {}
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('ASKWELL_') || FOREIGN.test(name)) continue
    const key = name.slice('ASKWELL_'.length).toLowerCase() as Key
    if (!KEYS.includes(key) || (file && key === 'env_file'))
      throw new ConfigProblem(
        `There is no setting ${name}${file ? `, which ${file} has` : ''}; the settings are ${KEYS.map((k) => `ASKWELL_${k.toUpperCase()}`).join(', ')}.`,
      )
    if (value) found[key] = value
  }
  return found
}

/**
 * The environment file of a service says where its site lives, so commands read it too. It is about one site: where somebody names the folder of
 * another, nothing in it counts, or that one would be given this one's database.
 */
const fromEnvFile = (named: Settings, usual: string): Settings => {
  const path = resolve(named.env_file ?? usual)
  let env: NodeJS.Dict<string>
  try {
    env = parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (!named.env_file && (named.data || code === 'ENOENT' || code === 'ENOTDIR')) return {}
    throw new ConfigProblem(
      `${path} says where the site lives, but can't be read: ${message}. Run this as a user who may read it, or name the site's folder with --data.`,
    )
  }
  const isAbout = (data: string) => resolve(env.ASKWELL_DATA || DEFAULTS.data) === resolve(data)
  return !named.env_file && named.data && !isAbout(named.data) ? {} : fromEnvironment(env, path)
}

const fromFlags = (args: string[]) => {
  try {
    const { values } = parseArgs({
      args,
      options: {
        ...Object.fromEntries(KEYS.map((key) => [flagOf(key), { type: 'string' as const }])),
        dev: { type: 'boolean' as const },
      },
    })
    return Object.fromEntries(
      Object.entries(values as Record<string, unknown>)
        .filter(([, value]) => value !== '')
        .map(([flag, value]) => [flag.replaceAll('-', '_'), value]),
    ) as Partial<Record<Key, string>> & { dev?: boolean }
  } catch (error) {
    throw new ConfigProblem(`${(error as Error).message.split(/\.\s/)[0]!.replace(/\.$/, '')}.`)
  }
}

/** The contents of the file, by the wizard or a person; undefined if there is none. */
const readFile = (path: string): Record<string, unknown> => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return {}
    throw new ConfigProblem(`${path} can't be read: ${(error as Error).message}.`)
  }
  try {
    const found: unknown = JSON.parse(text)
    if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found as Record<string, unknown>
  } catch {
    /* said below */
  }
  throw new ConfigProblem(`${path} is not a JSON object.`)
}

const fromFile = (data: string) => {
  const path = join(data, FILE)
  const found = readFile(path)
  for (const [key, value] of Object.entries(found)) {
    if (!KEYS.includes(key as Key) || key === 'data' || key === 'env_file')
      throw new ConfigProblem(`${path} has an unknown setting "${key}".`)
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new ConfigProblem(`The setting "${key}" in ${path} is neither text nor a number.`)
  }
  return Object.fromEntries(Object.entries(found).map(([key, value]) => [key, String(value)])) as Partial<
    Record<Key, string>
  >
}

const portOf = (text: string) => {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535)
    throw new ConfigProblem(`The port "${text}" is not a number from 0 to 65535.`)
  return port
}

const limitsOf = (text: string) => {
  if (text === 'on') return 1
  if (text === 'off') return 0
  const factor = Number(text)
  if (!(factor > 0)) throw new ConfigProblem(`The limits "${text}" are neither "on" nor "off" nor a positive factor.`)
  return factor
}

const databaseOf = (text: string) => {
  if (text !== '' && !/^(postgres(ql)?:\/\/|sqlite:).+/.test(text))
    throw new ConfigProblem(
      `The database "${text.replace(/\/\/.*@/, '//…@')}" is neither postgres://… nor sqlite:PATH.`,
    )
  return text
}

const logOf = (text: string) => {
  if (!['silent', 'error', 'info', 'debug'].includes(text))
    throw new ConfigProblem(`The log level "${text}" is none of silent, error, info, debug.`)
  return text as Config['log']
}

const mayBePrivate = (text: string, what: string) => {
  if (text !== 'on' && text !== 'off')
    throw new ConfigProblem(`Whether ${what} may be at a private address is "on" or "off", not "${text}".`)
  return text === 'on'
}

const megabytesOf = (text: string) => {
  const megabytes = Number(text)
  if (!/^\d+$/.test(text) || megabytes < 1 || megabytes > 1_048_576)
    throw new ConfigProblem(`The megabytes of an uploaded dump "${text}" are not a number from 1 to 1048576.`)
  return megabytes
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
const proxiesOf = (text: string) => {
  if (text === 'none') return text
  for (const one of text.split(',').map((part) => part.trim()))
    if (!NAMED_NETWORKS.includes(one) && !ipaddr.isValid(one) && !ipaddr.isValidCIDR(one))
      throw new ConfigProblem(
        `The proxy "${one}" is neither an address nor a network, nor one of ${NAMED_NETWORKS.join(', ')}, none.`,
      )
  return text
}

const metricsOf = (port: string, token: string) =>
  port || token ? { ...(port && { port: portOf(port) }), token } : undefined

/** The absolute path of a database file, if the address names one; a relative path is inside the data folder. */
const placed = (database: string, data: string) => {
  const file = sqliteFile(database)
  return file === undefined ? database : sqliteAddress(resolve(data, file))
}

/** How a database file is stored: one inside the data folder as a relative path, so that the folder can be moved. */
const portable = (database: string, data: string) => {
  const file = sqliteFile(database)
  if (file === undefined) return database
  const path = relative(realPath(data), realPath(file))
  return path.startsWith('..') || isAbsolute(path) ? database : sqliteAddress(path)
}

/**
 * The database that the folder's own file names. A whole path may come from where the folder was before it was moved, or from the folder it is a
 * copy of: then the database in this folder is meant, never the one of the other site.
 */
const ownDatabase = (written: string, data: string): Pick<Config, 'database' | 'remark'> => {
  const database = placed(written, data)
  const path = sqliteFile(database)
  if (path === undefined) return { database }
  const own = join(data, basename(path))
  const isElsewhere = portable(database, data) === database
  if (!isElsewhere || !existsSync(own) || (existsSync(path) && !existsSync(join(dirname(path), FILE))))
    return { database }
  return {
    database: sqliteAddress(own),
    remark: `${join(data, FILE)} names ${path}, ${existsSync(path) ? 'which belongs to another folder' : 'which is not there'}; ${own} is used. Write "${sqliteAddress(basename(path))}" there.`,
  }
}

/** If nothing is named, a database under the usual name is the site's own; without one, the wizard makes it. */
const usualDatabase = (data: string) => {
  const path = join(data, SQLITE_FILE)
  return { database: existsSync(path) ? sqliteAddress(path) : '' }
}

/** `usual`: where the environment file of a service is. */
export const readConfig = (args: string[], env: NodeJS.ProcessEnv, usual = DEFAULTS.env_file): Config => {
  const flags = fromFlags(args)
  const named = { ...fromEnvironment(env), ...flags }
  const environment = { ...fromEnvFile(named, usual), ...named }
  const data = resolve(environment.data ?? DEFAULTS.data)
  const file = fromFile(data)
  const merged = { ...DEFAULTS, ...file, ...environment }
  const database = databaseOf(merged.database)
  return {
    host: merged.host,
    port: portOf(merged.port),
    data,
    ...(environment.database
      ? { database: placed(database, data) }
      : database
        ? ownDatabase(database, data)
        : usualDatabase(data)),
    databaseGiven: Boolean(environment.database),
    limits: limitsOf(merged.limits),
    log: logOf(merged.log),
    proxies: proxiesOf(merged.proxies),
    metrics: metricsOf(merged.metrics_port, merged.metrics_token),
    ...(merged.import_folder && { importFolder: resolve(merged.import_folder) }),
    importUploadMb: megabytesOf(merged.import_upload_mb),
    s3Private: mayBePrivate(merged.s3_private, 'S3'),
    embeddingsPrivate: mayBePrivate(merged.embeddings_private, 'the service for embeddings'),
    dev: flags.dev ?? false,
  }
}

/** A database that is named has to exist: creating it would make an empty site that anybody could install. */
export const refuseMissing = ({ database, databaseGiven, data }: Config) => {
  const file = sqliteFile(database)
  if (file === undefined || existsSync(file)) return
  throw new ConfigProblem(
    `The database ${file} is not there, though ${databaseGiven ? 'the settings name it' : `${join(data, FILE)} names it`}; put it back, or correct the name. Only \`install\` and \`restore\` make a new one under a name of yours.`,
  )
}

/** Stores the choice so that only the site's own user can read it, completely or not at all. */
export const saveInFile = (data: string, { database }: { database: string }) => {
  makeFolder(data)
  const path = join(data, FILE)
  const content = { ...readFile(path), database: portable(database, data) }
  writeFileSync(`${path}.new`, JSON.stringify(content, null, 2) + '\n', { mode: 0o600, flush: true })
  chmodSync(`${path}.new`, 0o600)
  renameDurablySync(`${path}.new`, path)
}

/** Whether the folder's own file says which database it is. */
export const namesDatabase = (data: string) => fromFile(data).database !== undefined

export const hasConfigFile = (data: string) => existsSync(join(data, FILE))
