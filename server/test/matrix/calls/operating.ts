import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as backups from '@askwell/contract/backups.ts'
import * as exports from '@askwell/contract/exports.ts'
import * as imports from '@askwell/contract/imports.ts'
import * as notices from '@askwell/contract/notices.ts'
import * as jobs from '@askwell/contract/jobs.ts'
import * as rateLimits from '@askwell/contract/rate-limits.ts'
import * as slowQueries from '@askwell/contract/slow-queries.ts'
import * as staffLogins from '@askwell/contract/staff-logins.ts'
import * as storage from '@askwell/contract/storage.ts'
import { whenNeeded } from '../../../src/lib/lazy.ts'
import { connectToRead } from '../../../src/db/connect.ts'
import { NO_BUCKET } from '../../../src/lib/s3.ts'
import { insertOrigins } from '../../../src/features/operations/imports/queries.ts'
import { writeBackup } from '../../../src/features/operations/backups/write-backup.ts'
import { FIRST_SITE } from '../../world.ts'
import { pack } from '../../zip.ts'
import { example, fresh, type Scene } from '../cast.ts'

type W = Scene['w']

/** Made once, and copied under another name for each who asks. */
const original = whenNeeded(async () => new Map<W, string>())
const aBackup = async (w: W) => {
  const made = await original()
  const folder = join(w.folder, 'backups')
  mkdirSync(folder, { recursive: true })
  if (!made.has(w)) {
    const file = join(folder, `${fresh('original')}.tar.gz`)
    const { db, close } = connectToRead(w.url)
    const about = { config: w.app.config, file, version: '0.1.0', now: w.clock.now(), onProgress: () => {} }
    await writeBackup({ db, engine: w.app.engine }, about)
    await close()
    made.set(w, file)
  }
  const name = `${fresh('backup')}.tar.gz`
  copyFileSync(made.get(w)!, join(folder, name))
  return name
}
const pass = FIRST_SITE.password

/** A file in a folder of the site. */
const aFile = (w: W, folder: string, name: string) => {
  mkdirSync(join(w.folder, folder), { recursive: true })
  writeFileSync(join(w.folder, folder, name), 'x')
  return name
}
let exported = 0
const anExport = (w: W) => {
  const second = String(++exported)
    .padStart(6, '0')
    .replace(/(..)(..)(..)/, '$1-$2-$3')
  return aFile(w, 'exports', `askwell-export-2026-01-01T${second}-private-all.tar.gz`)
}
/** An uploaded dump without any rows, unpacked already. */
const aDump = (w: W) => {
  const name = aFile(w, 'imports', `${fresh('dump')}.zip`)
  for (const file of ['Tags', 'Users', 'Posts', 'Comments']) {
    aFile(w, `imports/${name}.unpacked`, `${file}.xml`)
    writeFileSync(join(w.folder, 'imports', `${name}.unpacked`, `${file}.xml`), '<rows>\n</rows>\n')
  }
  return name
}

/** A site that something came from, which was here before: nothing goes with it. */
const anImport = async (w: W) => {
  const site = fresh('old site ')
  await w.app.transaction((tx) => insertOrigins(tx.db, site, 'user', [['1', 1]], { was_here: 1 }))
  return site
}

