import { createHash } from 'node:crypto'
import { Invalid } from '../../../lib/errors.ts'
import { asYaml } from '../../../lib/yaml.ts'
import { readYaml } from '../../../workers/texts.ts'
import type { Section, SiteSettings } from '../settings/policy.ts'
import { isSecret, isSection, type PreparedSection, prepared, type SectionFault, settable } from './sections.ts'

/** Stands for a secret in a file: it stays as it is where the file is taken over. */
export const HIDDEN = '(secret)'

/** All settings, without secrets. */
export const settingsFile = (settings: SiteSettings) => asYaml({ settings: settable(settings, HIDDEN) })

/** Another one for other settings; secrets count too. */
export const stateOf = (settings: SiteSettings) =>
  createHash('sha256').update(JSON.stringify(settings)).digest('base64url')

type Values = Record<string, unknown>
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unreadable = (message: string) =>
  new Invalid([{ field: 'file', reason: 'field.not_settings', values: { message } }])

/** The sections in a file of YAML, or of JSON, which is YAML too. */
const readFile = async (file: string): Promise<Values> => {
  const found = await readYaml(file)
  if (found === 'too much') throw new Invalid([{ field: 'file', reason: 'field.too_many_entries' }])
  if ('problem' in found) throw unreadable(found.problem)
  const { read } = found
  if (!isValues(read) || !isValues(read.settings)) throw unreadable('settings:')
  return read.settings
}

/** Everything that a file sets, or everything that is wrong with it. */
export const readSettings = async (file: string, now: SiteSettings) => {
  const ready: PreparedSection[] = []
  const faults: SectionFault[] = []
  for (const [section, values] of Object.entries(await readFile(file))) {
    if (!isSection(section) || !isValues(values))
      faults.push({ section: section as Section, field: '', reason: 'field.no_such_setting' })
    else {
      const set = Object.entries(values).filter(([field, value]) => !(isSecret(section, field) && value === HIDDEN))
      const made = await prepared(section, Object.fromEntries(set), now)
      if ('faults' in made) faults.push(...made.faults)
      else ready.push(made)
    }
  }
  return { ready, faults }
}

/** The settings as they would be. */
export const withChanges = (now: SiteSettings, ready: PreparedSection[]): SiteSettings => {
  const next: Record<string, object> = { ...now }
  for (const { section, changes } of ready) next[section] = { ...next[section], ...changes }
  return next as unknown as SiteSettings
}

const CHANGED = '(another secret)'

/** Only what differs, before and after, as two texts to compare. */
export const comparable = (now: SiteSettings, next: SiteSettings) => {
  const [before, after] = [settable(now, HIDDEN), settable(next, HIDDEN)]
  const sections = (Object.keys(before) as Section[]).filter(
    (section) => JSON.stringify(now[section]) !== JSON.stringify(next[section]),
  )
  for (const section of sections)
    for (const field of Object.keys(after[section]))
      if (
        after[section][field] &&
        isSecret(section, field) &&
        !Object.is((now[section] as Values)[field], (next[section] as Values)[field])
      )
        after[section][field] = CHANGED
  const of = (all: Record<Section, Values>) =>
    sections.length ? asYaml(Object.fromEntries(sections.map((section) => [section, all[section]]))) : ''
  return { sections, before: of(before), after: of(after) }
}
