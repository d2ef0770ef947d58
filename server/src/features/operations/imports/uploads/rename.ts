import type { Tx } from '../../../../events/events.ts'
import { updateComment } from '../../../content/comments/queries.ts'
import { updatePost } from '../../../content/posts/queries.ts'
import { REVISION_STATUS, setRevisedText } from '../../../content/revisions/queries.ts'
import { updateTag } from '../../../content/tags/queries.ts'
import { updateUser } from '../../../users/users/queries.ts'
import { insertSuggested, insertUses, listFilePaths } from '../../files/queries.ts'
import { addressOf } from '../../files/views.ts'
import { writeSection } from '../../settings/save-section.ts'
import { siteSettings } from '../../settings/views.ts'
import type { Import } from '../batches.ts'
import { listOrigins } from '../queries.ts'
import { walk } from '../walk.ts'
import type { OldUpload } from './copy.ts'
import {
  listCommentsNaming,
  listLackingPicture,
  listPostsNaming,
  listRevisionsNaming,
  listTagsNaming,
} from './queries.ts'

/** How the old site writes the addresses of its uploads. */
export interface UploadAddresses {
  pattern: RegExp
  read: (match: readonly string[]) => OldUpload
}

/** The uploads that these texts name and that are here by now, by what they were called. */
const filesNamed = async ({ app, site }: Import, texts: string[], { pattern, read }: UploadAddresses) => {
  const keys = [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => read(match).key)))]
  const ids = await listOrigins(app.db, site, 'file', keys)
  const paths = await listFilePaths(app.db, [...ids.values()])
  return new Map([...ids].filter(([, id]) => paths.has(id)).map(([key, id]) => [key, { id, path: paths.get(id)! }]))
}

/** These texts with the addresses that the uploads have here; only those that name one. */
const renamed = async <T extends { original_text: string; parsed_text?: string }>(
  one: Import,
  rows: T[],
  addresses: UploadAddresses,
) => {
  const { pattern, read } = addresses
  const files = await filesNamed(
    one,
    rows.map(({ original_text }) => original_text),
    addresses,
  )
  const { general } = await siteSettings(one.app)
  const rewritten = (text: string, used: Set<number> = new Set()) =>
    text.replace(pattern, (...match) => {
      const file = files.get(read(match as string[]).key)
      if (!file) return match[0]
      used.add(file.id)
      return addressOf(general.site_url, file.path)
    })
  const found = rows.map((row) => {
    const used = new Set<number>()
    const original_text = rewritten(row.original_text, used)
    return { ...row, original_text, parsed_text: rewritten(row.parsed_text ?? ''), file_ids: [...used] }
  })
  return found.filter(({ file_ids }) => file_ids.length)
}

/** Rendered anew, since the name of a picture says how large it is. */
const rendered = async <T extends { original_text: string }>(one: Import, rows: T[]) => {
  const made = await one.rendering.run(rows.map(({ original_text }) => ({ kind: 'markdown', text: original_text })))
  return rows.flatMap((row, at) => {
    const text = made[at]!
    return typeof text === 'string' ? [] : [{ ...row, parsed_text: text.parsed_text }]
  })
}

interface Use {
  file_ids: number[]
  post_id: number
  comment_id?: number
  user_id: number
}

const noteUses = async (tx: Tx, uses: Use[]) => {
  const rows = uses.flatMap(({ file_ids, post_id, comment_id = 0, user_id }) =>
    file_ids.map((file_id) => ({ file_id, post_id, comment_id, user_id, created_at: tx.now() })),
  )
  if (rows.length) await insertUses(tx.db, rows)
}

const renameInPosts = async (one: Import, addresses: UploadAddresses) => {
  const { app } = one
  for await (const rows of walk(one, (here) => listPostsNaming(app.db, here))) {
    const posts = await rendered(one, await renamed(one, rows, addresses))
    await app.transaction(async (tx) => {
      for (const { id, original_text, parsed_text } of posts)
        await updatePost(tx.db, id, { original_text, parsed_text })
      await noteUses(tx, posts)
    })
  }
}

