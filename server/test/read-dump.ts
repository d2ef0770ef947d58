import { join } from 'node:path'
import type { App } from '../src/events/events.ts'
import { countAll } from '../src/commands/counts.ts'
import { compareWith, importFrom, inFiles, openDump } from '../src/features/operations/imports/source.ts'
import { stackExchange } from '../src/features/operations/imports/stackexchange/import.ts'
import { readRows } from '../src/features/operations/imports/stackexchange/rows.ts'

/** All rows of a file of a dump. */
export const rowsOf = async (folder: string, file: string) => {
  const rows: Record<string, string>[] = []
  for await (const row of readRows(join(folder, `${file}.xml`), () => {})) if ('fields' in row) rows.push(row.fields)
  return rows
}

export const SITE = 'old.example'

export const bringIn = async (app: App, folder: string) => {
  const options = {
    site: SITE,
    language: 'en_US',
    progress: () => {},
    signal: new AbortController().signal,
    shared: false,
  }
  const { source } = await openDump(inFiles(stackExchange), folder, options)
  const report = await importFrom(app, source, folder, options)
  const off = await countAll(app)
  return { report, off, comparison: await compareWith(app, source, folder, options) }
}
