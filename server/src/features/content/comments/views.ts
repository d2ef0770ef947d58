import type { Comment, FirstComments } from '@askwell/contract/comments.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { FIRST_COMMENTS } from '@askwell/contract/limits.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { translate } from '../../../lib/messages.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'
import { userCards } from '../../users/users/views.ts'
import { linksFor } from '../posts/links/link-titles.ts'
import { commentActions } from './policy.ts'
import { listComments, listFirstCommentIds, listVotedComments } from './queries.ts'

export interface Eyes {
  settings: SiteSettings
  viewer: Viewer
  language: string
  now: number
}

/** Comments as their thread shows them, in the order of the ids. What the viewer may not see is left out. */
export const commentCards = async (
  db: Db,
  ids: number[],
  { settings, viewer, language, now }: Eyes,
): Promise<Comment[]> => {
  if (ids.length === 0) return []
  const rows = new Map((await listComments(db, ids, viewer)).map((row) => [row.id, row]))
  const users = await userCards(
    db,
    [...new Set([...rows.values()].flatMap((row) => [row.user_id, row.reply_user_id]))].filter(Boolean),
  )
  const voted = viewer ? await listVotedComments(db, viewer.id, ids) : new Set()
  const dress = await linksFor(
    db,
    [...rows.values()].map(({ parsed_text }) => parsed_text),
    { viewer, settings },
  )
  return ids
    .flatMap((id) => rows.get(id) ?? [])
    .map((row) => {
      const author = users.get(row.user_id)!
      const replied = users.get(row.reply_user_id)
      return {
        comment_id: objectId('comment', row.id),
        created_at: row.created_at,
        object_id: objectId(row.post_kind, row.post_id),
        vote_count: row.score,
        is_vote: voted.has(row.id),
        original_text: row.original_text,
        parsed_text: dress(row.parsed_text),
        user_id: author.id,
        username: author.username,
        user_display_name: author.display_name,
        user_avatar: author.avatar,
        user_status: author.status,
        reply_user_id: replied?.id ?? '',
        reply_username: replied?.username ?? '',
        reply_user_display_name: replied?.display_name ?? '',
        reply_comment_id: row.reply_comment_id ? objectId('comment', row.reply_comment_id) : '',
        reply_user_status: replied?.status ?? '',
        // What was imported has both alike.
        updated_at: row.updated_at > row.created_at ? row.updated_at : 0,
        status: row.status as 1 | 11,
        member_actions: commentActions(settings, viewer, row, now).map((action) => ({
          ...action,
          name: translate(language, `actions.${action.action}`),
        })),
      }
    })
}

/** The oldest few on each of these posts, in the order of the posts; posts without visible comments have no entry. */
export const firstComments = async (
  db: Db,
  posts: { type: 'question' | 'answer'; number: number }[],
  eyes: Eyes,
): Promise<FirstComments[]> => {
  if (posts.length === 0) return []
  const found = await listFirstCommentIds(
    db,
    posts.map(({ number }) => number),
    eyes.viewer,
    FIRST_COMMENTS,
  )
  const counts = new Map(found.map(({ post_kind, post_id, count }) => [objectId(post_kind, post_id), count]))
  const lists = Map.groupBy(
    await commentCards(
      db,
      found.map(({ id }) => id),
      eyes,
    ),
    ({ object_id }) => object_id,
  )
  return [...new Set(posts.map(({ type, number }) => objectId(type, number)))].flatMap((object_id) => {
    const list = lists.get(object_id)
    return list ? { object_id, count: counts.get(object_id)!, list } : []
  })
}
