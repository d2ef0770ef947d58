import { existsSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '@askwell/contract/backups.ts'
import type { App } from '../../../events/events.ts'
import type { TaskDoing } from '../../../events/tasks/task.ts'
import { reachable } from '../files/stores/of-site.ts'
import { hasBucket, S3Problem } from '../../../lib/s3.ts'
import { BackupProblem } from './format.ts'
import { inThread } from './in-thread.ts'
import { backupFile, listBackups, newBackupName, newestFirst, type Origin, removeBackup } from './place.ts'
import { openBucket } from './s3.ts'
import { backupSchedule } from './schedule.ts'
import { LAST_BACKUP, type Manifest } from './views.ts'

/** What is told of a backup before it is restored, noted beside it so that it needn't be read again. */
export interface Contents {
  made_at: number
  version: string
  engine: 'sqlite' | 'postgres'
  rows: Record<string, number>
}

const contentsOf = ({ made_at, version, engine, tables }: Manifest): Contents => ({
  made_at,
  version,
  engine,
  rows: Object.fromEntries(Object.entries(tables).map(([name, { rows }]) => [name, rows])),
})

export const noteContents = async (file: string, manifest: Manifest) => {
  const contents = contentsOf(manifest)
  await writeFile(`${file}.json`, JSON.stringify(contents), { mode: 0o600 })
  return contents
}

const NOBODY_WAITS = { progress: () => {}, signal: new AbortController().signal }
/** Reads the whole backup where that hasn't been done yet. */
export const readContents = async (file: string): Promise<Contents> => {
  if (existsSync(`${file}.json`)) return JSON.parse(await readFile(`${file}.json`, 'utf8')) as Contents
  const { size } = await stat(file)
  return noteContents(file, await inThread({ act: 'verify', file, bytes: size }, NOBODY_WAITS))
}

/** Those that were made by themselves and are more than should stay. */
const tooMany = (list: Backup[], count: number) =>
  newestFirst(list.filter(({ origin }) => origin === 'scheduled')).slice(count)

/** The dashboard says how old the last one is. The file is replaced, as it may belong to root, who made a backup by hand. */
const noteLastBackup = async (data: string, name: string) => {
  const place = join(data, LAST_BACKUP)
  await rm(place, { force: true })
  await writeFile(place, `${name}\n`, { mode: 0o600 })
}

interface Wanted {
  origin: Origin
  place: Backup['place']
}

/** As a long task: written, read back, perhaps sent elsewhere; then those that are too many go. */
export const makeBackup = async (app: App, { origin, place }: Wanted, { progress, signal }: TaskDoing) => {
  const { data } = app.config
  const schedule = await backupSchedule(app.db)
  if (place === 's3' && !hasBucket(schedule)) throw new S3Problem('error.s3.none')
  const name = newBackupName(data, app.clock.now(), origin)
  const file = backupFile(data, name)!
  const order = {
    act: 'write',
    url: app.databaseUrl,
    config: reachable(app.config),
    file,
    version: app.version,
    now: app.clock.now(),
  } as const
  const manifest = await inThread(order, { progress, signal }, app.plugins)
  const { size: bytes } = await stat(file)
  if (place === 's3') {
    try {
      let sent = 0
      const bucket = openBucket(schedule, app.config)
      await bucket.put(file, name, { signal, onBytes: (count) => progress((sent += count), bytes, 's3') })
      if (origin === 'scheduled')
        for (const old of tooMany(await bucket.list(), schedule.count)) await bucket.remove(old.name)
    } finally {
      await rm(file, { force: true })
    }
  } else {
    await noteContents(file, manifest)
    if (origin === 'scheduled')
      for (const old of tooMany(await listBackups(data), schedule.count))
        await removeBackup(backupFile(data, old.name)!)
  }
  await noteLastBackup(data, name)
  return { name, place, bytes }
}

/** As a long task: a copy of one that lies elsewhere, checked. */
export const fetchBackup = async (app: App, { name }: { name: string }, { progress, signal }: TaskDoing) => {
  const file = backupFile(app.config.data, name)
  if (!file) throw new BackupProblem('error.object.not_found')
  const bucket = openBucket(await backupSchedule(app.db), app.config)
  const bytes = (await bucket.list()).find((one) => one.name === name)?.bytes ?? 0
  let got = 0
  if (!(await bucket.fetch(name, file, { signal, onBytes: (count) => progress((got += count), bytes, 's3') })))
    throw new BackupProblem('error.backup.no_file', { path: name })
  try {
    await noteContents(file, await inThread({ act: 'verify', file, bytes }, { progress, signal }))
  } catch (error) {
    await removeBackup(file)
    throw error
  }
  return { name, bytes }
}
