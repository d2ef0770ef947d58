import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Backup, BackupSchedule } from '@askwell/contract/backups.ts'
import type { App } from '../../../events/events.ts'
import { beginTask } from '../../../events/tasks/service.ts'
import { outsideSlot } from '../../../lib/concurrency-slot.ts'
import { moveDurably } from '../../../lib/durable.ts'
import { BadRequest, Conflict, Invalid, NotFound } from '../../../lib/errors.ts'
import { hasBucket, REQUIRED } from '../../../lib/s3.ts'
import { signedAddress, TICKET_SECONDS } from '../../../lib/signed-address.ts'
import { recordAudit } from '../audit/queries.ts'
import { siteSettings } from '../settings/views.ts'
import { storesInUse } from '../files/stores/of-site.ts'
import { BackupProblem } from './format.ts'
import { inThread } from './in-thread.ts'
import { noteContents } from './make-backup.ts'
import { backupFile, newBackupName, removeBackup } from './place.ts'
import { orderRestore } from './restore-order.ts'
import { openBucket } from './s3.ts'
import { backupSchedule, beginFromNow, storeSchedule } from './schedule.ts'
import { existingBackup } from './views.ts'

const note = (app: App, actor_id: number, action: string, before: unknown, after: unknown) =>
  app.transaction((tx) => recordAudit(tx, { actor_id, action, object_type: 'user', object_id: 0, before, after }))

const bucketOf = async (app: App) => {
  const schedule = await backupSchedule(app.db)
  if (!hasBucket(schedule)) throw new BadRequest('error.s3.none')
  return openBucket(schedule, app.config)
}

export const begin = async (app: App, actor_id: number, place: Backup['place']) => {
  if (place === 's3') await bucketOf(app)
  await beginTask(app, actor_id, 'backup', { origin: 'manual', place })
  await note(app, actor_id, 'backup.begun', null, { place })
  return null
}

export const beginFetch = async (app: App, actor_id: number, name: string) => {
  await bucketOf(app)
  const file = backupFile(app.config.data, name)
  if (!file) throw new NotFound('error.object.not_found')
  if (existsSync(file)) throw new Conflict('error.backup.there_already')
  await beginTask(app, actor_id, 'fetch_backup', { name })
  return null
}

export const remove = async (app: App, actor_id: number, { name, place }: Pick<Backup, 'name' | 'place'>) => {
  if (place === 's3') await (await bucketOf(app)).remove(name)
  else await removeBackup(existingBackup(app, name))
  await note(app, actor_id, 'backup.deleted', { name, place }, null)
  return null
}

/** Whatever comes is read to its end before it counts as a backup. */
export const take = async (app: App, actor_id: number, uploaded: { path: string; size: number } | undefined) => {
  if (!uploaded) throw new Invalid([{ field: 'file', reason: 'field.required' }])
  const { data } = app.config
  const name = newBackupName(data, app.clock.now(), 'uploaded')
  const file = backupFile(data, name)!
  const waiting = { progress: () => {}, signal: new AbortController().signal }
  try {
    const manifest = await inThread({ act: 'verify', file: uploaded.path, bytes: uploaded.size }, waiting)
    await moveDurably(uploaded.path, file)
    await noteContents(file, manifest)
  } catch (error) {
    if (!(error instanceof BackupProblem)) throw error
    throw new Invalid([{ field: 'file', reason: 'error.backup.unreadable' }], 'error.backup.unreadable')
  }
  await note(app, actor_id, 'backup.uploaded', null, { name, bytes: uploaded.size })
  return name
}

/** An address that opens one backup for some minutes, and only to the admin who asked. */
export const downloadAddress = async (app: App, actor_id: number, name: string) => {
  existingBackup(app, name)
  await note(app, actor_id, 'backup.downloaded', null, { name })
  const until = app.clock.now() + TICKET_SECONDS
  return { address: signedAddress(app.secret, { kind: 'backup', user_id: actor_id, name, until }) }
}

/** What is there now is backed up first. Better to hear now that its uploads can't be had than after everybody was sent away. */
const refuseWithoutStorage = async (app: App) => {
  for (const [place, store] of await storesInUse(app)) {
    if (place === 'plugin') throw new Conflict('error.store.restore') // no plugin runs while a backup is put back
    if (place !== 'disk') await outsideSlot(() => store.list().next())
  }
}

/** The site's own process ends and begins anew with it; where it can't, that happens at its next start. */
export const order = async (
  app: App,
  actor_id: number,
  { name, site_name }: { name: string; site_name: string },
  { processes, restart }: { processes: number; restart: (() => void) | undefined },
) => {
  const file = existingBackup(app, name)
  if (site_name.trim() !== (await siteSettings(app)).general.name)
    throw new Invalid([{ field: 'site_name', reason: 'error.backup.other_name' }])
  if (processes > 1) throw new Conflict('error.backup.others_running')
  await stat(file)
  await refuseWithoutStorage(app)
  await note(app, actor_id, 'backup.restored', null, { name })
  await orderRestore(app.config.data, { name, actor_id })
  restart?.()
  return { restarts: restart !== undefined }
}

export const saveSchedule = async (app: App, actor_id: number, given: BackupSchedule) => {
  const before = await backupSchedule(app.db)
  const after = { ...given, s3_secret_key: given.s3_secret_key || before.s3_secret_key }
  if (after.place === 's3' && after.every !== 'off') {
    const fields = REQUIRED.filter((one) => !after[one])
    if (fields.length) throw new Invalid(fields.map((field) => ({ field, reason: 'field.required' as const })))
  }
  const shown = ({ s3_secret_key: _, ...rest }: BackupSchedule) => rest
  await app.transaction(async (tx) => {
    await storeSchedule(tx.db, after, tx.now())
    if (before.every !== after.every || before.hour !== after.hour || before.weekday !== after.weekday)
      await beginFromNow(tx.db, tx.now())
    await recordAudit(tx, {
      actor_id,
      action: 'backup.scheduled',
      object_type: 'user',
      object_id: 0,
      before: shown(before),
      after: shown(after),
    })
  })
  return null
}
