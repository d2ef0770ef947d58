import type { DirectoryUser, MemberCard, Overview, TagLeader } from '@askwell/contract/directory.ts'
import { CARD_TAGS, CARD_TEXT, KNOWN_TAGS } from '@askwell/contract/limits.ts'
import type { TagChip } from '@askwell/contract/shapes.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import { DAY, HOUR } from '../../../lib/clock.ts'
import { startOf } from '../../../lib/periods.ts'
import { listTags, TAG_STATUS } from '../../content/tags/queries.ts'
import { listUsers, type User } from '../users/queries.ts'
import { userCard } from '../users/views.ts'
import { listBestTags, listDays, sumViews } from './queries.ts'

const chipOf = (user: User) => {
  const { id, username, rank, display_name, avatar, status } = userCard(user)
  return { id, username, rank, display_name, avatar, status }
}

/** Chips of these tags, as far as they are there. */
const chips = async (db: Db, ids: number[]) =>
  new Map<number, TagChip>(
    (await listTags(db, [...new Set(ids)]))
      .filter(({ status }) => status === TAG_STATUS.available)
      .map(({ id, slug_name, display_name, recommend, reserved }) => [
        id,
        { slug_name, display_name, main_tag_slug_name: '', recommend: recommend === 1, reserved: reserved === 1 },
      ]),
  )

const bestTags = async (db: Db, user_ids: number[], limit: number) => {
  const known = await listBestTags(db, user_ids, limit)
  const named = await chips(
    db,
    known.map(({ tag_id }) => tag_id),
  )
  return Map.groupBy(
    known.flatMap((row) => (named.has(row.tag_id) ? [{ ...row, tag: named.get(row.tag_id)! }] : [])),
    ({ user_id }) => user_id,
  )
}

const usersById = async (db: Db, ids: number[]) => new Map((await listUsers(db, ids)).map((user) => [user.id, user]))

export const directoryUsers = async (db: Db, page: { id: number; figure: number }[]): Promise<DirectoryUser[]> => {
  const ids = page.map(({ id }) => id)
  const [users, tags] = [await usersById(db, ids), await bestTags(db, ids, CARD_TAGS)]
  return page.map(({ id, figure }) => {
    const user = users.get(id)!
    return {
      user: chipOf(user),
      location: user.location,
      role_id: user.role_id,
      created_at: user.created_at,
      figure,
      tags: (tags.get(id) ?? []).map(({ tag }) => tag),
    }
  })
}

export const leaders = async (
  db: Db,
  rows: { user_id: number; answers: number; answer_score: number }[],
): Promise<TagLeader[]> => {
  const users = await usersById(
    db,
    rows.map(({ user_id }) => user_id),
  )
  return rows.map(({ user_id, answers, answer_score }) => ({
    user: chipOf(users.get(user_id)!),
    answers,
    answer_score,
  }))
}

const beginning = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length > CARD_TEXT ? `${letters.slice(0, CARD_TEXT).join('').trimEnd()}…` : line
}

export const memberCardsOf = async (db: Db, users: User[]): Promise<MemberCard[]> => {
  const tags = await bestTags(
    db,
    users.map(({ id }) => id),
    CARD_TAGS,
  )
  return users.map((user) => ({
    user: chipOf(user),
    role_id: user.role_id,
    location: user.location,
    about: beginning(user.bio),
    created_at: user.created_at,
    question_count: user.question_count,
    answer_count: user.answer_count,
    tags: (tags.get(user.id) ?? []).map(({ tag }) => tag),
  }))
}

const YEAR = 365 * DAY
const REACHED_KEPT = 1000
const reached = new WeakMap<App, LRUCache<number, { views: number; until: number }>>()

/** Added up once an hour for each: for somebody with thousands of answers it takes a while, and views never stop. */
const peopleReached = async (app: App, user_id: number) => {
  if (!reached.has(app)) reached.set(app, new LRUCache({ max: REACHED_KEPT }))
  const known = reached.get(app)!
  const now = app.clock.now()
  const found = known.get(user_id)
  if (found && found.until > now) return found.views
  const views = await sumViews(app.db, user_id)
  known.set(user_id, { views, until: now + HOUR })
  return views
}

/** As fine as a drawing of it shows. */
const stepFor = (seconds: number) => (seconds <= YEAR ? 'day' : seconds <= 5 * YEAR ? 'week' : 'month')

/** The last of each step. */
const thinned = (points: { at: number; total: number }[]) => {
  const step = stepFor(points.at(-1)!.at - points[0]!.at)
  return points.filter(
    ({ at }, place) =>
      place === 0 || points[place + 1] === undefined || startOf(step, points[place + 1]!.at) !== startOf(step, at),
  )
}

/** The days of reputation end with what it is now, so what was brought along from elsewhere is there from the beginning. */
const overTime = (days: { starts_at: number; reputation: number }[], { rank, created_at }: User, now: number) => {
  const gained = days.reduce((sum, { reputation }) => sum + reputation, 0)
  let total = rank - gained
  const points = [{ at: startOf('day', Math.min(created_at, days[0]?.starts_at ?? created_at)), total }]
  for (const { starts_at, reputation } of days) {
    if (reputation === 0) continue
    total += reputation
    if (points.at(-1)!.at === starts_at) points.at(-1)!.total = total
    else points.push({ at: starts_at, total })
  }
  const today = startOf('day', now)
  if (points.at(-1)!.at < today) points.push({ at: today, total })
  return points
}

export const overviewOf = async (app: App, user: User): Promise<Overview> => {
  const now = app.clock.now()
  const days = await listDays(app.db, user.id, 0)
  const since = startOf('day', now) - YEAR
  const tags = (await bestTags(app.db, [user.id], KNOWN_TAGS)).get(user.id) ?? []
  return {
    reputation: thinned(overTime(days, user, now)),
    activity: days
      .filter(({ starts_at, acts }) => acts > 0 && starts_at >= since)
      .map(({ starts_at: at, acts }) => ({ at, acts })),
    tags: tags.map(({ tag, answers, questions, score }) => ({ tag, answers, questions, score })),
    people_reached: await peopleReached(app, user.id),
  }
}
