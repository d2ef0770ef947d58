import type { Tx } from '../../../../events/events.ts'
import { updateComment } from '../../../content/comments/queries.ts'
import { updatePost } from '../../../content/posts/queries.ts'
import { type Revision, REVISION_STATUS, setRevisedText } from '../../../content/revisions/queries.ts'
import { updateTag } from '../../../content/tags/queries.ts'
import { setFirstAvatar } from '../../../users/users/queries.ts'
import { insertSuggested, insertUses, listFilePaths } from '../../files/queries.ts'
import { addressOf } from '../../files/views.ts'
import { lockSection, writeSection } from '../../settings/save-section.ts'
import { settingsIn, siteSettings } from '../../settings/views.ts'
import type { Import } from '../batches.ts'
import { listOrigins, lockUneditedComments, lockUneditedPosts, lockUneditedTags } from '../queries.ts'
import { walk } from '../walk.ts'
import type { OldUpload } from './copy.ts'
import { listCommentsNaming, listLackingPicture, listPostsNaming, listRevisionsNaming } from './queries.ts'

/** How the old site writes the addresses of its uploads. */
export interface UploadAddresses {
  /** What stands in each text that names one, for `like`. */
  naming: readonly string[]
  pattern: RegExp
  read: (match: readonly string[]) => OldUpload
}

/** Those of the old site's uploads that are here by now, by what they are known by. */
export const uploadsHere = async ({ app, site }: Import, keys: string[]) => {
  const ids = await listOrigins(app.db, site, 'file', [...new Set(keys)])
  const paths = await listFilePaths(app.db, [...ids.values()])
  return new Map([...ids].filter(([, id]) => paths.has(id)).map(([key, id]) => [key, { id, path: paths.get(id)! }]))
}

/** The uploads that these texts name and that are here by now. */
const filesNamed = (one: Import, texts: string[], { pattern, read }: UploadAddresses) =>
  uploadsHere(
    one,
    texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => read(match).key)),
  )

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

const noteUsesInPosts = async (one: Import, addresses: UploadAddresses) => {
  const { app } = one
  for await (const rows of walk(one, (here) => listPostsNaming(app.db, addresses.naming, here))) {
    const posts = await renamed(one, rows, addresses)
    await app.transaction((tx) => noteUses(tx, posts))
  }
}

const renameInComments = async (one: Import, addresses: UploadAddresses) => {
  const { app } = one
  for await (const rows of walk(one, (here) => listCommentsNaming(app.db, addresses.naming, here))) {
    const comments = await renamed(one, rows, addresses)
    await app.transaction(async (tx) => {
      const unedited = new Set((await lockUneditedComments(tx.db, rows)).map(({ id }) => id))
      const kept = comments.filter(({ id }) => unedited.has(id))
      for (const { id, original_text, parsed_text } of kept)
        await updateComment(tx.db, id, { original_text, parsed_text })
      await noteUses(
        tx,
        kept.map((comment) => ({ ...comment, comment_id: comment.id })),
      )
    })
  }
}

type Revised = Pick<Revision, 'id' | 'object_type' | 'object_id' | 'original_text' | 'parsed_text'>

/** With the posts and tags that show them. Somebody may edit those meanwhile: what they show then is another revision, and keeps its text until it is read. */
const setRevisedTexts = async (tx: Tx, revisions: Revised[]) => {
  const shown = revisions.map(({ id, object_id, ...text }) => ({ ...text, id: object_id, revision_id: id }))
  const [tags = [], posts = []] = [true, false].map((isTag) =>
    shown.filter(({ object_type }) => (object_type === 'tag') === isTag),
  )
  for (const { id, original_text, parsed_text } of await lockUneditedPosts(tx.db, posts))
    await updatePost(tx.db, id, { original_text, parsed_text })
  for (const { id, original_text, parsed_text } of await lockUneditedTags(tx.db, tags))
    await updateTag(tx.db, id, { original_text, parsed_text })
  for (const { id, original_text, parsed_text } of revisions)
    await setRevisedText(tx.db, id, { original_text, parsed_text })
}

/** All that posts and tags show and have been. What waits is shown to few; all else that a post has been can be read with it. */
const renameInRevisions = async (one: Import, addresses: UploadAddresses) => {
  const { app } = one
  for await (const rows of walk(one, (here) => listRevisionsNaming(app.db, addresses.naming, here))) {
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
      await setRevisedTexts(tx, revisions)
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
  for await (const rows of walk(one, (here) => listLackingPicture(app.db, addresses.naming, here))) {
    const urls = rows.map(({ avatar_url }) => avatar_url)
    const files = await filesNamed(one, urls, addresses)
    await app.transaction(async (tx) => {
      for (const { id, avatar_url } of rows) {
        const [match] = avatar_url.matchAll(addresses.pattern)
        const file = match && files.get(addresses.read(match).key)
        if (file) await setFirstAvatar(tx.db, id, `/uploads/${file.path}`)
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
    if (found.length === 0) continue
    const read = new Map(texts)
    await app.transaction(async (tx) => {
      await lockSection(tx, section)
      const now = (await settingsIn(tx.db))[section] as Record<string, unknown>
      const unedited = found.filter(({ field }) => now[field] === read.get(field))
      await writeSection(
        tx,
        0,
        section,
        Object.fromEntries(unedited.map(({ field, original_text }) => [field, original_text])),
      )
    })
  }
}

/** Whatever came from the old site and names its uploads, also in an earlier import, names them where they are now. */
export const renameUploads = async (one: Import, addresses: UploadAddresses) => {
  await noteUsesInPosts(one, addresses) // whoever wrote it comes before who edited it
  await renameInComments(one, addresses)
  await renameInRevisions(one, addresses)
  await setPictures(one, addresses)
  await renameInSettings(one, addresses)
}
