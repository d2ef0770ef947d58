import { createServer } from 'node:http'
import type { Config } from './config.ts'
import { connect, connectToRead, occupyFile } from './db/connect.ts'
import { problemOf, refuseUnsuitable } from './db/problem.ts'
import { occupyDatabase } from './db/pub-sub.ts'
import { beginTask } from './events/tasks/service.ts'
import { recordAudit } from './features/operations/audit/queries.ts'
import { BackupProblem } from './features/operations/backups/format.ts'
import { backupFile, newBackupName } from './features/operations/backups/place.ts'
import { firstAdmin, isAdminThere } from './features/operations/backups/queries.ts'
import { noteRestore, type RestoreOrder, takeOrder } from './features/operations/backups/restore-order.ts'
import { restoreBackup } from './features/operations/backups/restore-backup.ts'
import { verifyBackup } from './features/operations/backups/verify-backup.ts'
import { writeBackup } from './features/operations/backups/write-backup.ts'
import { pickLanguage } from './lib/languages.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, translateReason } from './lib/messages.ts'
import type { Runtime } from './runtime.ts'
import { PROGRAM_VERSION } from './version.ts'

/** Seconds until those who come meanwhile should come again. */
const AGAIN = 30

/** Whoever comes while the site is put in place is told so, instead of finding nobody there. */
const hangOutSign = async ({ host, port }: Config) => {
  const sign = createServer(({ headers }, response) => {
    const language = pickLanguage({
      acceptLanguage: headers['accept-language'],
      offered: [...LANGUAGES.keys()],
      site: DEFAULT_LANGUAGE,
    })
    response.writeHead(503, { 'retry-after': String(AGAIN), 'content-type': 'text/plain; charset=utf-8' })
    response.end(`${translateReason(language, 'base.restoring')}\n`)
  })
  await new Promise<void>((resolve) => sign.once('error', () => resolve()).listen({ host, port }, resolve))
  return () =>
    new Promise<void>((resolve) => {
      sign.close(() => resolve())
      sign.closeAllConnections()
    })
}

/** Nobody else may be at work in the database. The folder is this process's already. */
const occupy = async (database: string): Promise<{ release(): void | Promise<void> }> => {
  if (!database.startsWith('postgres')) return occupyFile(database)!
  const alone = await occupyDatabase(database)
  if (!alone) throw new BackupProblem('error.backup.not_alone')
  return alone
}

/** What is there now goes into a backup of its own first, so that this can be undone. */
const keepPresent = async (config: Config, now: number) => {
  const { data, database } = config
  const { db, close } = connectToRead(database)
  try {
    const engine = database.startsWith('postgres') ? ('postgres' as const) : ('sqlite' as const)
    const file = backupFile(data, newBackupName(data, now, 'before-restore'))!
    await writeBackup({ db, engine }, { config, file, version: PROGRAM_VERSION, now, onProgress: () => {} })
  } finally {
    await close()
  }
}

const carryOut = async (config: Config, { name }: RestoreOrder, now: number) => {
  const file = backupFile(config.data, name)
  if (!file) throw new BackupProblem('error.backup.no_file', { path: name })
  const manifest = await verifyBackup(file)
  const place = await occupy(config.database)
  try {
    await keepPresent(config, now)
    const database = connect(config.database)
    try {
      await refuseUnsuitable(database.write)
      const { rows, uploads } = await restoreBackup(database, { file, data: config.data, manifest })
      return { rows, uploads, made_at: manifest.made_at }
    } finally {
      await database.close()
    }
  } finally {
    await place.release()
  }
}

/** Before the site is opened: what an admin has ordered (decision 0076). If it fails, the site is as it was. */
export const restoreWhatWasOrdered = async (config: Config): Promise<RestoreOrder | undefined> => {
  const order = await takeOrder(config.data)
  if (!order) return undefined
  const now = Math.floor(Date.now() / 1000)
  const takeIn = await hangOutSign(config)
  const about = { name: order.name, at: now }
  try {
    await noteRestore(config.data, { ...about, ok: true, ...(await carryOut(config, order, now)) })
    return order
  } catch (error) {
    const nothing = { rows: 0, uploads: 0, made_at: 0 }
    await noteRestore(config.data, { ...about, ok: false, problem: problemOf(error), ...nothing })
    return undefined
  } finally {
    await takeIn()
  }
}

/** The search index is made afresh while the site runs; the restored record says that there was a restore. */
export const finishRestore = async ({ app, report }: Runtime, { name, actor_id }: RestoreOrder) => {
  if (!app) return
  try {
    // The one who wanted it may not have been there yet.
    const who = (await isAdminThere(app.db, actor_id)) ? actor_id : await firstAdmin(app.db)
    if (!who) return
    await app.transaction((tx) =>
      recordAudit(tx, {
        actor_id: who,
        session_id: 0,
        action: 'backup.restored',
        object_type: 'user',
        object_id: 0,
        before: null,
        after: { name },
      }),
    )
    await beginTask(app, who, 'reindex', {})
  } catch (error) {
    report(error, 'after the restore')
  }
}
