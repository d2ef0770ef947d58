import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Reason } from '@askwell/contract/reasons.ts'
import type { Values } from '@askwell/contract/text.ts'
import { type Db, storageTrouble } from '../../../db/dialect.ts'
import { atOneMoment } from '../../../db/rows.ts'
import { BadRequest } from '../../../lib/errors.ts'
import { makeFolder } from '../../../lib/folders.ts'
import { listUploads } from '../files/stores/every-upload.ts'
import { NAMED_UPLOADS } from '../files/stores/store.ts'
import { openUpload, type Reach } from '../files/stores/of-site.ts'
import { findSettings } from '../settings/queries.ts'
import * as queries from './queries.ts'
import type { Scope } from './queries.ts'
import { writeRows } from './rows.ts'
import { linesIn, without, type Writing, writeThreads } from './threads.ts'
import { BATCH, FORMAT, time } from './views.ts'

/** For the person at the page or the terminal; its reason has a sentence in each language. */
export class ExportProblem extends BadRequest {
  constructor(reason: Reason, values?: Values) {
    super(reason, { values })
  }
}

interface ExportOptions {
  folder: string
  config: Reach['config']
  plugins?: Reach['plugins']
  scope: Scope
  format: Writing['format']
  version: string
  now: number
  onProgress(done: number, what: string): void
}

/**
 * Everything in an open format: JSON lines for programs, Markdown for people, or both. `public` is what an anonymous visitor may see; `private` also has the hidden posts,
 * the e-mail addresses, who voted, every upload, and all rows, of which an import makes an equal site. Passwords, sessions, codes and the site's own secrets are in neither.
 */
export const writeExport = async (db: Db, options: ExportOptions) => {
  const { folder } = options
  const there = await readdir(folder).catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  if (there.length) throw new ExportProblem('error.export.not_empty', { path: folder })
  makeFolder(folder, 0o750)
  return write(db, options).catch((error: unknown) => {
    throw storageTrouble(error) === 'full' ? new ExportProblem('error.export.no_room', { path: folder }) : error
  })
}

const writeSite = async (db: Db, { folder, scope, noteUploads }: Writing, made: { version: string; now: number }) => {
  const {
    general,
    interface: words,
    branding,
  } = (await findSettings(db, ['general', 'interface', 'branding'])) as Record<string, Record<string, unknown>>
  noteUploads(JSON.stringify(branding ?? {}))
  const { name, short_description, description, site_url } = general ?? {}
  const site = {
    askwell_export: FORMAT,
    version: made.version,
    made_at: time(made.now),
    scope,
    name,
    short_description,
    description,
    site_url,
    language: words?.language,
  }
  await writeFile(join(folder, 'site.json'), `${JSON.stringify(site, null, 1)}\n`)
}

const writeTags = async (db: Db, writing: Writing) => {
  const { scope, count, noteUploads } = writing
  const lines = linesIn(writing, 'tags.jsonl')
  for (const tag of await queries.listAllTags(db, scope)) {
    count.tags++
    noteUploads(tag.original_text)
    await lines.add(scope === 'public' ? without(tag, ['status']) : tag)
  }
  await lines.close()
}

const writeUsers = async (db: Db, writing: Writing) => {
  const { scope, count } = writing
  const lines = linesIn(writing, 'members.jsonl')
  for (let after = 0; ;) {
    const rows = await queries.listUsers(db, after, BATCH)
    if (rows.length === 0) break
    for (const row of rows)
      await lines.add(scope === 'public' ? without(row, ['e_mail', 'mail_status', 'language']) : row)
    count.members += rows.length
    after = rows.at(-1)!.id
  }
  await lines.close()
}

const copyUploads = async (reach: Reach, { folder, count }: Writing, paths: Iterable<string>) => {
  for (const path of paths) {
    const place = join(folder, 'uploads', path)
    await mkdir(dirname(place), { recursive: true })
    const opened = await openUpload(reach, path)
    if (!opened) continue // named in a text, but no longer there
    await pipeline(opened.content, createWriteStream(place))
    count.uploads++
  }
}

const write = async (db: Db, { folder, config, plugins, scope, format, version, now, onProgress }: ExportOptions) => {
  const uploads = new Set<string>()
  const noteUploads = (text: string) => {
    for (const [, path] of text.matchAll(NAMED_UPLOADS)) uploads.add(path!)
  }
  const count = { questions: 0, answers: 0, members: 0, tags: 0, uploads: 0 }
  const writing: Writing = { folder, scope, format, count, noteUploads, onProgress }
  await atOneMoment(db, async (tx) => {
    await writeSite(tx, writing, { version, now })
    await writeTags(tx, writing)
    await writeUsers(tx, writing)
    await writeThreads(tx, writing)
    if (scope === 'private' && format !== 'markdown') await writeRows(tx, folder, version)
  })
  const reach = { db, config, plugins, noLinks: true }
  await copyUploads(reach, writing, scope === 'private' ? (await listUploads(reach)).keys() : uploads)
  return count
}
