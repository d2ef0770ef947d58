import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setFirstAvatar } from '../../../users/users/queries.ts'
import { batches, type Import } from '../batches.ts'
import { listOrigins, listWhoWereHere } from '../queries.ts'
import type { Examined } from '../source.ts'
import type { Staging } from '../sql-dumps/staging.ts'
import type { WithUploads } from '../staged.ts'
import { authorOf } from '../tables/keys.ts'
import { str } from '../tables/keys.ts'
import type { TableName } from '../tables/columns.ts'
import { type Form, rowsOf } from '../tables/rows.ts'
import { copyUploads, hasUpload, missingUpload, type NamedUpload, type OldUpload, UPLOADS } from '../uploads/copy.ts'
import { uploadsFolderOf } from '../uploads/folder.ts'
import { renameUploads, type UploadAddresses, uploadsHere } from '../uploads/rename.ts'

/** `original/2X/a/abc….png`, below a folder of the site or in a store elsewhere. What it is called is the SHA-1 of what it holds, so it is known by that wherever it lies. */
const PATH = String.raw`((?:original|optimized)/\dX/(?:[\da-f]/){0,3}([\da-f]{40})\w{0,40}\.\w{1,10})`
const SHA1 = /[\da-f]{40}/i
const BEFORE = String.raw`(?:(?:https?:)?//[\w.-]+(?::\d{1,5})?|(?<![\w.:/%-]))(?:/[\w.-]+){0,6}/`
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|heic|svg|ico)$/i

const addressesIn = ({ database }: Staging): UploadAddresses => {
  const called = database.prepare('select original_filename as name from uploads where sha1 = ?')
  return {
    naming: ['%/original/%', '%/optimized/%'],
    pattern: new RegExp(BEFORE + PATH, 'gi'),
    read: ([, key = '', sha1 = '']) => ({
      key,
      path: key,
      name: str((called.get(sha1.toLowerCase())?.name as string | null) ?? undefined) || basename(key),
      source: PICTURE.test(key) ? 'post' : 'post_attachment',
    }),
  }
}

const TEXTS = ['questions', 'answers', 'comments'] as const

type Wanted = Pick<Import, 'folder' | 'tally' | 'signal' | 'selection'>
const recordsOf = (one: Wanted, form: Form, table: TableName) =>
  rowsOf({ ...one, onBytes: () => {} }, form, table, { silent: true })

/** The pictures of the members who come in. One may stand in a text, too; here it is cut to a square. */
async function* picturesOf(one: Wanted, form: Form, staging: Staging) {
  const { pattern, read } = addressesIn(staging)
  const chosen = staging.database.prepare(
    'select uploads.url from users join uploads on uploads.id = users.uploaded_avatar_id where users.id = ?',
  )
  for await (const { record } of recordsOf(one, form, 'members')) {
    const [match] = str((chosen.get(str(record.id))?.url as string | null) ?? undefined).matchAll(pattern)
    if (!match) continue
    const { path } = read(match)
    const upload: OldUpload = { key: `avatar:${path}`, path, name: basename(path), source: 'avatar' }
    yield { ...upload, member: str(record.id), record }
  }
}

/** Files that the old site shows to those only who may read what they stand in. */
const secureIn = ({ database }: Staging) => {
  const find = database.prepare("select 1 from uploads where sha1 = ? and secure in ('t', 'true', '1')")
  return ({ path }: OldUpload) => find.get(SHA1.exec(path)![0].toLowerCase()) !== undefined
}

/** What those texts name that come in, and then the pictures of members. */
async function* named(one: Wanted, form: Form, staging: Staging): AsyncGenerator<Omit<NamedUpload, 'line'>> {
  const { pattern, read } = addressesIn(staging)
  for (const table of TEXTS)
    for await (const { record } of recordsOf(one, form, table))
      for (const match of str(record.text).matchAll(pattern))
        yield {
          ...read(match),
          by: authorOf(record.member, record.member_name),
          created_at: Number(record.created_at),
        }
  for await (const { member: _, record, ...upload } of picturesOf(one, form, staging))
    yield { ...upload, by: authorOf(record.id, record.name), created_at: Number(record.created_at) }
}

/** Each upload once, without those that aren't for everybody: these are told. */
async function* uploadsOf(one: Wanted, form: Form, staging: Staging): AsyncGenerator<NamedUpload> {
  const seen = new Set<string>()
  const isSecure = secureIn(staging)
  for await (const upload of named(one, form, staging)) {
    if (seen.has(upload.key)) continue
    seen.add(upload.key)
    one.tally.count(UPLOADS, 'rows')
    if (isSecure(upload)) {
      one.tally.count(UPLOADS, 'other')
      one.tally.remark(UPLOADS, seen.size, `${upload.path} isn't shown to everybody there, and stays behind`)
    } else yield { ...upload, line: seen.size }
  }
}

/** Its backups have a folder for each of the sites that one program may serve, mostly `default`. */
const folderOf = (one: Pick<Import, 'folder' | 'files'>) => {
  const top = uploadsFolderOf(one)
  if (!top) return undefined
  const inside = readdirSync(top, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [top, ...inside.map(({ name }) => join(top, name))].find((folder) => existsSync(join(folder, 'original')))
}

/** Members who came from there and have chosen no picture here have the one that they had there. */
const setPictures = async (one: Import, form: Form, staging: Staging) => {
  const { app, site } = one
  for await (const batch of batches(picturesOf(one, form, staging), one.batch)) {
    const members = batch.map(({ member }) => member)
    const users = await listOrigins(app.db, site, 'user', members)
    const wereHere = await listWhoWereHere(app.db, site, members)
    const files = await uploadsHere(
      one,
      batch.map(({ key }) => key),
    )
    await app.transaction(async (tx) => {
      for (const { member, key } of batch) {
        const [user, file] = [users.get(member), files.get(key)]
        if (user !== undefined && file && !wereHere.has(member))
          await setFirstAvatar(tx.db, user, `/uploads/${file.path}`)
      }
    })
  }
}

const bring = async (one: Import, form: Form, staging: Staging) => {
  const folder = folderOf(one)
  if (!folder) {
    for await (const _ of uploadsOf(one, form, staging)) one.tally.count(UPLOADS, 'other')
    return
  }
  await copyUploads(one, folder, uploadsOf(one, form, staging))
  await renameUploads(one, addressesIn(staging))
  await setPictures(one, form, staging)
}

async function* examine(one: Examined, form: Form, staging: Staging) {
  const folder = folderOf(one)
  for await (const upload of uploadsOf(one, form, staging))
    if (!folder) one.tally.count(UPLOADS, 'other')
    else if (await hasUpload(folder, upload)) yield { file: UPLOADS, kind: 'file' as const, key: upload.key }
    else one.tally.complain(UPLOADS, upload.line, missingUpload(upload))
}

/** Its uploads, from a folder of them. */
export const uploads: WithUploads = { bring, examine }