export const operating = {
  exports: example(exports.exports),
  makeExport: example(exports.makeExport, async ({ w }) => {
    await w.settle() // one at a time
    return { body: { scope: 'public' as const } }
  }),
  downloadExport: example(exports.downloadExport, ({ w }) => ({ body: { name: anExport(w), pass } })),
  deleteExport: example(exports.deleteExport, ({ w }) => ({ body: { name: anExport(w) } })),
  importSources: example(imports.importSources),
  uploadDump: example(imports.uploadDump, () => ({
    body: {},
    file: { name: 'a.zip', bytes: pack([{ name: 'Posts.xml', content: '' }]) },
  })),
  fetchDump: example(imports.fetchDump, () => ({ body: { plugin_slug_name: 'nowhere' } })),
  deleteDump: example(imports.deleteDump, ({ w }) => ({ body: { name: aDump(w) } })),
  examineDump: example(imports.examineDump, async ({ w }) => {
    await w.settle()
    return { body: { source: 'upload' as const, name: aDump(w) } }
  }),
  importDump: example(imports.importDump, async ({ w }) => {
    await w.settle()
    return { body: { source: 'upload' as const, name: aDump(w) } }
  }),
  examineUndo: example(imports.examineUndo, async ({ w }) => {
    await w.settle()
    return { body: { site: await anImport(w) } }
  }),
  undoImport: example(imports.undoImport, async ({ w }) => {
    await w.settle()
    return { body: { site: await anImport(w) } }
  }),
  storage: example(storage.storage),
  measureStorage: example(storage.measureStorage, async ({ w }) => {
    await w.settle()
    return { body: {} }
  }),
  cleanStorage: example(storage.cleanStorage, async ({ w }) => {
    await w.settle()
    return { body: { kind: 'arriving' as const } }
  }),
  makeSmallerPictures: example(storage.makeSmallerPictures, async ({ w }) => {
    await w.settle()
    return { body: {} }
  }),
  announcement: example(notices.announcement),
  saveAnnouncement: example(notices.saveAnnouncement, () => ({
    body: { words: { en_US: fresh('Hello ') }, audience: 'all' as const, until: 0, dismissible: true },
  })),
  maintenance: example(notices.maintenance),
  saveMaintenance: example(notices.saveMaintenance, () => ({ body: { on: false, words: {}, minutes: 2 } })),
  backups: example(backups.backups),
  makeBackup: example(backups.makeBackup, async ({ w }) => {
    await w.settle() // one at a time
    return { body: {} }
  }),
  deleteBackup: example(backups.deleteBackup, async ({ w }) => ({
    body: { name: await aBackup(w), place: 'folder' as const },
  })),
  downloadBackup: example(backups.downloadBackup, async ({ w }) => ({ body: { name: await aBackup(w), pass } })),
  uploadBackup: example(backups.uploadBackup, async ({ w }) => ({
    body: {},
    file: { name: 'a.tar.gz', bytes: await readFile(join(w.folder, 'backups', await aBackup(w))) },
  })),
  // No storage is set up.
  fetchBackup: example(backups.fetchBackup, () => ({ body: { name: 'elsewhere.tar.gz' } })),
  backupContents: example(backups.backupContents, async ({ w }) => ({ query: { name: await aBackup(w) } })),
  // It is only ordered: here no process begins anew.
  restoreBackup: example(backups.restoreBackup, async ({ w }) => ({
    body: { name: await aBackup(w), site_name: (await w.site.settings()).general.name, pass },
  })),
  uploadStorage: example(storage.uploadStorage),
  saveUploadStorage: example(storage.saveUploadStorage, () => ({
    body: { place: 'disk' as const, s3_links: false, keep_unscanned: false, ...NO_BUCKET },
  })),
  // No bucket is set up.
  testUploadStorage: example(storage.testUploadStorage, () => ({ body: {} })),
  largestUploads: example(storage.largestUploads),
  moveUploads: example(storage.moveUploads, async ({ w }) => {
    await w.settle()
    return { body: { to: 'disk' as const } }
  }),
  saveBackupSchedule: example(backups.saveBackupSchedule, () => ({
    body: {
      every: 'off' as const,
      hour: 3,
      weekday: 0,
      count: 7,
      place: 'folder' as const,
      ...NO_BUCKET,
    },
  })),
  rateLimits: example(rateLimits.rateLimits),
  liftLimits: example(rateLimits.liftLimits, ({ cast }) => ({ body: { user_id: String(cast.member.id) } })),
  slowQueries: example(slowQueries.slowQueries),
  saveSlowQuerySettings: example(slowQueries.saveSlowQuerySettings, () => ({ body: { slow_query_ms: 400 } })),
  clearSlowQueries: example(slowQueries.clearSlowQueries),
  staffLogins: example(staffLogins.staffLogins),
  // Ending one that is there would log the others of this table out.
  endStaffLogins: example(staffLogins.endStaffLogins, () => ({ body: { what: 'session' as const, id: '999999' } })),
  jobs: example(jobs.jobs),
  setJobs: example(jobs.setJobs, () => ({ body: { act: 'retry', kind: 'answer.given/nothing', state: 'failed' } })),
}
