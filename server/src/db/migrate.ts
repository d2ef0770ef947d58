import { type Kysely, sql } from 'kysely'
import { advisoryLock, type Db, keepCopy } from './dialect.ts'
import * as first from './migrations/0001-first.ts'
import * as captchas from './migrations/0002-captchas.ts'
import * as fileUses from './migrations/0003-file-uses.ts'
import * as states from './migrations/0004-states.ts'
import * as revisions from './migrations/0005-revisions.ts'
import * as reviews from './migrations/0006-reviews.ts'
import * as tags from './migrations/0007-tags.ts'
import * as peopleAndPosts from './migrations/0008-people-and-posts.ts'
import * as mails from './migrations/0009-mails.ts'
import * as suspensionNotes from './migrations/0010-suspension-notes.ts'
import * as secondFactors from './migrations/0011-second-factors.ts'
import * as connectors from './migrations/0012-connectors.ts'
import * as memberSettings from './migrations/0013-member-settings.ts'
import * as suggestions from './migrations/0014-suggestions.ts'
import * as heldTexts from './migrations/0015-held-texts.ts'
import * as keptTexts from './migrations/0016-kept-texts.ts'
import * as readers from './migrations/0019-readers.ts'
import * as plainNames from './migrations/0025-plain-names.ts'

export interface Step {
  name: string
  up: (db: Kysely<any>) => Promise<void>
}

/** In order: a step that has been run anywhere is never changed. */
export const STEPS: Step[] = [
  { name: '0001-first', up: first.up },
  { name: '0002-captchas', up: captchas.up },
  { name: '0003-file-uses', up: fileUses.up },
  { name: '0004-states', up: states.up },
  { name: '0005-revisions', up: revisions.up },
  { name: '0006-reviews', up: reviews.up },
  { name: '0007-tags', up: tags.up },
  { name: '0008-people-and-posts', up: peopleAndPosts.up },
  { name: '0009-mails', up: mails.up },
  { name: '0010-suspension-notes', up: suspensionNotes.up },
  { name: '0011-second-factors', up: secondFactors.up },
  { name: '0012-connectors', up: connectors.up },
  { name: '0013-member-settings', up: memberSettings.up },
  { name: '0014-suggestions', up: suggestions.up },
  { name: '0015-held-texts', up: heldTexts.up },
  { name: '0016-kept-texts', up: keptTexts.up },
  { name: '0019-readers', up: readers.up },
  { name: '0025-plain-names', up: plainNames.up },
]

/** Printed for the person at the terminal, in one sentence. */
export class NewerDatabase extends Error {
  constructor(step: string) {
    super(
      `The database was made by a newer Askwell: it knows "${step}", this program doesn't. Run the newer program, or restore a backup from before.`,
    )
  }
}

/** The steps that this database has had, in order. */
export const listApplied = async (db: Kysely<any>) =>
  (await db.selectFrom('migrations').select('name').orderBy('name').execute()).map((row) => row.name)

/** The steps of a newer program can't be undone by guessing. */
export const refuseNewer = (done: string[], steps: Step[] = STEPS) => {
  const unknown = done.find((name) => !steps.some((step) => step.name === name))
  if (unknown !== undefined) throw new NewerDatabase(unknown)
}

const createLedger = (db: Kysely<any>) =>
  sql`create table if not exists migrations (name varchar(100) primary key, applied_at integer not null)`.execute(db)

const take = async (tx: Kysely<any>, step: Step) => {
  await step.up(tx)
  await tx
    .insertInto('migrations')
    .values({ name: step.name, applied_at: Math.floor(Date.now() / 1000) })
    .execute()
}

/** In an open transaction, on a database without any table of ours: all steps that `wanted` names. For a restore. */
export const migrateInside = async (tx: Kysely<any>, wanted: (name: string) => boolean) => {
  await createLedger(tx)
  const done = await listApplied(tx)
  for (const step of STEPS) if (wanted(step.name) && !done.includes(step.name)) await take(tx, step)
}

/**
 * Brings the schema up to date. The lock comes before the version is read, so two processes that start together don't both run a step.
 * On SQLite a copy of the file from before stays beside it, until a person deletes it.
 */
export const migrate = async (write: Db, steps: Step[] = STEPS) => {
  const db = write as unknown as Kysely<any>
  await db.transaction().execute(async (tx) => {
    await advisoryLock(tx, 'migrations')
    await createLedger(tx)
  })
  const done = await listApplied(db)
  refuseNewer(done, steps)
  const next = steps.find(({ name }) => !done.includes(name))
  if (next && done.length) await keepCopy(db, `before-${next.name}`)
  for (const step of steps.filter(({ name }) => !done.includes(name))) {
    await db.transaction().execute(async (tx) => {
      await advisoryLock(tx, 'migrations')
      const now = await listApplied(tx)
      refuseNewer(now, steps) // a newer program may have been quicker
      if (!now.includes(step.name)) await take(tx, step)
    })
  }
}

/** Whether this program and the database fit each other. */
export const isUpToDate = async (db: Db) => {
  const done = await listApplied(db)
  return done.length === STEPS.length && STEPS.every(({ name }) => done.includes(name))
}
