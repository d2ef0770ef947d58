import type { Import } from '../batches.ts'
import { hostsAsked } from './by-api/fetched.ts'
import { copyUploads, hasUpload, missingUpload, type NamedUpload, type OldUpload, UPLOADS } from '../uploads/copy.ts'
import { uploadsFolderOf } from '../uploads/folder.ts'
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
  naming: ['%/uploads/%'],
  pattern: new RegExp(
    `(?:${[...hosts.map((host) => `https?://${RegExp.escape(host)}`), NO_ADDRESS_BEFORE].join('|')})${PATH}`,
    'gi',
  ),
  read: ([, path = '']) => uploadAt(path),
})

const uploadAt = (path: string): OldUpload => {
  const [, hash, name = '', ending = ''] = /^files\/post\/([\w-]+)\/(.+)(\.\w+)$/.exec(path) ?? []
  const [place, source] = hash
    ? [`files/post/${hash}${ending.toLowerCase()}`, 'post_attachment' as const]
    : [path, path.split('/')[0] as OldUpload['source']]
  return { key: place, path: place, name: hash ? `${name}${ending}` : path, source }
}

/** `site`: what the old site is called here, which may be its address. */
export const uploadAddresses = (answer: AnswerDatabase, site = '') => {
  const { site_url } = settingIn(answer, 'general')
  const host = typeof site_url === 'string' ? (URL.parse(site_url)?.host ?? '') : ''
  return addressesAt([...new Set([host, site, ...hostsAsked(answer)])].filter((one) => HOST.test(one)))
}

interface Wanted {
  tally: Pick<Import['tally'], 'count'>
  selection?: Import['selection']
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
