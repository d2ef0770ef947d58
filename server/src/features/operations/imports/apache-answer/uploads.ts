import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Import } from '../batches.ts'
import { copyUploads, hasUpload, missingUpload, type NamedUpload, type OldUpload, UPLOADS } from '../uploads/copy.ts'
import { renameUploads, type UploadAddresses } from '../uploads/rename.ts'
import { type AnswerDatabase, type Row, rowsOf, type TableName } from './queries.ts'
import { authorOf, avatarIn, isDeletedUser, isShown, num, SHOWN, str, time } from './records.ts'
import { isSelected } from './selection.ts'
import { settingIn, takesSettings, tookSettings } from './settings.ts'

const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?$/i

/** `/uploads/post/AbC.png`; what is no picture has the name that it was sent with behind its own. */
const PATH = String.raw`/uploads/((?:post|avatar|branding)/[\w-]+\.\w+|files/post/[\w-]+/[^\s"'<>()\[\]/]+\.\w+)`
const NO_ADDRESS_BEFORE = String.raw`(?<![\w.:/%-])`

const addressesAt = (hosts: string[]): UploadAddresses => ({
  pattern: new RegExp(
    `(?:${[...hosts.map((host) => `https?://${RegExp.escape(host)}`), NO_ADDRESS_BEFORE].join('|')})${PATH}`,
    'gi',
  ),
  read: ([, path = '']) => uploadAt(path),
})

const uploadAt = (path: string): OldUpload => {
  const [, hash, name = '', ending = ''] = /^files\/post\/([\w-]+)\/(.+)(\.\w+)$/.exec(path) ?? []
  if (hash)
    return { key: `files/post/${hash}${ending.toLowerCase()}`, name: `${name}${ending}`, source: 'post_attachment' }
  return { key: path, name: path, source: path.split('/')[0] as OldUpload['source'] }
}

export const uploadAddresses = (answer: AnswerDatabase, site: string) => {
  const { site_url } = settingIn(answer, 'general')
  const host = typeof site_url === 'string' ? (URL.parse(site_url)?.host ?? '') : ''
  return addressesAt([...new Set([host, site])].filter((one) => HOST.test(one)))
}

interface Wanted extends Pick<Import, 'tally' | 'selection'> {
  withSettings: boolean
}

const TEXTS = ['question', 'answer', 'comment', 'tag'] as const

const SHOWN_THINGS = TEXTS.filter((table) => table !== 'comment')
  .map((table) => `object_id in (select id from "${table}" where ${SHOWN})`)
  .join(' or ')

/** What of the old site names an upload, and comes in. */
function* textsOf(answer: AnswerDatabase, { selection, withSettings }: Wanted): Generator<[text: string, row: Row]> {
  const naming = (table: TableName, column: string, where = 'true') =>
    rowsOf(answer, table, `"${column}" like '%/uploads/%' and (${where})`)
  const comesIn = (table: 'user' | (typeof TEXTS)[number], row: Row) => !selection || isSelected(selection, table, row)
  for (const table of TEXTS)
    for (const row of naming(table, 'original_text'))
      if (isShown(row) && comesIn(table, row)) yield [str(row.original_text), row]
  for (const row of naming('user', 'avatar'))
    if (!isDeletedUser(row) && comesIn('user', row)) yield [avatarIn(str(row.avatar)), { ...row, user_id: row.id! }]
  for (const row of naming('revision', 'content', `status <> 3 and (${SHOWN_THINGS})`))
    if (!selection || selection.posts.has(str(row.object_id)) || selection.tags.has(str(row.object_id)))
      yield [str(row.content), row]
  if (withSettings) for (const row of naming('site_info', 'content')) yield [str(row.content), row]
}

/** Each upload once. */
export function* uploadsOf(
  answer: AnswerDatabase,
  { pattern, read }: UploadAddresses,
  wanted: Wanted,
): Generator<NamedUpload> {
  const seen = new Set<string>()
  for (const [text, row] of textsOf(answer, wanted))
    for (const match of text.matchAll(pattern)) {
      const upload = read(match)
      if (seen.has(upload.key)) continue
      seen.add(upload.key)
      wanted.tally.count(UPLOADS, 'rows')
      yield {
        ...upload,
        line: seen.size,
        by: num(row.user_id) ? authorOf(row.user_id) : null,
        created_at: time(row.created_at),
      }
    }
}

/** Where the old site keeps them: the folder that was named, or the one that is called so within it or beside the database. */
export const uploadsFolderOf = ({ folder, files }: Pick<Import, 'folder' | 'files'>) =>
  [files && join(files, 'uploads'), files, join(folder, 'uploads')].find((one) => one && existsSync(one))

export const bringUploads = async (one: Import, answer: AnswerDatabase) => {
  const addresses = uploadAddresses(answer, one.site)
  const folder = uploadsFolderOf(one)
  const wanted = { ...one, withSettings: await tookSettings(one) }
  if (!folder) {
    for (const _ of uploadsOf(answer, addresses, wanted)) one.tally.count(UPLOADS, 'other')
    return
  }
  await copyUploads(one, folder, uploadsOf(answer, addresses, wanted))
  await renameUploads(one, addresses)
}

export async function* examineUploads(
  one: Pick<Import, 'app' | 'site' | 'folder' | 'files' | 'settings' | 'tally' | 'selection'>,
  answer: AnswerDatabase,
) {
  const folder = uploadsFolderOf(one)
  const wanted = { ...one, withSettings: (await tookSettings(one)) || (await takesSettings(one)) }
  for (const upload of uploadsOf(answer, uploadAddresses(answer, one.site), wanted))
    if (!folder) one.tally.count(UPLOADS, 'other')
    else if (await hasUpload(folder, upload)) yield { file: UPLOADS, kind: 'file' as const, key: upload.key }
    else one.tally.complain(UPLOADS, upload.line, missingUpload(upload))
}
