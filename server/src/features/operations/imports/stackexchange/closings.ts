import type { Import } from '../batches.ts'
import { importClosings, type ImportedClosing } from '../closings.ts'
import { importLinks } from '../links.ts'
import { fieldsIn } from './files.ts'

const LINK = '1'
const DUPLICATE = '3'

/** Which questions lead to which; those that duplicate one are told to their closings, too. */
export const bringLinks = async (one: Import, closings: Map<string, ImportedClosing>) => {
  let links: { line: number; from_key: string; to_key: string; created_at: string | undefined }[] = []
  const bring = async () => {
    for (const { line, missing } of await importLinks(one.app, one.site, links))
      one.tally.remark('PostLinks', line, `its post ${missing} isn't there`)
    links = []
  }
  for await (const { line, fields } of fieldsIn(one, 'PostLinks')) {
    const { PostId = '', RelatedPostId = '', LinkTypeId = '' } = fields
    if (LinkTypeId === DUPLICATE) closings.get(PostId)?.original_keys.push(RelatedPostId)
    if (LinkTypeId === LINK || LinkTypeId === DUPLICATE)
      links.push({ line, from_key: PostId, to_key: RelatedPostId, created_at: fields.CreationDate })
    if (links.length >= one.batch) await bring()
  }
  if (links.length) await bring()
}

/**
 * Closes the questions that are closed, as far as it is known with reason, and duplicates with the other question.
 * `closedAt`: when the posts themselves say so; without PostHistory.xml that is all there is. Run again it closes nothing that was reopened since.
 */
export const bringClosings = async (
  one: Import,
  closings: Map<string, ImportedClosing>,
  closedAt: Map<string, number>,
) => {
  const known = [...closings.values()].filter(({ post_key }) => closedAt.size === 0 || closedAt.has(post_key))
  const others = [...closedAt]
    .filter(([post_key]) => !closings.has(post_key))
    .map(([post_key, created_at]) => ({
      key: `post ${post_key}`,
      post_key,
      user_key: '',
      close_type: 0,
      original_keys: [],
      created_at,
    }))
  const all = [...known, ...others]
  for (let at = 0; at < all.length; at += one.batch)
    await importClosings(one.app, one.site, all.slice(at, at + one.batch))
}
