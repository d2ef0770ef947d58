import type { Manifest } from '../server/src/lib/isolated-plugin.ts'
import type { PluginThere } from './checks/plugin-pages.ts'
import { englishOf } from './checks/reference.ts'
import type { Files } from './source.ts'

/** As it stands in a package.json, where what is empty may be left out. */
type Written = Pick<Manifest, 'slug_name' | 'kinds' | 'words'> &
  Partial<Pick<Manifest, 'permissions' | 'config' | 'user_config'>>

/** Of several plugins of one folder, such as services that need no more than a key, each setting once, as the first of them has it. */
const eachOnce = (fields: Manifest['config']) => [
  ...new Map(fields.toReversed().map((field) => [field.name, field])).values(),
]

/** One of several in a folder may have a page of its own. */
const pageOf = (files: Files, folder: string, { slug_name }: Written) => {
  const own = slug_name.replaceAll('_', '-')
  return files.has(`docs/plugins/${own}.md`) ? own : folder
}

/** All that come along, by what they say of themselves; those that share a page as one. */
export const pluginsThere = async (files: Files): Promise<PluginThere[]> => {
  const { siteFieldsOf } = await import('../server/src/lib/isolated-plugin.ts')
  const english = englishOf(files)
  const ofSite = (key: string) => english(`plugins.${key}`)
  const together = (page: string, manifests: readonly Written[]) => {
    const fields = manifests.flatMap(({ kinds, config = [], user_config = [], permissions = [] }) => [
      ...config,
      ...siteFieldsOf({ kinds, permissions }),
      ...user_config,
    ])
    const written = manifests.map(({ words }) => words.en_US!)
    return {
      page,
      fields: eachOnce(fields),
      permissions: [...new Set(manifests.flatMap(({ permissions = [] }) => permissions))],
      word: (key: string) => written.find((words) => Object.hasOwn(words, key))?.[key] ?? ofSite(key),
    }
  }
  const folders = [...files.keys()].flatMap((path) => /^plugins\/([^/]+)\/package\.json$/.exec(path)?.[1] ?? [])
  return folders.flatMap((folder) => {
    const { askwell } = JSON.parse(files.get(`plugins/${folder}/package.json`)!) as { askwell: Written | Written[] }
    const byPage = Map.groupBy([askwell].flat(), (manifest) => pageOf(files, folder, manifest))
    return [...byPage].map(([page, manifests]) => together(page, manifests))
  })
}
