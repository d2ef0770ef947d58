import type { AuditSettings } from '@askwell/contract/audit.ts'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { writeSection } from '../settings/save-section.ts'

export const saveAuditSettings = async (app: App, actor: Actor, { audit_days }: AuditSettings) => {
  await app.transaction((tx) => writeSection(tx, actor.id, 'audit', { audit_days }))
  return null
}
