import { objectId } from '@askwell/contract/ids.ts'
import { EMOJIS, type PostReactions, type Reactions } from '@askwell/contract/reactions.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { userCards } from '../../users/users/views.ts'
import { countReactions, listChosen, listReacting, listSeen } from './queries.ts'

/** This many are named; the count says how many more there are. */
const NAMED = 10

/** The reactions to some posts, always in the same order, and what the viewer chose. */
const summaries = async (db: Db, post_ids: number[], viewer: Viewer) => {
  const counts = await countReactions(db, post_ids)
  if (counts.length === 0) return new Map<number, Reactions['reaction_summary']>()
  const reacting = await listReacting(db, post_ids, NAMED)
  const chosen = viewer ? await listChosen(db, post_ids, viewer.id) : []
  const users = await userCards(
    db,
    reacting.map((one) => one.user_id),
  )
  return new Map(
    post_ids.map((id) => [
      id,
      EMOJIS.flatMap((emoji) => {
        const of = <T extends { post_id: number; emoji: string }>(list: T[]) =>
          list.filter((one) => one.post_id === id && one.emoji === emoji)
        const count = of(counts)[0]?.count
        return count
          ? {
              emoji,
              count,
              tooltip: of(reacting)
                .map((one) => users.get(one.user_id)!.display_name)
                .join(', '),
              is_active: of(chosen).length > 0,
            }
          : []
      }),
    ]),
  )
}

export const reactionSummary = async (db: Db, post_id: number, viewer: Viewer): Promise<Reactions> => ({
  reaction_summary: (await summaries(db, [post_id], viewer)).get(post_id) ?? [],
})

/** Reactions to these posts, which the viewer may see; those that nobody has reacted to have no entry. */
export const reactionsToVisible = async (
  db: Db,
  posts: { id: number; kind: 'question' | 'answer' }[],
  viewer: Viewer,
): Promise<PostReactions[]> => {
  if (posts.length === 0) return []
  const found = await summaries(
    db,
    posts.map((post) => post.id),
    viewer,
  )
  return posts.flatMap(({ id, kind }) =>
    found.get(id)?.length ? { object_id: objectId(kind, id), reaction_summary: found.get(id)! } : [],
  )
}

/** Reactions to those posts that the viewer may see and somebody has reacted to. */
export const reactionsOf = async (
  db: Db,
  posts: { type: 'question' | 'answer'; number: number }[],
  viewer: Viewer,
): Promise<PostReactions[]> => {
  if (posts.length === 0) return []
  const visible = (
    await listSeen(
      db,
      posts.map((post) => post.number),
      viewer,
    )
  ).filter(({ id, kind }) => posts.some((post) => post.number === id && post.type === kind))
  return reactionsToVisible(db, visible, viewer)
}
