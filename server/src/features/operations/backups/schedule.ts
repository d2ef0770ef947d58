import type { BackupSchedule } from '@askwell/contract/backups.ts'
import { Conflict } from '../../../lib/errors.ts'
import type { App } from '../../../events/events.ts'
import { beginTask } from '../../../events/tasks/service.ts'
import { NO_BUCKET } from '../../../lib/s3.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'
import { siteSettings } from '../settings/views.ts'
import { firstAdmin } from './queries.ts'

const SETTING = 'backup_schedule'
/** When the last one was begun by itself. */
const BEGUN = 'backup_begun'

export const NO_SCHEDULE: BackupSchedule = {
  every: 'off',
  hour: 3,
  weekday: 0,
  count: 7,
  place: 'folder',
  ...NO_BUCKET,
}

export const backupSchedule = async (db: App['db']): Promise<BackupSchedule> => ({
  ...NO_SCHEDULE,
  ...((await findSetting(db, SETTING)) as Partial<BackupSchedule> | undefined),
})

export const storeSchedule = (db: App['db'], schedule: BackupSchedule, now: number) =>
  saveSetting(db, SETTING, schedule, now)

const WEEK_DAYS = 7

/** The last moment at which one should have begun: one on each day of its place, also where the clock skips that hour or shows it twice. 0 if there is none. */
export const lastDue = ({ every, hour, weekday }: BackupSchedule, now: number, timeZone: string) => {
  if (every === 'off') return 0
  const today = Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  for (let back = 0; back <= WEEK_DAYS; back++) {
    const day = today.subtract({ days: back })
    if (every === 'weekly' && day.dayOfWeek % WEEK_DAYS !== weekday) continue
    const due = day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds / 1000
    if (due <= now) return due
  }
  return 0
}

/** Begins one if it is time. One that couldn't begin then, as the site was off, begins when it is on again. */
export const beginDueBackup = async (app: App) => {
  const schedule = await backupSchedule(app.db)
  const { time_zone } = (await siteSettings(app)).interface
  const due = lastDue(schedule, app.clock.now(), time_zone || 'UTC')
  const begun = Number((await findSetting(app.db, BEGUN)) ?? 0)
  if (!due || begun >= due) return
  const admin = await firstAdmin(app.db)
  if (!admin) return
  try {
    await beginTask(app, admin, 'backup', { origin: 'scheduled', place: schedule.place })
  } catch (error) {
    if (error instanceof Conflict) return // one is being made: then this one a little later
    throw error
  }
  await app.transaction((tx) => saveSetting(tx.db, BEGUN, tx.now(), tx.now()))
}

/** A schedule that is new begins with its next hour, not with one that has passed. */
export const beginFromNow = (db: App['db'], now: number) => saveSetting(db, BEGUN, now, now)
