import { resolve } from 'node:path'
import { countQuestions } from '@askwell/server/features/exports/queries.ts'
import { writeExport } from '@askwell/server/features/exports/service.ts'
import { PROGRAM_VERSION } from '@askwell/server/site.ts'
import { readArguments, SITE_USAGE } from '../arguments.ts'
import type { Command } from '../commands.ts'
import { createBar } from '../progress.ts'
import { withReader } from '../with-site.ts'

export const exportAll: Command = {
  summary: 'write everything in an open format, JSON and Markdown, into a folder: export DIR',
  usage: `export DIR [--private]

What a stranger may see on the site (a private site: what every member may): questions with their answers, comments and
revisions, tags, members, and the uploads they name. The site may be running. docs/operations.md says what is in each file.

  --private             hidden posts, e-mail addresses, who voted, and every upload besides; never passwords or secrets
${SITE_USAGE}`,
  async run(args) {
    const {
      values,
      positionals: [name],
      config,
    } = readArguments(args, { private: { type: 'boolean' } }, ['DIR'])
    const folder = resolve(name!)
    const scope = values.private ? 'private' : 'public'
    await withReader(config, async ({ db, clock }) => {
      const bar = createBar(await countQuestions(db, scope), 'questions')
      const began = performance.now()
      try {
        const { questions, answers, members, tags, uploads } = await writeExport(db, {
          folder,
          data: config.data,
          scope,
          version: PROGRAM_VERSION,
          now: clock.now(),
          onProgress: (done, what) => bar.to(done, what),
        })
        bar.stop()
        console.log(
          `${folder}: ${questions} questions, ${answers} answers, ${members} members, ${tags} tags and ${uploads} uploads, ${((performance.now() - began) / 1000).toFixed(1)} s.`,
        )
      } finally {
        bar.stop()
      }
    })
  },
}
