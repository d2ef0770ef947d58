import { PROGRAM_VERSION } from '@askwell/server/version.ts'
import { createBar } from '../progress.ts'
import { withReader } from '../with-site.ts'
import { resolve } from 'node:path'
import { command, configOf, siteFlags } from '../command.ts'

export const exportAll = command({
  builder: (flags) =>
    siteFlags(flags)
      .positional('folder', {
        type: 'string',
        demandOption: true,
        describe: 'where to; a folder that is empty or not there',
      })
      .option('private', {
        type: 'boolean',
        describe: 'hidden posts, e-mail addresses, who voted, and every upload besides; never passwords or secrets',
      })
      .example('$0 export /tmp/our-questions', '')
      .epilogue(
        'What a stranger may see on the site (of a private site: what every member may): questions with their answers, comments and revisions, tags, members, and the uploads they name. The site may be running. docs/operations.md says what is in each file.',
      ),
  async handler(given) {
    const config = configOf(given)
    const folder = resolve(given.folder)
    const scope = given.private ? 'private' : 'public'
    await withReader(config, async ({ db, clock }) => {
      const { countQuestions } = await import('@askwell/server/features/operations/exports/queries.ts')
      const { writeExport } = await import('@askwell/server/features/operations/exports/write-export.ts')
      const bar = createBar(await countQuestions(db, scope), 'questions')
      const began = performance.now()
      try {
        const {
          questions,
          answers,
          members: users,
          tags,
          uploads,
        } = await writeExport(db, {
          folder,
          config,
          scope,
          format: 'all',
          version: PROGRAM_VERSION,
          now: clock.now(),
          onProgress: (done, what) => bar.to(done, what),
        })
        bar.stop()
        console.log(
          `${folder}: ${questions} questions, ${answers} answers, ${users} members, ${tags} tags and ${uploads} uploads, ${((performance.now() - began) / 1000).toFixed(1)} s.`,
        )
      } finally {
        bar.stop()
      }
    })
  },
})
