import type { Manifest } from '../server/src/lib/isolated-plugin.ts'
import type { PluginThere } from './checks/plugin-pages.ts'
import { englishOf } from './checks/reference.ts'
import type { Files } from './source.ts'

/** As it stands in a package.json, where what is empty may be left out. */
type Written = Pick<Manifest, 'kinds' | 'words'> & Partial<Pick<Manifest, 'permissions' | 'config' | 'user_config'>>

/** Of several plugins of one folder, such as services that need no more than a key, each setting once, as the first of them has it. */
const eachOnce = (fields: Manifest['config']) => [
  ...new Map(fields.toReversed().map((field) => [field.name, field])).values(),
]

/** All that come along, by what they say of themselves. */
export const pluginsThere = async (files: Files): Promise<PluginThere[]> => {
  const { siteFieldsOf } = await import('../server/src/lib/isolated-plugin.ts')
  const english = englishOf(files)
  const ofSite = (key: string) => english(`plugins.${key}`)
  const folders = [...files.keys()].flatMap((path) => /^plugins\/([^/]+)\/package\.json$/.exec(path)?.[1] ?? [])
  return Promise.all(
    folders.map(async (folder) => {
      const { askwell } = JSON.parse(files.get(`plugins/${folder}/package.json`)!) as { askwell: Written | Written[] }
      const manifests = [askwell].flat()
      const fields = manifests.flatMap(({ kinds, config = [], user_config = [], permissions = [] }) => [
        ...config,
        ...siteFieldsOf({ kinds, permissions }),
        ...user_config,
      ])
      const written = manifests.map(({ words }) => words.en_US!)
      return {
        folder,
        fields: eachOnce(fields),
        permissions: [...new Set(manifests.flatMap(({ permissions = [] }) => permissions))],
        word: (key: string) => written.find((words) => Object.hasOwn(words, key))?.[key] ?? ofSite(key),
      }
    }),
  )
}
