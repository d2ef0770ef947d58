import { objectId } from '@askwell/contract/ids.ts'
import type {
  OwnVote,
  Profile,
  ProfileAnswer,
  ProfileComment,
  ProfileQuestion,
  ReputationGain,
} from '@askwell/contract/profiles.ts'
import { ACCEPTED } from '@askwell/contract/shapes.ts'
import type { RankedUser } from '@askwell/contract/users.ts'
import type { Db } from '../../../db/dialect.ts'
import { USER_STATUS, type Viewer } from '../../../lib/actor.ts'
import { translate } from '../../../lib/messages.ts'
import { tagChips, tagChipsOrWaiting } from '../../content/tags/views.ts'
import { mentionsFor } from '../users/mentions/shown-mentions.ts'
import type { User } from '../users/queries.ts'
import { userCard, userCards } from '../users/views.ts'
import { rankTypeOf, stateOf } from './policy.ts'
import {
  listAnswers,
  listComments,
  listEntries,
  listNamed,
  listQuestions,
  listSuggestedTags,
  listVotes,
} from './queries.ts'

const notice = (status: number, language: string) => {
  if (status === USER_STATUS.deleted) return translate(language, 'profile.deleted_member')
  return status === USER_STATUS.suspended ? translate(language, 'reasons.error.user.suspended') : ''
}

/** Of a deleted member nothing is left but a number. */
export const profileOf = (
  user: User,
  language: string,
  {
    bio_html,
    is_followed,
    ...counts
  }: Pick<Profile, 'bio_html' | 'is_followed' | 'comment_count' | 'vote_count' | 'collection_count' | 'badge_count'>,
): Profile => {
  const { id, username, display_name, rank, avatar, status, website, location } = userCard(user)
  const gone = user.status === USER_STATUS.deleted
  const msg = notice(user.status, language)
  return {
    id,
    username,
    display_name,
    rank,
    avatar,
    status,
    website,
    location,
    created_at: user.created_at,
    last_login_date: gone ? 0 : user.last_login_at,
    follow_count: gone ? 0 : user.follow_count,
    answer_count: user.answer_count,
    question_count: user.question_count,
    mobile: '',
    is_followed,
    ...counts,
    role_id: user.role_id,
    suspended_until: user.suspended_until,
    bio: gone ? '' : user.bio,
    bio_html: gone ? '' : bio_html,
    ...(msg && { status_msg: msg }),
  }
}

