import { giveToOwner } from '@askwell/server/lib/folders.ts'
import { PROGRAM_VERSION } from '@askwell/server/version.ts'
import { createBar } from '../progress.ts'
import { withReader } from '../with-site.ts'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { command, configOf, siteFlags } from '../command.ts'

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`

export const backup = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('file', {
        type: 'string',
        demandOption: true,
        describe: 'the file to write (.tar.gz); one that is there already is left alone',
      })
      .example('$0 backup /backups/askwell-2026-11-21.tar.gz', '')
      .epilogue(
        'The site may be running; what is written is its state of one moment. The file holds every row, the uploads and the settings, passwords of mail servers included: keep it as you keep the site itself. Sessions and mailed codes are left out. It is read back and compared before it gets its name.',
      ),
  async handler(given) {
    const config = configOf(given)
    const file = resolve(given.file)
    await withReader(config, async ({ db, engine, clock }) => {
      const { backupSteps, writeBackup } = await import('@askwell/server/features/operations/backups/write-backup.ts')
      const { LAST_BACKUP } = await import('@askwell/server/features/operations/backups/views.ts')
      const bar = createBar(await backupSteps({ db, config }), 'reading')
      const began = performance.now()
      try {
        const { manifest, uploads, missing, bytes } = await writeBackup(
          { db, engine },
          {
            config,
            file,
            version: PROGRAM_VERSION,
            now: clock.now(),
            onProgress: (done, what) => bar.to(done, what),
          },
        )
        bar.stop()
        writeFileSync(join(config.data, LAST_BACKUP), `${file}\n`) // the dashboard says how old the last one is
        giveToOwner(config.data) // the site runs as another user than root, and writes this file too
        const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
        console.log(
          `${file}: ${rows} rows of ${Object.keys(manifest.tables).length} tables and ${uploads} uploads, ${megabytes(bytes)} unpacked; read back and found whole, ${((performance.now() - began) / 1000).toFixed(1)} s.`,
        )
        if (missing.length)
          console.log(
            `Erased while it was written, and not in it: ${missing.length === 1 ? 'one upload' : `${missing.length} uploads`}: ${missing.join(', ')}.`,
          )
      } finally {
        bar.stop()
      }
    })
  },
})
