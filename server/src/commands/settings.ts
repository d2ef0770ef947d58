import type { App } from '../events/events.ts'
import { importFile, setOne } from '../features/operations/configuration/service.ts'
import { fieldsOf, isSection } from '../features/operations/configuration/sections.ts'
import { SECTIONS } from '../features/operations/settings/policy.ts'
import { DEFAULT_LANGUAGE } from '../lib/messages.ts'
import { Problem } from './problem.ts'

/** @returns which sections differ, and how. With `dry_run` nothing is changed. */
export const importSettings = (app: App, { file, dry_run }: { file: string; dry_run: boolean }) =>
  importFile(app, undefined, { file, dryRun: dry_run, language: DEFAULT_LANGUAGE })

/** `smtp.smtp_port`, or a whole section. */
export const settingNamed = (name: string) => {
  const [section = '', field = ''] = name.split('.', 2)
  if (!isSection(section))
    throw new Problem(`There is no section "${section}" of the settings. There are: ${SECTIONS.join(', ')}.`)
  if (field && !fieldsOf(section).includes(field))
    throw new Problem(`${section} has no "${field}". It has: ${fieldsOf(section).join(', ')}.`)
  return { section, field }
}

export const setSetting = async (app: App, { name, value }: { name: string; value: string }): Promise<void> => {
  const { section, field } = settingNamed(name)
  if (!field) throw new Problem(`Which one? ${section} has: ${fieldsOf(section).join(', ')}.`)
  await setOne(app, { section, field, value })
}