/** The rows of these ids in the order of the ids. */
const inOrder = async <Row extends { id: number }>(ids: number[], load: (ids: number[]) => Promise<Row[]>) => {
  if (ids.length === 0) return []
  const rows = new Map((await load(ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

export const profileQuestions = async (db: Db, ids: number[]): Promise<ProfileQuestion[]> => {
  const rows = await inOrder(ids, (some) => listQuestions(db, some))
  const tags = await tagChipsOrWaiting(db, rows)
  return rows.map((row) => ({
    question_id: objectId('question', row.id),
    title: row.title,
    url_title: row.url_title,
    vote_count: row.score,
    tags: tags.get(row.id)!,
    view_count: row.view_count,
    answer_count: row.answer_count,
    collection_count: row.collection_count,
    created_at: row.created_at,
    accepted_answer_id: objectId('answer', row.accepted_answer_id),
    status: stateOf(row.status),
  }))
}

export const profileAnswers = async (db: Db, ids: number[]): Promise<ProfileAnswer[]> => {
  const rows = await inOrder(ids, (some) => listAnswers(db, some))
  const tags = await tagChips(db, [...new Set(rows.map((row) => row.question_id))])
  return rows.map((row) => ({
    answer_id: objectId('answer', row.id),
    question_id: objectId('question', row.question_id),
    accepted: row.accepted_answer_id === row.id ? ACCEPTED.yes : ACCEPTED.no,
    vote_count: row.score,
    create_time: row.created_at,
    update_time: row.edited_at,
    question_info: { title: row.title, url_title: row.url_title, tags: tags.get(row.question_id)! },
  }))
}

interface AboutPost {
  created_at: number
  post_id: number
  kind: 'question' | 'answer'
  question_id: number
  title: string
  url_title: string
  parsed_text: string
}

const aboutPost = ({ created_at, post_id, kind, question_id, title, url_title, parsed_text }: AboutPost) => ({
  created_at,
  object_id: objectId(kind, post_id),
  question_id: objectId('question', question_id),
  answer_id: kind === 'answer' ? objectId('answer', post_id) : '',
  object_type: kind,
  title,
  url_title,
  content: parsed_text,
})

export const profileComments = async (db: Db, ids: number[]): Promise<ProfileComment[]> => {
  const rows = await inOrder(ids, (some) => listComments(db, some))
  const shown = await mentionsFor(
    db,
    rows.map(({ parsed_text }) => parsed_text),
  )
  return rows.map((row) => ({
    comment_id: objectId('comment', row.id),
    ...aboutPost({ ...row, parsed_text: shown(row.parsed_text) }),
  }))
}

const ABOUT_NOTHING = {
  object_id: '',
  question_id: '',
  answer_id: '',
  object_type: '',
  title: '',
  url_title: '',
  content: '',
} as const

const aboutTag = (tag: { id: number; slug_name: string; display_name: string; parsed_text: string }) => ({
  ...ABOUT_NOTHING,
  object_id: objectId('tag', tag.id),
  object_type: 'tag' as const,
  title: tag.display_name,
  url_title: tag.slug_name,
  content: tag.parsed_text,
})

/** The approved suggestion behind an entry, from its cause in the ledger. */
const suggestionIn = (cause: string) => Number(/^edit:(\d+)$/.exec(cause)?.[1] ?? 0)

/**
 * Entries about what this viewer may not see are listed without a title: their points are in the sum.
 * `total` is the reputation with the first of them, where the list is whole.
 */
export const reputationGains = async (
  db: Db,
  viewer: Viewer,
  ids: number[],
  { total, notes }: { total: number | null; notes: boolean },
): Promise<ReputationGain[]> => {
  const entries = await inOrder(ids, (some) => listEntries(db, some))
  const posts = await listNamed(db, viewer, [...new Set(entries.map(({ post_id }) => post_id))])
  const tags = await listSuggestedTags(
    db,
    entries.filter(({ post_id }) => post_id === 0).flatMap(({ cause }) => suggestionIn(cause) || []),
  )
  const postOf = new Map(posts.map((post) => [post.post_id, post]))
  const tagOf = new Map(tags.map((tag) => [tag.revision_id, tag]))
  let next = total
  return entries.map(({ created_at, points, due, reason, cause, note, post_id }) => {
    const post = postOf.get(post_id)
    const tag = post_id === 0 ? tagOf.get(suggestionIn(cause)) : undefined
    const now = next
    if (next !== null) next -= points
    return {
      ...(post ? aboutPost({ ...post, created_at }) : tag ? aboutTag(tag) : ABOUT_NOTHING),
      created_at,
      reputation: points,
      rank_type: rankTypeOf(reason),
      due,
      total: now,
      note: notes ? note : '',
    }
  })
}

export const ownVotes = async (db: Db, ids: number[]): Promise<OwnVote[]> =>
  (await inOrder(ids, (some) => listVotes(db, some))).map((row) => ({
    ...aboutPost(row),
    vote_type: row.direction === 'up' ? 'upvote' : 'downvote',
  }))

/** Members with the figures of a ranking, in the order of the ids. */
export const rankedUsers = async (
  db: Db,
  ids: number[],
  { gains, votes }: { gains: Map<number, number> | 'whole'; votes: Map<number, number> },
): Promise<RankedUser[]> => {
  const cards = await userCards(db, ids)
  return ids.map((id) => {
    const { username, display_name, avatar, rank } = cards.get(id)!
    return {
      username,
      rank: gains === 'whole' ? rank : (gains.get(id) ?? 0),
      vote_count: votes.get(id) ?? 0,
      display_name,
      avatar,
    }
  })
}
