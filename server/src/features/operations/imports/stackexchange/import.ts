import { existsSync, statSync } from 'node:fs'
import type { App } from '../../../../events/events.ts'
import { bringClosings } from './closings.ts'
import { bringHistories } from './histories.ts'
import { createRendering } from './rendering.ts'
import { Stopped } from './import-stopped.ts'
import { type AnyFile, createTally, FILES, MORE_FILES, type Report } from './tally.ts'
import { type Import, type ImportOptions, pathOf } from './batches.ts'
import { bringTags, bringTagTexts } from './tags.ts'
import { bringMembers } from './members.ts'
import { bringPosts } from './posts.ts'
import { bringComments } from './comments.ts'

/** Rows that are written at once: while they are, others wait, and then the disk is waited for. */
const BATCH = { alone: 500, shared: 50 }

export class NotADump extends Error {}

const bytesOf = (folder: string, file: AnyFile) => statSync(pathOf(folder, file)).size

/** A folder that isn't a dump is refused before anything of it is read. */
export const ensureDump = (folder: string) => {
  const missing = FILES.filter((file) => !existsSync(pathOf(folder, file)))
  if (missing.length) throw new NotADump(`${folder} lacks ${missing.map((file) => `${file}.xml`).join(', ')}.`)
}

/** Imports a community from its public dump: tags, members, questions, answers and comments, with their scores. */
export const importStackExchange = async (app: App, folder: string, wishes: ImportOptions): Promise<Report> => {
  ensureDump(folder)
  const wanted = [...FILES, ...MORE_FILES].filter((file) => existsSync(pathOf(folder, file)))
  const tally = createTally(wanted)
  const total = wanted.reduce((sum, file) => sum + bytesOf(folder, file), 0)
  let read = 0
  const one: Import = {
    ...wishes,
    app,
    folder,
    tally,
    onBytes: (file, bytes) => wishes.progress((read += bytes), total, file),
    batch: wishes.shared ? BATCH.shared : BATCH.alone,
    rendering: createRendering(wishes),
  }
  try {
    const tagOf = await bringTags(one)
    tally.finish('Tags')
    await bringMembers(one)
    tally.finish('Users')
    await bringTagTexts(one, tagOf, await bringPosts(one))
    tally.finish('Posts')
    await bringComments(one)
    tally.finish('Comments')
    await bringHistories(app, one, folder)
    await bringClosings(app, one, folder)
    tally.finish('PostHistory', 'PostLinks')
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
  } finally {
    await one.rendering.close()
  }
  return tally.report()
}
