import type { ReplyOf } from '@askwell/contract/endpoint.ts'
import type { followedTags } from '@askwell/contract/tags.ts'
import type { Db } from '../../../db/dialect.ts'
import { listFollowed } from './queries.ts'
import { listTags, TAG_STATUS } from '../../content/tags/queries.ts'
import { tagOption } from '../../content/tags/views.ts'

/** Tags that a member follows, in the order they began to. */
export const followedTagList = async (db: Db, user_id: number): Promise<ReplyOf<typeof followedTags>> => {
  const ids = await listFollowed(db, user_id, 'tag')
  const tags = new Map(
    (await listTags(db, ids)).filter(({ status }) => status === TAG_STATUS.available).map((tag) => [tag.id, tag]),
  )
  return ids.flatMap((id) => tags.get(id) ?? []).map((tag) => ({ ...tagOption(tag), main_tag_slug_name: '' }))
}
