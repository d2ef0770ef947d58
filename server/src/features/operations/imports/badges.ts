import type { App } from '../../../events/events.ts'
import { changeAwardCounts, insertAwards } from '../../engagement/badges/awards/queries.ts'
import { listBadges } from '../../engagement/badges/queries.ts'
import { insertOrigins, listAwardKeys, listOrigins, listPosts, listScored } from './queries.ts'

export interface ImportedBadge {
  key: string
  user_key: string
  /** One of those that the site began with. */
  code: string
  /** For this post. */
  post_key?: string
  /** For a post with this score, where the old site doesn't say which. */
  earned_by?: { kind: 'question' | 'answer'; least: number }
  created_at: number
}

type Scored = Awaited<ReturnType<typeof listScored>>[number]

/** The oldest of the user's posts with such a score that has no such badge yet; an award that fits none stands for itself. */
const thingOf = (one: ImportedBadge, posts: Scored[], taken: Set<string>, badge_id: number) => {
  const its = one.earned_by
  const post =
    its &&
    posts.find(
      ({ id, kind, carried_score }) =>
        kind === its.kind && carried_score >= its.least && !taken.has(`${badge_id} ${id}`),
    )
  if (!post) return { award_key: `imported:${one.key}`, object_type: '' as const, object_id: 0, question_id: 0 }
  taken.add(`${badge_id} ${post.id}`)
  return { award_key: String(post.id), object_type: post.kind, object_id: post.id, question_id: post.question_id }
}

const forPost = (post: { id: number; kind: 'question' | 'answer'; question_id: number } | undefined) =>
  post && { award_key: String(post.id), object_type: post.kind, object_id: post.id, question_id: post.question_id }

/** Badges that members had, as ours; told to nobody, since they know. Those that are here stay as they are. */
export const importBadges = (app: App, site: string, badges: ImportedBadge[]) =>
  app.transaction(async (tx) => {
    const known = await listOrigins(
      tx.db,
      site,
      'badge',
      badges.map(({ key }) => key),
    )
    const fresh = badges.filter(({ key }) => !known.has(key))
    const users = await listOrigins(
      tx.db,
      site,
      'user',
      fresh.map(({ user_key }) => user_key),
    )
    const ours = new Map((await listBadges(tx.db)).filter(({ code }) => code).map((badge) => [badge.code, badge]))
    const placed = fresh.filter(({ user_key, code }) => users.has(user_key) && ours.has(code))
    const scored = Map.groupBy(
      await listScored(tx.db, [
        ...new Set(placed.filter((one) => one.earned_by).map((one) => users.get(one.user_key)!)),
      ]),
      ({ user_id }) => user_id,
    )
    const due = placed.map((one) => {
      const badge = ours.get(one.code)!
      return { one, badge, user_id: users.get(one.user_key)! }
    })
    const posts = await listOrigins(
      tx.db,
      site,
      'post',
      placed.flatMap(({ post_key }) => post_key ?? []),
    )
    const about = new Map((await listPosts(tx.db, [...posts.values()])).map((post) => [post.id, post]))
    const held = new Set(
      (await listAwardKeys(tx.db, [...scored.keys()])).map(({ badge_id, award_key }) => `${badge_id} ${award_key}`),
    )
    const rows = due.map(({ one, badge, user_id }) => ({
      user_id,
      badge_id: badge.id,
      ...(badge.is_single
        ? BLANK
        : (forPost(about.get(posts.get(one.post_key ?? '') ?? 0)) ??
          thingOf(one, scored.get(user_id) ?? [], held, badge.id))),
      awarded_by: 0,
      reason: '',
      created_at: one.created_at,
    }))
    const made = await insertAwards(tx.db, rows)
    await changeAwardCounts(tx.db, made, 1)
    await insertOrigins(
      tx.db,
      site,
      'badge',
      due.map(({ one, badge }) => [one.key, badge.id]),
    )
    return made.length
  })

const BLANK = { award_key: '', object_type: '' as const, object_id: 0, question_id: 0 }
