import { readFileSync, writeFileSync } from 'node:fs'
import { Problem } from '@askwell/server/commands/problem.ts'
import { asYaml } from '@askwell/server/lib/yaml.ts'
import type { Config } from '@askwell/server/config.ts'
import { command, configOf, siteFlags } from '../command.ts'
import { onSite } from '../on-site.ts'
import { standardInput } from '../standard-input.ts'
import { withReader } from '../with-site.ts'

const read = (config: Config) =>
  withReader(config, async ({ db }) => {
    const { settingsIn } = await import('@askwell/server/features/operations/settings/views.ts')
    return settingsIn(db)
  })

const save = async (config: Config, path: string | undefined) => {
  const all = await read(config)
  const { settingsFile } = await import('@askwell/server/features/operations/configuration/file.ts')
  const file = settingsFile(all)
  if (path === undefined) return process.stdout.write(file)
  writeFileSync(path, file)
  console.log(`${path} has all settings; passwords aren't in it.`)
}

const apply = async (config: Config, path: string | undefined, dry_run: boolean) => {
  if (path === undefined) throw new Problem('Which file? A dash reads the standard input.')
  const file = path === '-' ? await standardInput() : readFileSync(path, 'utf8')
  const { sections, patch } = await onSite('settings-import', config, { file, dry_run })
  if (sections.length === 0) return console.log('Nothing to change: the settings are as in the file.')
  console.log(patch.split('\n').slice(4).join('\n'))
  console.log(dry_run ? 'Nothing was changed (--dry-run).' : `Changed: ${sections.join(', ')}.`)
}

const show = async (config: Config, name: string | undefined) => {
  const found = await read(config)
  const { HIDDEN } = await import('@askwell/server/features/operations/configuration/file.ts')
  const { settable } = await import('@askwell/server/features/operations/configuration/sections.ts')
  const all = settable(found, HIDDEN)
  if (name === undefined) return process.stdout.write(asYaml(all))
  const { settingNamed } = await import('@askwell/server/commands/settings.ts')
  const { section, field } = settingNamed(name)
  const value: unknown = field ? all[section][field] : all[section]
  process.stdout.write(typeof value === 'string' ? `${value}\n` : asYaml(value))
}

const change = async (config: Config, name: string | undefined, given: string | undefined) => {
  if (name === undefined || given === undefined)
    throw new Problem('A name and a value are needed: settings set smtp.smtp_port 587.')
  const value = given === '-' ? (await standardInput()).replace(/\r?\n$/, '') : given
  await onSite('settings-set', config, { name, value })
  console.log(`${name} is set.`)
}

export const settings = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('act', { choices: ['get', 'set', 'export', 'import'] as const, demandOption: true })
      .positional('what', { type: 'string', describe: 'name of a setting, such as smtp.smtp_port; or a file' })
      .positional('value', { type: 'string', describe: 'what it is set to; a dash reads it from the standard input' })
      .option('dry-run', { type: 'boolean', default: false, describe: 'import: only show what would change' })
      .example('$0 settings get general', 'one section; without a name all of them')
      .example('$0 settings set smtp.smtp_port 587', '')
      .example('$0 settings export settings.yaml', '')
      .example('$0 settings import settings.yaml --dry-run', '')
      .epilogue(
        'Files are YAML or JSON. Passwords are not exported, and stay as they are where a file comes in. A file is taken over as a whole or not at all. The site may be running.',
      ),
  async handler(given) {
    const config = configOf(given)
    if (given.act === 'get') await show(config, given.what)
    if (given.act === 'set') await change(config, given.what, given.value)
    if (given.act === 'export') await save(config, given.what)
    if (given.act === 'import') await apply(config, given.what, given['dry-run'])
  },
})
