import { UPLOAD_STORES } from '@askwell/contract/storage.ts'
import { onSite } from '../on-site.ts'
import { command, configOf, siteFlags } from '../command.ts'

export const files = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('act', { choices: ['move'] as const, demandOption: true })
      .option('to', {
        choices: UPLOAD_STORES,
        demandOption: true,
        describe: 'the folder `uploads`, the S3 storage, or the plugin that is chosen at Operations → Storage',
      })
      .example('$0 files move --to s3', 'into the bucket that is set up at Operations → Storage')
      .example('$0 files move --to disk', '')
      .epilogue(
        'The site may be running: each file can be read all along, and new ones go to the new place from now on. Stopped or killed, the same command again moves what is left.',
      ),
  async handler(given) {
    const began = performance.now()
    const { files: count, missing } = await onSite('move-files', configOf(given), { to: given.to })
    console.log(
      `${count} ${count === 1 ? 'upload was' : 'uploads were'} moved, in ${((performance.now() - began) / 1000).toFixed(1)} s.`,
    )
    if (missing) {
      console.log(`${missing} ${missing === 1 ? 'is' : 'are'} in neither place; \`doctor\` names them.`)
      process.exitCode = 1
    }
  },
})
