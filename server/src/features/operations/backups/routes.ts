import * as contract from '@askwell/contract/backups.ts'
import { problemOf, tellProblem } from '../../../db/problem.ts'
import { countProcesses } from '../../../db/pub-sub.ts'
import { countRows } from '../../../db/rows.ts'
import type { Api } from '../../../http/api/perform.ts'
import type { App } from '../../../events/events.ts'
import { outsideSlot } from '../../../lib/concurrency-slot.ts'
import { BadRequest, withFieldNames } from '../../../lib/errors.ts'
import { hasBucket, namesStorage } from '../../../lib/s3.ts'
import { makeSureAgain } from '../../users/second-factors/make-sure.ts'
import { BackupProblem } from './format.ts'
import { readContents } from './make-backup.ts'
import { listBackups } from './place.ts'
import { findLastRestore } from './restore-order.ts'
import { storesInUse } from '../files/stores/of-site.ts'
import { LIST_PATIENCE_MS, openBucket } from './s3.ts'
import { backupSchedule } from './schedule.ts'
import * as service from './service.ts'
import { existingBackup } from './views.ts'

const TOLD = ['users', 'posts', 'comments', 'tags', 'votes', 'files'] as const

/** Those elsewhere; a storage that doesn't answer doesn't hide those that are here. */
const elsewhere = async ({ config }: App, schedule: contract.BackupSchedule, language: string) => {
  if (!hasBucket(schedule)) return { list: [], problem: '' }
  try {
    const list = await outsideSlot(() => openBucket(schedule, config, LIST_PATIENCE_MS).list())
    return { list, problem: '' }
  } catch (error) {
    return { list: [], problem: tellProblem(language, problemOf(error)) }
  }
}

const contentsFor = async (app: App, name: string) => {
  try {
    return await readContents(existingBackup(app, name))
  } catch (error) {
    if (error instanceof BackupProblem) throw new BadRequest('error.backup.unreadable')
    throw error
  }
}

export const routes = (api: Api) => {
  api.on(contract.backups, async ({ app, caller: { language } }) => {
    const schedule = await backupSchedule(app.db)
    const { data } = app.config
    const [here, there, last] = await Promise.all([
      listBackups(data),
      elsewhere(app, schedule, language),
      findLastRestore(data),
    ])
    return {
      list: [...here, ...there.list],
      s3_problem: there.problem,
      schedule: { ...schedule, s3_secret_key: '' },
      last_restore: last ? { ...last, problem: last.problem ? tellProblem(language, last.problem) : '' } : null,
    }
  })
  api.on(contract.makeBackup, ({ app, actor, body }) => service.begin(app, actor.id, body.place))
  api.on(contract.fetchBackup, ({ app, actor, body }) => service.beginFetch(app, actor.id, body.name))
  api.on(contract.deleteBackup, ({ app, actor, body }) => service.remove(app, actor.id, body))
  api.on(contract.uploadBackup, ({ app, actor, file }) => service.take(app, actor.id, file))
  // Whoever names a storage can take everything away to it, as with a download.
  api.on(contract.saveBackupSchedule, async (call) => {
    const { storage_pass, ...schedule } = call.body
    if (namesStorage(schedule, await backupSchedule(call.app.db)))
      await withFieldNames({ pass: 'storage_pass' }, () => makeSureAgain(call, storage_pass))
    return service.saveSchedule(call.app, call.actor.id, schedule)
  })
  api.on(contract.downloadBackup, async (call) => {
    await makeSureAgain(call, call.body.pass)
    return service.downloadAddress(call.app, call.actor.id, call.body.name)
  })
  api.on(contract.restoreBackup, async (call) => {
    const { app, site, actor, body } = call
    await makeSureAgain(call, body.pass)
    const processes = await countProcesses(app.db)
    return service.order(app, actor.id, body, { processes, restart: site.restart })
  })
  api.on(contract.backupContents, async ({ app, site, query: { name } }) => {
    const processes = await countProcesses(app.db)
    const restores: contract.BackupContents['restores'] = processes > 1 ? 'others' : site.restart ? 'now' : 'next_start'
    const { rows, made_at, version, engine } = await contentsFor(app, name)
    const now = await Promise.all(TOLD.map((table) => countRows(app.db, table)))
    return {
      name,
      made_at,
      version,
      engine,
      rows: TOLD.map((table, at) => ({ table, in_backup: rows[table] ?? 0, now: now[at]! })),
      restores,
      needs_s3: (await storesInUse(app)).some(([place]) => place === 's3'),
    }
  })
}
