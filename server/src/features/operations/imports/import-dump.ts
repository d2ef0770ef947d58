import { basename } from 'node:path'
import { refreshStatistics, writeInBulk } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import { indexLanguage } from '../../content/search/queries.ts'
import { siteSettings } from '../settings/views.ts'
import { countAll } from '../../../commands/counts.ts'
import { Problem } from '../../../commands/problem.ts'
import type { Doing } from '../../../commands/run.ts'
import { ensureDump, importStackExchange, NotADump } from './stackexchange/import.ts'
import { nameOf } from './stackexchange/same-site.ts'

export interface DumpToImport {
  folder: string
  /** The name of the old site; without it the name it already has here, or else that of the folder. */
  site?: string
}

/** Imports a community from its dump; run again, it continues. Whatever was imported, the counts are right at the end. */
export const importDump = async (app: App, { folder, site }: DumpToImport, doing: Doing) => {
  try {
    ensureDump(folder)
    const language = (await indexLanguage(app.db)) ?? (await siteSettings(app)).interface.language
    const name = site ?? (await nameOf(app.db, folder, basename(folder)))
    if (!doing.shared) await writeInBulk(app)
    const report = await importStackExchange(app, folder, { site: name, language, ...doing })
    await countAll(app, (part, share) => doing.progress(share, 1, `counting ${part}`))
    await app.transaction(async (tx) => {
      await refreshStatistics(tx.db)
      await tx.emit('site.imported', { actor_id: 0, object_type: 'user', object_id: 0, question_id: 0 })
    })
    return { ...report, site: name }
  } catch (error) {
    throw error instanceof NotADump ? new Problem(error.message) : error
  }
}
