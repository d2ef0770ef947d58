import { objectId } from '@askwell/contract/ids.ts'
import type { LargeUpload, UPLOAD_KINDS } from '@askwell/contract/storage.ts'
import type { App } from '../../../events/events.ts'
import type { Source } from '../files/policy.ts'
import { addressOf } from '../files/views.ts'
import { siteSettings } from '../settings/views.ts'
import { userCards, userChip } from '../../users/users/views.ts'
import { listLargest, listUsesOf } from './queries.ts'

export const KIND_OF: Record<Source, (typeof UPLOAD_KINDS)[number]> = {
  post: 'pictures',
  post_attachment: 'attachments',
  avatar: 'avatars',
  branding: 'branding',
}

const AT_ONCE = 20
const USES_SHOWN = 3

const cursorIn = (text: string) => {
  const [, bytes, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  return id === undefined ? undefined : { bytes: Number(bytes), id: Number(id) }
}

/** Uploads by their size, and where they stand. */
export const largestUploads = async (app: App, before: string): Promise<{ list: LargeUpload[]; next: string }> => {
  const { general } = await siteSettings(app)
  const found = await listLargest(app.db, cursorIn(before), AT_ONCE + 1)
  const rows = found.slice(0, AT_ONCE)
  const ids = rows.map(({ id }) => id)
  const [uses, users] = await Promise.all([
    listUsesOf(app.db, ids, USES_SHOWN),
    userCards(
      app.db,
      rows.map(({ user_id }) => user_id).filter((id) => id > 0),
    ),
  ])
  const list = rows.map(({ id, path, source, bytes, created_at, storage, deleted_at, user_id }) => {
    const its = uses.filter(({ file_id }) => file_id === id)
    const user = users.get(user_id)
    return {
      address: addressOf(general.site_url, path),
      kind: KIND_OF[source as Source],
      bytes,
      created_at,
      place: storage,
      deleted_at,
      user: user ? userChip(user) : null,
      uses: its.map(({ kind, id, question_id, title, url_title }) => ({
        question_id: objectId('question', question_id),
        answer_id: kind === 'answer' ? objectId('answer', id) : '',
        title,
        url_title,
      })),
      used: Number(its[0]?.used ?? 0),
    }
  })
  const last = rows.at(-1)
  return { list, next: found.length > AT_ONCE && last ? `${last.bytes}-${last.id}` : '' }
}
