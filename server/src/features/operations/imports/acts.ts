import type { App } from '../../../events/events.ts'
import { insertActs, listOrigins } from './queries.ts'
import { type Author, authorIds } from './users.ts'

/** What was done to a post on the old site, beside its texts; words: timeline.activity.* */
export type ActType =
  | 'closed'
  | 'reopened'
  | 'deleted'
  | 'undeleted'
  | 'locked'
  | 'unlocked'
  | 'protected'
  | 'unprotected'
  | 'community_owned'
  | 'migrated'
  | 'combined'
  | 'edit_approved'
  | 'bounty_offered'
  | 'bounty_awarded'

export interface ImportedAct {
  key: string
  post_key: string
  type: ActType
  author: Author | null
  /** Who voted for it; they keep their names if they have no account any more. */
  voters: Author[]
  close_type?: number
  /** Where it was moved to, or from. */
  link?: string
  /** Of a bounty. */
  amount?: number
  created_at: number
}

/** What is kept of it beside who did it and when. */
export interface ActPayload {
  voter_ids?: number[]
  close_type?: number
  link?: string
  amount?: number
}

/** Each once, on posts that are here. @returns how many. */
export const importActs = (app: App, site: string, acts: ImportedAct[]) =>
  app.transaction(async (tx) => {
    const posts = await listOrigins(
      tx.db,
      site,
      'post',
      acts.map(({ post_key }) => post_key),
    )
    const placed = acts.filter(({ post_key }) => posts.has(post_key))
    const users = await authorIds(
      tx,
      site,
      placed.flatMap(({ author, voters, created_at }) =>
        [...(author ? [author] : []), ...voters].map((one) => ({ author: one, created_at })),
      ),
    )
    return insertActs(
      tx.db,
      placed.map(({ key, post_key, type, author, voters, close_type, link, amount, created_at }) => ({
        key,
        post_id: posts.get(post_key)!,
        type,
        user_id: author ? users.get(author.key)! : 0,
        payload: JSON.stringify({
          ...(voters.length && { voter_ids: [...new Set(voters.map((voter) => users.get(voter.key)!))] }),
          ...(close_type && { close_type }),
          ...(link && { link }),
          ...(amount && { amount }),
        } satisfies ActPayload),
        created_at,
      })),
    )
  })
