import { type Kysely, sql } from 'kysely'
import { advisoryLock, type Db, copyDatabase } from './dialect.ts'
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
import * as notifications from './migrations/0026-notifications.ts'
import * as badges from './migrations/0027-badges.ts'
import * as ledger from './migrations/0028-ledger.ts'
import * as tasksAndAudit from './migrations/0033-tasks-and-audit.ts'
import * as directory from './migrations/0034-directory.ts'
import * as dailyFigures from './migrations/0036-daily-figures.ts'
import * as auditLog from './migrations/0038-audit-log.ts'
import * as bulkActs from './migrations/0039-bulk-acts.ts'
import * as listsInAnyState from './migrations/0040-lists-in-any-state.ts'
import * as sentEmails from './migrations/0041-sent-emails.ts'
import * as siteInvitations from './migrations/0043-site-invitations.ts'
import * as pluginChannels from './migrations/0046-plugin-channels.ts'
import * as refusalsAndSlowQueries from './migrations/0050-refusals-and-slow-queries.ts'
import * as corrections from './migrations/0056-corrections.ts'
import * as searchVocabulary from './migrations/0060-search-vocabulary.ts'
import * as shortWords from './migrations/0066-short-words.ts'
import * as codeInSearch from './migrations/0067-code-in-search.ts'
import * as savedSearches from './migrations/0068-saved-searches.ts'
import * as notificationGroups from './migrations/0069-notification-groups.ts'
import * as adminLists from './migrations/0072-admin-lists.ts'
import * as importedFacts from './migrations/0075-imported-facts.ts'
import * as importedAddresses from './migrations/0076-imported-addresses.ts'
import * as drafts from './migrations/0078-drafts.ts'
import * as renderer from './migrations/0079-renderer.ts'
import * as languagesInSearch from './migrations/0082-languages-in-search.ts'
import * as pluginPackages from './migrations/0084-plugin-packages.ts'
import * as uploadStorage from './migrations/0085-upload-storage.ts'
import * as vectors from './migrations/0087-vectors.ts'
import * as captchasOfPlugins from './migrations/0090-captchas-of-plugins.ts'
import * as pluginInstances from './migrations/0091-plugin-instances.ts'
import * as pluginDeliveries from './migrations/0095-plugin-deliveries.ts'
import * as editorFace from './migrations/0110-editor-face.ts'
import * as foundMembers from './migrations/0112-found-members.ts'
import * as taskClaims from './migrations/0119-task-claims.ts'
import * as postedSignIns from './migrations/0130-posted-sign-ins.ts'
import * as draftVersions from './migrations/0131-draft-versions.ts'
import * as unfinishedTexts from './migrations/0132-unfinished-texts.ts'
import * as uploadsOfMembers from './migrations/0135-uploads-of-members.ts'
import * as pluginNotices from './migrations/0136-plugin-notices.ts'
import * as agreedSignIns from './migrations/0137-agreed-sign-ins.ts'
import * as agreedDirectories from './migrations/0138-agreed-directories.ts'
import * as agreedSaml from './migrations/0139-agreed-saml.ts'
import * as agreedUserCenters from './migrations/0140-agreed-user-centers.ts'

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
  { name: '0026-notifications', up: notifications.up },
  { name: '0027-badges', up: badges.up },
  { name: '0028-ledger', up: ledger.up },
  { name: '0033-tasks-and-audit', up: tasksAndAudit.up },
  { name: '0034-directory', up: directory.up },
  { name: '0036-daily-figures', up: dailyFigures.up },
  { name: '0038-audit-log', up: auditLog.up },
  { name: '0039-bulk-acts', up: bulkActs.up },
  { name: '0040-lists-in-any-state', up: listsInAnyState.up },
  { name: '0041-sent-emails', up: sentEmails.up },
  { name: '0043-site-invitations', up: siteInvitations.up },
  { name: '0046-plugin-channels', up: pluginChannels.up },
  { name: '0050-refusals-and-slow-queries', up: refusalsAndSlowQueries.up },
  { name: '0056-corrections', up: corrections.up },
  { name: '0060-search-vocabulary', up: searchVocabulary.up },
  { name: '0066-short-words', up: shortWords.up },
  { name: '0067-code-in-search', up: codeInSearch.up },
  { name: '0068-saved-searches', up: savedSearches.up },
  { name: '0069-notification-groups', up: notificationGroups.up },
  { name: '0072-admin-lists', up: adminLists.up },
  { name: '0075-imported-facts', up: importedFacts.up },
  { name: '0076-imported-addresses', up: importedAddresses.up },
  { name: '0078-drafts', up: drafts.up },
  { name: '0079-renderer', up: renderer.up },
  { name: '0082-languages-in-search', up: languagesInSearch.up },
  { name: '0084-plugin-packages', up: pluginPackages.up },
  { name: '0085-upload-storage', up: uploadStorage.up },
  { name: '0087-vectors', up: vectors.up },
  { name: '0090-captchas-of-plugins', up: captchasOfPlugins.up },
  { name: '0091-plugin-instances', up: pluginInstances.up },
  { name: '0095-plugin-deliveries', up: pluginDeliveries.up },
  { name: '0110-editor-face', up: editorFace.up },
  { name: '0112-found-members', up: foundMembers.up },
  { name: '0119-task-claims', up: taskClaims.up },
  { name: '0130-posted-sign-ins', up: postedSignIns.up },
  { name: '0131-draft-versions', up: draftVersions.up },
  { name: '0132-unfinished-texts', up: unfinishedTexts.up },
  { name: '0135-uploads-of-members', up: uploadsOfMembers.up },
  { name: '0136-plugin-notices', up: pluginNotices.up },
  { name: '0137-agreed-sign-ins', up: agreedSignIns.up },
  { name: '0138-agreed-directories', up: agreedDirectories.up },
  { name: '0139-agreed-saml', up: agreedSaml.up },
  { name: '0140-agreed-user-centers', up: agreedUserCenters.up },
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
  if (next && done.length) await copyDatabase(db, `before-${next.name}`)
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
