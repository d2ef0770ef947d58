import type { Manifest } from '../../server/src/lib/isolated-plugin.ts'
import type { Files } from '../source.ts'

const FOLDER = 'docs/plugins/'
const INDEX = 'docs/plugins-that-come-along.md'
const PICTURE_BYTES = 60_000

type ConfigField = Manifest['config'][number]

/** A plugin that comes along, as it says itself what it is. */
export interface PluginThere {
  /** In `docs/plugins/`, without its ending. */
  page: string
  /** The settings of admins and of members. */
  fields: readonly ConfigField[]
  permissions: readonly string[]
  /** What is written in English, by its key: `field_server`, `option_slack`. */
  word(key: string): string
}

/** A cell of a table may not have bars of its own. */
const inCell = (text: string) => text.replaceAll('|', String.raw`\|`)

const defaultOf = ({ kind, required, required_if, default: given }: ConfigField, word: PluginThere['word']) => {
  if (kind === 'switch') return given === true ? 'on' : 'off'
  if (kind === 'choice' && typeof given === 'string') return word(`option_${given}`)
  if (typeof given === 'string' && given !== '') return inCell(`\`${given}\``)
  return required || required_if ? 'required' : 'empty'
}

/** `| Server (`server`) | what it does | `https://…` |`, for each setting. */
const rowsOf = (page: string) =>
  new Map(
    [...page.matchAll(/^\| (.+) \(`(\w+)`\) \| (.+) \| (.+) \|$/gm)].map(([, label, name, says, preset]) => [
      name!,
      { label: label!, says: says!, preset: preset! },
    ]),
  )

/** Where a page and the settings of its plugin differ. */
const settingGaps = (page: string, { fields, word }: PluginThere) => {
  const rows = rowsOf(page)
  const names = new Set(fields.map(({ name }) => name))
  return [
    ...fields.flatMap((field) => {
      const row = rows.get(field.name)
      if (!row) return `has no row for the setting ${field.name}`
      const label = inCell(word(`field_${field.name}`))
      const preset = defaultOf(field, word)
      const options = (field.options ?? []).map((option) => word(`option_${option}`))
      return [
        ...(row.label === label ? [] : [`calls ${field.name} “${row.label}”, the form calls it “${label}”`]),
        ...(row.preset.startsWith(preset) ? [] : [`says of ${field.name} “${row.preset}”, its default is ${preset}`]),
        ...options
          .filter((option) => !row.says.includes(option))
          .map((option) => `doesn’t say of ${field.name} what “${option}” does`),
      ]
    }),
    ...[...rows.keys()].filter((name) => !names.has(name)).map((name) => `has a row for ${name}, which is no setting`),
  ]
}

const pictureGaps = (page: string, name: string, pictures: ReadonlyMap<string, number>) => {
  const used = [...page.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)]
  const [alt, address] = used.find(([, , address]) => address === `pictures/${name}.webp`)?.slice(1) ?? []
  const bytes = pictures.get(`${FOLDER}pictures/${name}.webp`)
  return [
    ...(address === undefined ? [`doesn’t show pictures/${name}.webp`] : []),
    ...(alt !== undefined && alt.length < 20 ? ['doesn’t say in words what its picture shows'] : []),
    ...(bytes === undefined ? [`has no picture at pictures/${name}.webp: npm run pictures -- ${name}`] : []),
    ...(bytes !== undefined && bytes > PICTURE_BYTES ? [`has a picture of more than ${PICTURE_BYTES} bytes`] : []),
  ]
}

/** Plugins without a page or a picture, and pages that say something else than their plugins do. `pictures`: bytes by path. */
export const pluginPageGaps = (
  files: Files,
  plugins: readonly PluginThere[],
  pictures: ReadonlyMap<string, number>,
) => {
  const index = files.get(INDEX) ?? ''
  const names = new Set(plugins.map(({ page }) => page))
  const named = (path: string) => /^docs\/plugins\/(?:pictures\/)?([^/]+)\.\w+$/.exec(path)?.[1]
  return [
    ...plugins.flatMap((plugin) => {
      const { page: name, permissions } = plugin
      const path = `${FOLDER}${name}.md`
      const page = files.get(path)
      if (page === undefined) return [`${path} is missing`]
      return [
        ...pictureGaps(page, name, pictures),
        ...settingGaps(page, plugin),
        ...permissions
          .filter((permission) => !page.includes(`\`${permission}\``))
          .map((permission) => `doesn’t say why it may \`${permission}\``),
      ].map((gap) => `${path} ${gap}`)
    }),
    ...[...names]
      .filter((name) => !index.includes(`(plugins/${name}.md)`))
      .map((name) => `${INDEX} has no link to plugins/${name}.md`),
    ...[...files.keys(), ...pictures.keys()]
      .filter((path) => path.startsWith(FOLDER) && !names.has(named(path) ?? ''))
      .map((path) => `${path} is of no plugin`),
  ]
}
