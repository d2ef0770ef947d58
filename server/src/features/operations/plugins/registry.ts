import { createHash, timingSafeEqual } from 'node:crypto'
import type { PluginInstallation } from '@askwell/contract/plugins.ts'
import { PLUGIN_PACKAGE_BYTES } from '@askwell/contract/limits.ts'
import { isSafeAddress } from '@askwell/plugin-kit'
import { advisoryLock } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { outsideSlot } from '../../../lib/concurrency-slot.ts'
import { Invalid } from '../../../lib/errors.ts'
import { isNewer } from '../../../lib/versions.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'
import type { Places } from './arrange.ts'
import { takeArchive } from './packages.ts'
import { findAgreements, originOf, type PluginOrigin, settingOf } from './queries.ts'

const METADATA_BYTES = 8 * 2 ** 20
const MS = 20_000
/** As npm has it. */
const NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

const refused = (field: string, message: string) =>
  new Invalid([{ field, reason: 'error.plugin.registry', values: { message } }], 'error.plugin.registry')

interface Release {
  tarball: string
  integrity: string
}

const get = async (app: App, address: string, bytes: number, inside: boolean) => {
  const headers = { accept: 'application/vnd.npm.install-v1+json, */*' }
  const request = app.outbound.request(
    address,
    { method: 'GET', headers, body: Buffer.alloc(0) },
    { bytes, ms: MS, inside },
  )
  const { status, body } = await outsideSlot(() => request).catch((error: unknown) => {
    throw refused('registry', (error as Error).message)
  })
  if (status !== 200) throw refused(status === 404 ? 'package' : 'registry', `${address}: ${status}`)
  return body
}

interface Metadata {
  'dist-tags'?: Record<string, unknown>
  versions?: Record<string, { dist?: Partial<Release> }>
}

/** What the registry says of a version; nothing of it is believed but where it lies and what has to be in it. */
const releaseOf = (metadata: Buffer, version: string): Release | undefined => {
  try {
    const { 'dist-tags': tags, versions } = JSON.parse(metadata.toString('utf8')) as Metadata
    const wanted = version || String(tags?.latest ?? '')
    const dist = versions && Object.hasOwn(versions, wanted) ? versions[wanted]!.dist : undefined
    return typeof dist?.tarball === 'string' && typeof dist.integrity === 'string' ? (dist as Release) : undefined
  } catch {
    return undefined
  }
}

const isIntact = (archive: Buffer, integrity: string) => {
  const said = integrity.split(/\s+/).find((one) => one.startsWith('sha512-'))
  if (!said) return false
  const [wanted, found] = [
    Buffer.from(said.slice('sha512-'.length), 'base64'),
    createHash('sha512').update(archive).digest(),
  ]
  return wanted.length === found.length && timingSafeEqual(wanted, found)
}

const getMetadata = (app: App, { registry, name, private_network }: PluginOrigin) =>
  get(app, `${registry.replace(/\/+$/, '')}/${name.replace('/', '%2f')}`, METADATA_BYTES, private_network)

const VERSION_CHARACTERS = 50
const newestIn = (metadata: Buffer) => {
  const latest = (JSON.parse(metadata.toString('utf8')) as Metadata)['dist-tags']?.latest
  if (typeof latest !== 'string' || latest.length > VERSION_CHARACTERS) throw new Error('it names no newest version')
  return latest
}

/** Notes for each plugin that came from a registry which version is the newest there. */
export const lookForUpdates = async (app: App, { installed }: Pick<Places, 'installed'>) => {
  const uploaded = installed.list().flatMap(({ source, manifest }) => (source === 'upload' ? manifest : []))
  const { originOf: origin } = await findAgreements(
    app.db,
    uploaded.map(({ slug_name }) => slug_name),
  )
  const found = { asked: 0, newer: 0, failed: 0 }
  const lookFor = async ({ slug_name, version }: (typeof uploaded)[number]) => {
    const from = origin(slug_name)
    if (!from) return
    found.asked++
    const newest = await getMetadata(app, from)
      .then(newestIn)
      .catch(() => undefined)
    if (newest === undefined) return void found.failed++
    if (isNewer(newest, version)) found.newer++
    await noteNewest(app, slug_name, from, newest)
  }
  await Promise.all(uploaded.map(lookFor))
  return found
}

/** It may have come from elsewhere, or have gone, while the registry was asked. */
const noteNewest = (app: App, slug_name: string, from: PluginOrigin, newest: string) =>
  app.transaction(async (tx) => {
    await advisoryLock(tx.db, settingOf(slug_name))
    const now = (await findSetting(tx.db, originOf(slug_name))) as PluginOrigin | undefined
    if (now?.name === from.name && now.registry === from.registry)
      await saveSetting(tx.db, originOf(slug_name), { ...now, newest }, tx.now())
  })

/** Fetches a package, or another version of it, from a registry of npm's kind; it has to be what the registry promised. Nothing in it is run. */
export const installPlugin = async (
  app: App,
  places: Places,
  actor: Actor,
  { registry, package: name, version = '', private_network: inside }: PluginInstallation,
) => {
  if (!isSafeAddress(registry)) throw new Invalid([{ field: 'registry', reason: 'field.not_https' }])
  if (!NAME.test(name)) throw refused('package', name)
  const top = registry.replace(/\/+$/, '')
  const release = releaseOf(await getMetadata(app, { registry, name, private_network: inside }), version)
  if (!release) throw refused('package', `${name} ${version}`.trim())
  // A registry on the inside must not be a way to other addresses there.
  if (URL.parse(release.tarball)?.origin !== new URL(top).origin) throw refused('registry', release.tarball)
  const archive = await get(app, release.tarball, PLUGIN_PACKAGE_BYTES, inside)
  if (!isIntact(archive, release.integrity)) throw refused('package', `${name}: sha512`)
  return takeArchive(app, places, actor, archive, { origin: { registry, name, private_network: inside } })
}
