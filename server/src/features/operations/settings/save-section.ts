import { advisoryLock } from '../../../db/dialect.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { type FieldError, Invalid } from '../../../lib/errors.ts'
import { changedFields, withoutSecrets } from '../audit/changed-fields.ts'
import { recordAudit } from '../audit/queries.ts'
import { DEFAULTS, DERIVED, SECRETS, type SiteSettings, type StoredSection } from './policy.ts'
import { findSetting, saveSetting } from './queries.ts'
import { tellSettingsChanged } from './tell-changed.ts'

/** Until the transaction ends nobody else changes this section, so that what is added to it can't lose what others add. */
export const lockSection = (tx: Tx, name: StoredSection) => advisoryLock(tx.db, `setting ${name}`)

/** What was sent of a section, over what is there; who did it is for the caller to record. @returns the section before. */
export const storeSection = async <S extends StoredSection>(
  tx: Tx,
  actor_id: number,
  name: S,
  changes: Partial<SiteSettings[S]>,
) => {
  await lockSection(tx, name)
  const saved = (await findSetting(tx.db, name)) as object | undefined
  await saveSetting(tx.db, name, { ...saved, ...changes }, tx.now())
  await tellSettingsChanged(tx, actor_id, name)
  return { ...DEFAULTS[name], ...saved }
}

/** For the installer too, which saves before anybody is logged in. */
export const writeSection = async <S extends StoredSection>(
  tx: Tx,
  actor_id: number,
  name: S,
  changes: Partial<SiteSettings[S]>,
) => {
  const before = await storeSection(tx, actor_id, name, changes)
  const written = Object.fromEntries(Object.entries(changes).filter(([field]) => !DERIVED[name]?.includes(field)))
  const changed = changedFields(before, written)
  if (changed)
    await recordAudit(tx, {
      actor_id,
      action: 'setting.changed',
      object_type: 'setting',
      object_id: 0,
      name,
      ...withoutSecrets(changed, SECRETS[name] ?? []),
    })
}

/** Saves what was sent of a section, if it fits; what wasn't sent stays. */
export const saveSection = async <S extends StoredSection>(
  app: App,
  actor: Actor,
  name: S,
  changes: Partial<SiteSettings[S]>,
  wrong: FieldError[] = [],
) => {
  if (wrong.length) throw new Invalid(wrong)
  await app.transaction((tx) => writeSection(tx, actor.id, name, changes))
  return null
}
