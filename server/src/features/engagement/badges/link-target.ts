import type { ObjectType } from '@askwell/contract/ids.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { findVisiblePost } from '../../content/posts/queries.ts'
import { escapeHtml } from '../../../lib/html-entities.ts'

/** The post in whose text this link stands, if the viewer may see it: nobody counts what isn't there. */
export const findLinkedPost = async (
  db: Db,
  { type, number }: { type: ObjectType; number: number },
  href: string,
  viewer: Viewer,
) => {
  if ((type !== 'question' && type !== 'answer') || !/^https?:\/\//i.test(href)) return undefined
  const post = await findVisiblePost(db, number, viewer, type)
  return post?.parsed_text.includes(`href="${escapeHtml(href)}"`) ? post : undefined
}