const renameInComments = async (one: Import, addresses: UploadAddresses) => {
  const { app } = one
  for await (const rows of walk(one, (here) => listCommentsNaming(app.db, here))) {
    const comments = await renamed(one, rows, addresses)
    await app.transaction(async (tx) => {
      for (const { id, original_text, parsed_text } of comments)
        await updateComment(tx.db, id, { original_text, parsed_text })
      await noteUses(
        tx,
        comments.map((comment) => ({ ...comment, comment_id: comment.id })),
      )
    })
  }
}

const renameInTags = async (one: Import, addresses: UploadAddresses) => {
  const { app } = one
  for await (const rows of walk(one, (here) => listTagsNaming(app.db, here))) {
    const tags = await rendered(one, await renamed(one, rows, addresses))
    await app.transaction(async (tx) => {
      for (const { id, original_text, parsed_text } of tags) await updateTag(tx.db, id, { original_text, parsed_text })
    })
  }
}

/** What waits is shown to few; all else that a post has been can be read with it. */
const renameInRevisions = async (one: Import, addresses: UploadAddresses) => {
  const { app } = one
  for await (const rows of walk(one, (here) => listRevisionsNaming(app.db, here))) {
    const revisions = await rendered(one, await renamed(one, rows, addresses))
    const waits = ({ status }: (typeof revisions)[number]) => status === REVISION_STATUS.waiting
    const suggested = revisions.filter(waits).flatMap(({ id, object_type, object_id, user_id, file_ids }) =>
      file_ids.map((file_id) => ({
        file_id,
        revision_id: id,
        post_id: object_type === 'tag' ? 0 : object_id,
        user_id,
      })),
    )
    await app.transaction(async (tx) => {
      for (const { id, original_text, parsed_text } of revisions)
        await setRevisedText(tx.db, id, { original_text, parsed_text })
      if (suggested.length)
        await insertSuggested(
          tx.db,
          suggested.map((use) => ({ ...use, created_at: tx.now() })),
        )
      await noteUses(
        tx,
        revisions
          .filter((revision) => !waits(revision) && revision.object_type !== 'tag')
          .map(({ object_id, user_id, file_ids }) => ({ post_id: object_id, user_id, file_ids })),
      )
    })
  }
}

const setPictures = async (one: Import, addresses: UploadAddresses) => {
  const { app } = one
  for await (const rows of walk(one, (here) => listLackingPicture(app.db, here))) {
    const urls = rows.map(({ avatar_url }) => avatar_url)
    const files = await filesNamed(one, urls, addresses)
    await app.transaction(async (tx) => {
      for (const { id, avatar_url } of rows) {
        const [match] = avatar_url.matchAll(addresses.pattern)
        const file = match && files.get(addresses.read(match).key)
        if (file) await updateUser(tx.db, id, { avatar_type: 'custom', avatar_custom: `/uploads/${file.path}` })
      }
    })
  }
}

const NAMING_SECTIONS = ['branding', 'custom_css_html', 'legal'] as const

const renameInSettings = async (one: Import, addresses: UploadAddresses) => {
  const { app } = one
  const settings = await siteSettings(app)
  for (const section of NAMING_SECTIONS) {
    const texts = Object.entries(settings[section]).filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    )
    const found = await renamed(
      one,
      texts.map(([field, original_text]) => ({ field, original_text })),
      addresses,
    )
    const changes = Object.fromEntries(found.map(({ field, original_text }) => [field, original_text]))
    if (found.length) await app.transaction((tx) => writeSection(tx, 0, section, changes))
  }
}

/** Whatever came from the old site and names its uploads, also in an earlier import, names them where they are now. */
export const renameUploads = async (one: Import, addresses: UploadAddresses) => {
  await renameInPosts(one, addresses)
  await renameInComments(one, addresses)
  await renameInTags(one, addresses)
  await renameInRevisions(one, addresses)
  await setPictures(one, addresses)
  await renameInSettings(one, addresses)
}
