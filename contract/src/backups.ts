import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { BACKUPS_KEPT, PASSWORD } from './limits.ts'
import { S3_FIELDS } from './s3.ts'
import { Done, nullable, oneOf, span, text, Time } from './shapes.ts'

// Backups from the page: made, listed, fetched, restored, and by themselves.

/** The folder `backups` in the data folder, or a bucket of an S3-compatible storage. */
export const BACKUP_PLACES = ['folder', 's3'] as const
const Place = oneOf(BACKUP_PLACES)
export const BACKUP_ORIGINS = ['manual', 'scheduled', 'uploaded', 'before-restore', 'other'] as const
const Name = Type.String({ minLength: 1, maxLength: 150 })

export const Backup = Type.Object({
  name: Name,
  place: Place,
  bytes: Type.Integer(),
  made_at: Time,
  /** By the name: who or what made it. */
  origin: oneOf(BACKUP_ORIGINS),
})
export type Backup = Static<typeof Backup>

export const BACKUP_RHYTHMS = ['off', 'daily', 'weekly'] as const
export const BackupSchedule = Type.Object({
  every: oneOf(BACKUP_RHYTHMS),
  /** In the site's time zone. */
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  /** Of weekly ones; 0 is Sunday. */
  weekday: Type.Integer({ minimum: 0, maximum: 6 }),
  /** Of those made by themselves; older ones go. */
  count: span(BACKUPS_KEPT),
  place: Place,
  ...S3_FIELDS,
})
export type BackupSchedule = Static<typeof BackupSchedule>

const LastRestore = Type.Object({
  name: Type.String(),
  at: Time,
  ok: Type.Boolean(),
  /** Why not; empty where it came back. */
  problem: Type.String(),
  /** What came back, and as of when. */
  rows: Type.Integer(),
  uploads: Type.Integer(),
  made_at: Time,
})
export type LastRestore = Static<typeof LastRestore>

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

export const backups = endpoint({
  ...admin,
  method: 'GET',
  path: '/backups',
  summary: 'Backups, and when they are made',
  reply: Type.Object({
    list: Type.Array(Backup),
    /** Why those elsewhere can't be listed. */
    s3_problem: Type.String(),
    schedule: BackupSchedule,
    last_restore: nullable(LastRestore),
  }),
})

export const makeBackup = endpoint({
  ...admin,
  method: 'POST',
  path: '/backup',
  summary: 'Begin a backup; the task `backup` says how far it is',
  body: Type.Object({ place: oneOf(BACKUP_PLACES, { default: 'folder' }) }),
  reply: Done,
})

export const deleteBackup = endpoint({
  ...admin,
  method: 'DELETE',
  path: '/backup',
  summary: 'Delete a backup',
  body: Type.Object({ name: Name, place: Place }),
  reply: Done,
})

/** Whoever holds a backup holds everything: the password once more, or a login of just now. */
export const downloadBackup = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/backup/download',
  summary: 'Get an address from which a backup can be downloaded for some minutes',
  body: Type.Object({ name: Name, pass: Type.Optional(text({ max: PASSWORD.max })) }),
  reply: Type.Object({ address: Type.String() }),
})

export const uploadBackup = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/backup/upload',
  summary: 'Add a backup from elsewhere; it is read to its end first',
  multipart: true,
  rate: 'upload',
  body: Type.Object({ source: Type.Optional(Type.String({ maxLength: 100 })) }),
  /** Its name. */
  reply: Name,
})

export const fetchBackup = endpoint({
  ...admin,
  method: 'POST',
  path: '/backup/fetch',
  summary: 'Begin to copy a backup from S3 into the folder; the task `fetch_backup` says how far it is',
  body: Type.Object({ name: Name }),
  reply: Done,
})

/** What a restore would bring, beside what there is now. */
export const BackupContents = Type.Object({
  name: Name,
  made_at: Time,
  version: Type.String(),
  engine: oneOf(['sqlite', 'postgres']),
  rows: Type.Array(
    Type.Object({
      table: oneOf(['users', 'posts', 'comments', 'tags', 'votes', 'files']),
      in_backup: Type.Integer(),
      now: Type.Integer(),
    }),
  ),
  /** `now`: the site ends and begins anew with it; `next_start`: the process can't begin itself anew here; `others`: not while other processes run. */
  restores: oneOf(['now', 'next_start', 'others']),
  /** Uploads lie in the S3 storage: it has to answer, since what is there now is backed up first. */
  needs_s3: Type.Boolean(),
})
export type BackupContents = Static<typeof BackupContents>
export const backupContents = endpoint({
  ...admin,
  method: 'GET',
  path: '/backup',
  summary: 'What is in a backup',
  query: Type.Object({ name: Name }),
  reply: BackupContents,
})

export const restoreBackup = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'POST',
  path: '/backup/restore',
  summary: 'Put a backup in the place of the site',
  body: Type.Object({
    name: Name,
    /** The site's name, so that nobody does it by mistake. */
    site_name: text({ max: 200 }),
    pass: Type.Optional(text({ max: PASSWORD.max })),
  }),
  reply: Type.Object({ restarts: Type.Boolean() }),
})

export const saveBackupSchedule = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'PUT',
  path: '/backup/schedule',
  summary:
    'When backups are made by themselves, where, and how many stay; another storage wants the password once more',
  body: Type.Object({ ...BackupSchedule.properties, storage_pass: Type.Optional(text({ max: PASSWORD.max })) }),
  reply: Done,
})
