import { rm } from 'node:fs/promises'
import type { Export } from '@askwell/contract/exports.ts'
import type { App } from '../../../events/events.ts'
import { beginTask } from '../../../events/tasks/service.ts'
import { signedAddress, TICKET_SECONDS } from '../../../lib/signed-address.ts'
import { recordAudit } from '../audit/queries.ts'
import { existingExport } from './place.ts'

const entry = (actor_id: number, action: string, before: unknown, after: unknown) =>
  ({ actor_id, action, object_type: 'site', object_id: 0, before, after }) as const

export const begin = async (app: App, actor_id: number, wanted: Pick<Export, 'scope' | 'format'>) => {
  await beginTask(app, actor_id, 'export', wanted, (tx) =>
    recordAudit(tx, entry(actor_id, 'export.begun', null, { scope: wanted.scope, format: wanted.format })),
  )
  return null
}

/** An address that opens one export for some minutes, and only to the admin who asked. */
export const downloadAddress = async (app: App, actor_id: number, name: string) => {
  existingExport(app, name)
  await app.transaction((tx) => recordAudit(tx, entry(actor_id, 'export.downloaded', null, { name })))
  const until = app.clock.now() + TICKET_SECONDS
  return { address: signedAddress(app.secret, { kind: 'export', user_id: actor_id, name, until }) }
}

export const remove = async (app: App, actor_id: number, name: string) => {
  await rm(existingExport(app, name), { force: true })
  await app.transaction((tx) => recordAudit(tx, entry(actor_id, 'export.deleted', { name }, null)))
  return null
}
