import { reindexAll } from '@askwell/server/commands/reindex.ts'
import { restoreBackup } from '@askwell/server/features/operations/backups/restore-backup.ts'
import { membersOf, verifyRows } from '@askwell/server/features/operations/exports/open-rows.ts'
import { databaseUrls } from '@askwell/server/features/operations/installation/policy.ts'
import { resolve } from 'node:path'
import { configOf, PROGRAM, saveDatabaseChoice } from './command.ts'
import { intoPlace } from './into-place.ts'
import { watched } from './on-site.ts'
import { withApp } from './with-site.ts'

/** Makes an equal site of a private export of Askwell, where there is none yet; on a trial it only says what would come. */
export const importWholeSite = async (given: {
  folder: string
  'dry-run': boolean
  'env-file'?: string
  data?: string
  database?: string
}) => {
  const folder = resolve(given.folder)
  const wanted = configOf(given)
  const config = { ...wanted, database: wanted.database || databaseUrls({ db_type: 'sqlite3' }, wanted.data)[0]! }
  const contents = await verifyRows(folder)
  const count = Object.values(contents.tables).reduce((sum, { rows }) => sum + rows, 0)
  if (given['dry-run'])
    return console.log(`${folder} is whole: ${count} rows of ${Object.keys(contents.tables).length} tables would come.`)
  const taken =
    'There is a site already, and an export of Askwell is a whole one: bring it into a new folder (--data) or an empty database (--database).'
  const brought = await intoPlace(config, taken, (database) =>
    restoreBackup(database, {
      file: folder,
      data: config.data,
      manifest: contents,
      members: membersOf(folder, contents),
    }),
  )
  saveDatabaseChoice(config, given)
  const indexed = await watched('indexing', (doing) => withApp(config, (app) => reindexAll(app, doing)))
  console.log(
    `${brought.rows} rows and ${brought.uploads} uploads are in, ${indexed} posts are indexed. Nobody has a password yet: \`${PROGRAM} set-password NAME\` gives an admin one, and members have one sent by e-mail. \`npm start\` runs the site.`,
  )
}
