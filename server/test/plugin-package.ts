import { createHash } from 'node:crypto'
import { npmPack } from './npm-pack.ts'
import type { World } from './world.ts'

interface Given {
  slug_name?: string
  version?: string
  /** The main module. */
  code?: string
  /** More of the manifest. */
  askwell?: Record<string, unknown>
  files?: Record<string, string>
}

export const pluginManifest = ({ slug_name = 'shout', version = '1.0.0', askwell = {} }: Given) =>
  JSON.stringify({
    name: `askwell-plugin-${slug_name}`,
    version,
    type: 'module',
    main: 'index.js',
    askwell: {
      slug_name,
      api: '^1.0.0',
      kinds: ['render'],
      languages: ['shout'],
      words: { en_US: { name: `Plugin ${slug_name}`, description: 'For a test.' } },
      ...askwell,
    },
  })

export const SHOUT = `import { plugin } from '@askwell/plugin-kit'
export default plugin({ render: (blocks) => blocks.map(({ text }) => '<p><strong>' + text.toUpperCase() + '</strong></p>') })`

/** A plugin as `npm pack` makes it. */
export const pluginArchive = ({ code = SHOUT, files = {}, ...manifest }: Given = {}) =>
  npmPack({ 'package.json': pluginManifest(manifest), 'index.js': code, ...files })

export const REGISTRY = 'https://registry.example.org'

/** A registry with these versions of one package, the last of them the newest. `change`: what it says of a version, otherwise than it is. */
export const useRegistry = (
  { app }: Pick<World, 'app'>,
  name: string,
  versions: Record<string, Buffer>,
  change: (dist: { tarball: string; integrity: string }) => object = (dist) => dist,
) => {
  const { outbound } = app
  const tarballOf = (version: string) => `${REGISTRY}/${name}/-/${version}.tgz`
  const metadata = {
    'dist-tags': { latest: Object.keys(versions).at(-1) },
    versions: Object.fromEntries(
      Object.entries(versions).map(([version, archive]) => {
        const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
        return [version, { dist: change({ tarball: tarballOf(version), integrity }) }]
      }),
    ),
  }
  const bodies = new Map<string, Buffer>([
    [`${REGISTRY}/${name.replace('/', '%2f')}`, Buffer.from(JSON.stringify(metadata))],
    ...Object.entries(versions).map(([version, archive]) => [tarballOf(version), archive] as const),
  ])
  app.outbound = {
    ...outbound,
    request: async (address, sent, wanted) => {
      if (!address.startsWith(REGISTRY)) return outbound.request(address, sent, wanted)
      const body = bodies.get(address)
      return { status: body ? 200 : 404, headers: {}, body: body ?? Buffer.alloc(0) }
    },
  }
}
