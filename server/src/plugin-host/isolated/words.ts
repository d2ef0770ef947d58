import type { Manifest } from '../../lib/isolated-plugin.ts'

type Worded = Pick<Manifest, 'words' | 'config' | 'user_config' | 'looks' | 'buttons' | 'completions'>

/** Words without which people read the name of a thing instead. */
const wanted = ({ config, user_config, looks, buttons, completions }: Worded) => [
  ...[...config, ...user_config].flatMap(({ name, options = [] }) => [
    `field_${name}`,
    ...options.map((option) => `option_${option}`),
  ]),
  ...looks.map(({ name }) => `look_${name}`),
  ...buttons.map(({ name }) => `button_${name}`),
  ...completions.map(({ name }) => `completion_${name}`),
]

/** What its author has forgotten or misspelt in the words, in sentences. It harms nobody, so no site refuses the plugin for it. */
export const wordHints = (manifest: Worded): string[] => {
  const needed = wanted(manifest)
  const used = new Set(['name', 'description', 'page', ...needed])
  for (const { name } of [...manifest.config, ...manifest.user_config]) used.add(`field_${name}_help`)
  return Object.entries(manifest.words).flatMap(([language, words]) => [
    ...needed.filter((key) => !words[key]).map((key) => `askwell.words.${language} has no ${key}`),
    ...Object.keys(words)
      .filter((key) => !used.has(key))
      .map((key) => `askwell.words.${language}.${key} is used nowhere`),
  ])
}
