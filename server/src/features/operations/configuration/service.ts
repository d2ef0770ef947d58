import { createPatch } from 'diff'
import { advisoryLock } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { Conflict, type FieldError, Invalid, NotFound } from '../../../lib/errors.ts'
import { translateReason } from '../../../lib/messages.ts'
import { comparedTexts } from '../../../workers/texts.ts'
import { hasSecondFactor } from '../../users/second-factors/queries.ts'
import { writeSection } from '../settings/save-section.ts'
import type { Section } from '../settings/policy.ts'
import { settingsIn, siteSettings } from '../settings/views.ts'
import { comparable, readSettings, stateOf, withChanges } from './file.ts'
import { lastChange, listChangesSince } from './queries.ts'
import { isSecret, isSection, type PreparedSection, prepared, type SectionFault } from './sections.ts'

/** The command line has no account. */
export type By = Pick<Actor, 'id'> | undefined

/** An admin who asks a second factor of all staff needs one too. */
const ensureOwnFactor = async (app: App, by: By, ready: PreparedSection[]) => {
  const asks = ready.some(({ section, changes }) => section === 'login' && changes.staff_second_factor === true)
  if (!by || !asks || (await siteSettings(app)).login.staff_second_factor) return
  if (!(await hasSecondFactor(app.db, by.id)))
    throw new Invalid([{ field: 'staff_second_factor', reason: 'error.login.second_factor_first' }])
}

const write = async (tx: Tx, by: By, ready: PreparedSection[]) => {
  for (const { section, changes } of ready) await writeSection(tx, by?.id ?? 0, section as 'general', changes)
}

/** One at a time: what was looked at before must still be so. */
const onlyOne = (tx: Tx) => advisoryLock(tx.db, 'settings as a whole')

const sectionsIn = (list: string): Section[] => {
  const names = list.split(',')
  if (!names.every(isSection)) throw new Invalid([{ field: 'sections', reason: 'field.not_a_choice' }])
  return names
}

interface Wish {
  sections: string
  /** The change before which the settings were as they are wanted. */
  before: number
  /** The last change that the admin has seen. */
  latest: number
}

/** What each section has to become: every later change is taken back, the latest first. */
const stateBefore = async (app: App, sections: Section[], before: number) => {
  const changes = await listChangesSince(app.db, sections, before)
  if (changes.at(-1)?.id !== before) throw new NotFound('error.object.not_found')
  const values = new Map<Section, Record<string, unknown>>()
  for (const { name, before: former } of changes)
    values.set(name as Section, { ...values.get(name as Section), ...(JSON.parse(former) as object) })
  return [...values].map(
    ([section, fields]) =>
      [section, Object.fromEntries(Object.entries(fields).filter(([field]) => !isSecret(section, field)))] as const,
  )
}

/** Brings sections back to how they were before a change. Secrets stay, unless the address they are for is another one: nobody has kept the former ones. */
export const restore = async (app: App, actor: Actor, { sections: list, before, latest }: Wish) => {
  const sections = sectionsIn(list)
  const now = await siteSettings(app)
  const ready: PreparedSection[] = []
  const faults: FieldError[] = []
  for (const [section, values] of await stateBefore(app, sections, before)) {
    const made = await prepared(section, values, now)
    if ('faults' in made)
      faults.push(...made.faults.map(({ field, reason, values: v }) => ({ field, reason, values: v })))
    else ready.push(made)
  }
  if (faults.length) throw new Invalid(faults)
  await ensureOwnFactor(app, actor, ready)
  await app.transaction(async (tx) => {
    await onlyOne(tx)
    if ((await lastChange(tx.db, sections)) !== latest) throw new Conflict('error.settings.changed_meanwhile')
    await write(tx, actor, ready)
  })
  return null
}

const told = (language: string, { section, field, reason, values }: SectionFault): FieldError => ({
  field: 'file',
  reason: 'field.in_settings_file',
  values: { name: field ? `${section}.${field}` : section, message: translateReason(language, reason, values) },
})

const readWhole = async (app: App, file: string, language: string) => {
  const now = await siteSettings(app)
  const { ready, faults } = await readSettings(file, now)
  if (faults.length) throw new Invalid(faults.map((fault) => told(language, fault)))
  return { now, ready, ...comparable(now, withChanges(now, ready)) }
}

export const compareFile = async (app: App, file: string, language: string) => {
  const { now, sections, before, after } = await readWhole(app, file, language)
  return {
    changes: sections.length ? ((await comparedTexts(before.trimEnd(), after.trimEnd())) ?? null) : null,
    sections,
    state: stateOf(now),
  }
}

/** Takes over all of a file, or nothing. @returns the sections that are other ones now, and the difference as a patch. */
export const importFile = async (
  app: App,
  by: By,
  { file, state, language, dryRun = false }: { file: string; state?: string; language: string; dryRun?: boolean },
) => {
  const { now, ready, sections, before, after } = await readWhole(app, file, language)
  const patch = sections.length ? createPatch('settings', before, after, undefined, undefined, { context: 1 }) : ''
  if (dryRun) return { sections, patch }
  await ensureOwnFactor(app, by, ready)
  await app.transaction(async (tx) => {
    await onlyOne(tx)
    if (stateOf(await settingsIn(tx.db)) !== (state ?? stateOf(now)))
      throw new Conflict('error.settings.changed_meanwhile')
    await write(
      tx,
      by,
      ready.filter(({ section }) => sections.includes(section)),
    )
  })
  return { sections, patch }
}

/** One setting, by the command line. A text that is also a number or `true` is taken as what the setting wants. */
export const setOne = async (
  app: App,
  { section, field, value }: { section: Section; field: string; value: string },
) => {
  const now = await siteSettings(app)
  const tries = [asValue(value), value]
  for (const [at, one] of tries.entries()) {
    const made = await prepared(section, { [field]: one }, now)
    if (!('faults' in made)) {
      await app.transaction((tx) => write(tx, undefined, [made]))
      return
    }
    if (at === tries.length - 1) throw new Invalid(made.faults)
  }
}

/** Lists and switches are written as JSON has them. */
const asValue = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
