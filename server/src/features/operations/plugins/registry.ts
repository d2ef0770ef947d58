import { createHash, timingSafeEqual } from 'node:crypto'
import type { PluginInstallation } from '@askwell/contract/plugins.ts'
import { PLUGIN_PACKAGE_BYTES } from '@askwell/contract/limits.ts'
import { isSafeAddress } from '@askwell/plugin-kit'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { outsideSlot } from '../../../lib/concurrency-slot.ts'
import { Invalid } from '../../../lib/errors.ts'
import type { Places } from './arrange.ts'
import { takeArchive } from './packages.ts'

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

/** What the registry says of a version; nothing of it is believed but where it lies and what has to be in it. */
const releaseOf = (metadata: Buffer, version: string): Release | undefined => {
  try {
    const { 'dist-tags': tags, versions } = JSON.parse(metadata.toString('utf8')) as {
      'dist-tags'?: Record<string, string>
      versions?: Record<string, { dist?: Partial<Release> }>
    }
    const wanted = version || tags?.latest || ''
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
  const release = releaseOf(await get(app, `${top}/${name.replace('/', '%2f')}`, METADATA_BYTES, inside), version)
  if (!release) throw refused('package', `${name} ${version}`.trim())
  // A registry on the inside must not be a way to other addresses there.
  if (URL.parse(release.tarball)?.origin !== new URL(top).origin) throw refused('registry', release.tarball)
  const archive = await get(app, release.tarball, PLUGIN_PACKAGE_BYTES, inside)
  if (!isIntact(archive, release.integrity)) throw refused('package', `${name}: sha512`)
  return takeArchive(app, places, actor, archive, { origin: { registry, name, private_network: inside } })
}
