import { databaseUrls } from '@askwell/server/features/operations/installation/policy.ts'
import { createBar } from '../progress.ts'
import { watched } from '../on-site.ts'
import { withApp } from '../with-site.ts'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { command, configOf, saveDatabaseChoice, siteFlags } from '../command.ts'

const TAKEN = 'There is a site already. `--replace` puts the backup in its place; nothing of it remains then.'

export const restore = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('file', { type: 'string', demandOption: true, describe: 'a backup, of either kind of database' })
      .option('replace', { type: 'boolean', describe: 'there is a site already: it goes, with its uploads' })
      .example('$0 restore /backups/askwell-2026-11-21.tar.gz', 'into a new folder')
      .example('$0 restore FILE --replace', 'in place of the site there')
      .epilogue(
        'The file is read to its end and checked first. The site must not be running. Everybody has to log in again afterwards. Until all of it is in, the site stays as it was.',
      ),
  async handler(args) {
    const given = configOf(args)
    const file = resolve(args.file)
    const config = { ...given, database: given.database || databaseUrls({ db_type: 'sqlite3' }, given.data)[0]! }
    const began = performance.now()
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    const bar = createBar(2 * size, 'checking')
    let read = 0
    const onBytes = (what: string) => (count: number) => bar.to((read += count), what)
    try {
      const { verifyBackup } = await import('@askwell/server/features/operations/backups/verify-backup.ts')
      const manifest = await verifyBackup(file, onBytes('checking'))
      const { restoreBackup } = await import('@askwell/server/features/operations/backups/restore-backup.ts')
      const { intoPlace } = await import('../into-place.ts')
      const { reindexAll } = await import('@askwell/server/commands/reindex.ts')
      const restored = await intoPlace(config, args.replace ? '' : TAKEN, (database) =>
        restoreBackup(database, { file, data: config.data, manifest, onBytes: onBytes('restoring') }),
      )
      bar.stop()
      saveDatabaseChoice(config, args)
      const indexed = await watched('indexing', (doing) => withApp(config, (app) => reindexAll(app, doing)))
      console.log(
        `${restored.rows} rows and ${restored.uploads} uploads are back as of ${new Date(manifest.made_at * 1000).toISOString()}, ${indexed} posts are indexed, ${((performance.now() - began) / 1000).toFixed(1)} s. \`npm start\` runs the site.`,
      )
    } finally {
      bar.stop()
    }
  },
})
