import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import ipaddr from 'ipaddr.js'
import { renameDurablySync } from './lib/durable.ts'
import type { LogLevel } from './lib/log.ts'

/** What the person who runs the site decides. docs/operations.md has the same table in words. */
export interface Config {
  /** Address to listen on. */
  host: string
  /** Port to listen on; 0 takes a free one. */
  port: number
  /** Folder of the database file, uploads, unsent mail and what the wizard chose. */
  data: string
  /** `postgres://…`, `sqlite:PATH`, or empty: not chosen yet. */
  database: string
  /** True where flags or environment name the database: the wizard then shows it as given. */
  databaseGiven: boolean
  /** How strict the rate limits are: 1 as written in contract/src/limits.ts, 0 off, 2 twice as much allowed. */
  limits: number
  log: LogLevel
  /** Whose word about the visitor's own address counts: addresses, networks, or `loopback`, `linklocal`, `uniquelocal`; `none` for nobody's. */
  proxies?: string
  /** Where the metrics are to be had, and what is asked for them; absent: nowhere. */
  metrics?: { port?: number; token: string }
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
}
const flagOf = (key: Key) => key.replaceAll('_', '-')
/** Prefixes in the environment that other commands read. */
const FOREIGN = /^ASKWELL_(INSTALL|TEST|E2E)_/

const FILE = 'config.json'

const fromEnvironment = (env: NodeJS.ProcessEnv) => {
  const found: Partial<Record<Key, string>> = {}
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('ASKWELL_') || FOREIGN.test(name)) continue
    const key = name.slice('ASKWELL_'.length).toLowerCase() as Key
    if (!KEYS.includes(key))
      throw new ConfigProblem(
        `There is no setting ${name}; the settings are ${KEYS.map((k) => `ASKWELL_${k.toUpperCase()}`).join(', ')}.`,
      )
    if (value) found[key] = value
  }
  return found
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

/** What the wizard or a person wrote into the file; nothing where there is none. */
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
    if (!KEYS.includes(key as Key) || key === 'data')
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

export const readConfig = (args: string[], env: NodeJS.ProcessEnv): Config => {
  const flags = fromFlags(args)
  const environment = fromEnvironment(env)
  const data = resolve(flags.data ?? environment.data ?? DEFAULTS.data)
  const merged = { ...DEFAULTS, ...fromFile(data), ...environment, ...flags }
  return {
    host: merged.host,
    port: portOf(merged.port),
    data,
    database: databaseOf(merged.database),
    databaseGiven: Boolean(flags.database ?? environment.database),
    limits: limitsOf(merged.limits),
    log: logOf(merged.log),
    proxies: proxiesOf(merged.proxies),
    metrics: metricsOf(merged.metrics_port, merged.metrics_token),
    dev: flags.dev ?? false,
  }
}

/** Keeps what the wizard chose where only the site's own user can read it, complete or not at all. */
export const keepInFile = (data: string, chosen: { database: string }) => {
  mkdirSync(data, { recursive: true })
  const path = join(data, FILE)
  writeFileSync(`${path}.new`, JSON.stringify({ ...readFile(path), ...chosen }, null, 2) + '\n', {
    mode: 0o600,
    flush: true,
  })
  chmodSync(`${path}.new`, 0o600)
  renameDurablySync(`${path}.new`, path)
}

export const hasConfigFile = (data: string) => existsSync(join(data, FILE))
