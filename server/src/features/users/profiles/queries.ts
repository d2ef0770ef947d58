import { LEDGER_KINDS, type LedgerKind } from '@askwell/contract/reputation.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import { DEEPEST_ROW, offsetOf, type Page } from '../../../db/page.ts'
import type { DB } from '../../../db/tables.ts'
import { isAnswer, isQuestion, listed, visibleComment } from '../../../db/visible.ts'
import { MAIL_STATUS, USER_STATUS, type Viewer } from '../../../lib/actor.ts'

const AVAILABLE = 1
const DELETED_BADGE = 10

export type Order = 'newest' | 'score' | 'active' | 'views'

const COLUMN = { score: 'score', active: 'active_at', views: 'view_count' } as const

export interface IdPage {
  count: number
  ids: number[]
}

type Rows<T extends keyof DB> = SelectQueryBuilder<DB, T, { id: number }>

/** How many there are, as far as pages go. */
const countFound = async <T extends keyof DB>(db: Db, found: Rows<T>) =>
  (
    await db
      .selectFrom(found.limit(DEEPEST_ROW + 1).as('found'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** The ids of one page, and how many there are, as far as pages go. The contents are only loaded for those ids. */
const pageOfIds = async <T extends keyof DB>(db: Db, found: Rows<T>, ordered: Rows<T>, page: Page): Promise<IdPage> => {
  const count = await countFound(db, found)
  const rows = offsetOf(page) < DEEPEST_ROW ? await ordered.limit(page.page_size).offset(offsetOf(page)).execute() : []
  return { count, ids: rows.map(({ id }) => id) }
}

interface Of {
  user_id: number
  viewer: Viewer
}

/** The questions or answers of a member that this viewer's lists show. */
export const listPostIds = (
  db: Db,
  { user_id, viewer, kind, order, ...page }: Of & Page & { kind: 'question' | 'answer'; order: Order },
) => {
  const found = db
    .selectFrom('posts')
    .select('id')
    .where('user_id', '=', user_id)
    .where(kind === 'question' ? isQuestion() : isAnswer())
    .where(listed(viewer))
  // An answer has no activity of its own but its edits.
  const column = kind === 'answer' && order === 'active' ? 'edited_at' : order !== 'newest' && COLUMN[order]
  const ordered = column ? found.orderBy(column, 'desc') : found
  return pageOfIds(db, found, ordered.orderBy('created_at', 'desc').orderBy('id', 'desc'), page)
}

const commentsOf = (db: Db, { user_id, viewer }: Of) =>
  db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .select('comments.id')
    .where('comments.user_id', '=', user_id)
    .where('comments.status', '=', 1)
    .where(visibleComment(viewer))
    .where(listed(viewer))

export const listCommentIds = (
  db: Db,
  { user_id, viewer, order, ...page }: Of & Page & { order: 'newest' | 'score' },
) => {
  const found = commentsOf(db, { user_id, viewer })
  const ordered = order === 'score' ? found.orderBy('comments.score', 'desc') : found
  return pageOfIds(db, found, ordered.orderBy('comments.created_at', 'desc').orderBy('comments.id', 'desc'), page)
}

export interface LedgerFilter {
  kind: LedgerKind | ''
  sign: '' | 'gains' | 'losses'
  tag: string
}

/** A post of a question with this tag that the viewer's lists show: the filter says nothing about others. */
const aboutTag = (tag: string, viewer: Viewer) =>
  sql<SqlBool>`exists (select 1 from posts inner join question_tags on question_tags.question_id = posts.question_id
    where posts.id = reputation_entries.post_id and ${listed(viewer)}
    and question_tags.tag_id in (select case main_tag_id when 0 then id else main_tag_id end from tags where slug_name = ${tag} and status = ${AVAILABLE}))`

/** The entries in force of a user's ledger: the sum of all is the reputation. */
export const listEntryIds = (db: Db, { user_id, viewer, kind, sign, tag, ...page }: Of & LedgerFilter & Page) => {
  const found = db
    .selectFrom('reputation_entries')
    .select('id')
    .where('user_id', '=', user_id)
    .where(sql<SqlBool>`taken_back_at = 0`)
    .$if(kind !== '', (rows) => rows.where('reason', 'in', LEDGER_KINDS[kind as LedgerKind]))
    .$if(sign !== '', (rows) => rows.where('points', sign === 'gains' ? '>' : '<', 0))
    .$if(tag !== '', (rows) => rows.where(aboutTag(tag.toLowerCase(), viewer)))
  return pageOfIds(db, found, found.orderBy('created_at', 'desc').orderBy('id', 'desc'), page)
}

/** What the entries before this page of the whole list come to. */
export const sumBefore = async (db: Db, user_id: number, page: Page) =>
  offsetOf(page) === 0
    ? 0
    : ((
        await db
          .selectFrom(
            db
              .selectFrom('reputation_entries')
              .select('points')
              .where('user_id', '=', user_id)
              .where(sql<SqlBool>`taken_back_at = 0`)
              .orderBy('created_at', 'desc')
              .orderBy('id', 'desc')
              .limit(offsetOf(page))
              .as('newer'),
          )
          .select(({ fn }) => fn.sum<number | null>('points').as('sum'))
          .executeTakeFirstOrThrow()
      ).sum ?? 0)

const votesOf = (db: Db, { user_id, viewer }: Of) =>
  db
    .selectFrom('votes')
    .innerJoin('posts', 'posts.id', 'votes.post_id')
    .select('votes.id')
    .where('votes.user_id', '=', user_id)
    .where(listed(viewer))

export const listVoteIds = (
  db: Db,
  { user_id, viewer, direction, ...page }: Of & Page & { direction: '' | 'up' | 'down' },
) => {
  const found = votesOf(db, { user_id, viewer }).$if(direction !== '', (rows) =>
    rows.where('direction', '=', direction as 'up' | 'down'),
  )
  return pageOfIds(db, found, found.orderBy('votes.created_at', 'desc').orderBy('votes.id', 'desc'), page)
}

const bookmarksOf = (db: Db, { user_id, viewer }: Of) =>
  db
    .selectFrom('collections')
    .innerJoin('posts', 'posts.id', 'collections.question_id')
    .select('posts.id')
    .where('collections.user_id', '=', user_id)
    .where(isQuestion())
    .where(listed(viewer))

/** Awards of badges that there still are. */
const badgesOf = (db: Db, user_id: number) =>
  db
    .selectFrom('badge_awards')
    .innerJoin('badges', 'badges.id', 'badge_awards.badge_id')
    .select('badge_awards.id')
    .where('user_id', '=', user_id)
    .where('taken_back_at', '=', 0)
    .where('badges.status', '!=', DELETED_BADGE)

/** How much the tabs of a profile hold; votes and bookmarks are only the user's own business. */
export const countTabs = async (db: Db, of: Of) => {
  const own = of.viewer?.id === of.user_id
  return {
    comment_count: await countFound(db, commentsOf(db, of)),
    vote_count: own ? await countFound(db, votesOf(db, of)) : 0,
    collection_count: own ? await countFound(db, bookmarksOf(db, of)) : 0,
    badge_count: await countFound(db, badgesOf(db, of.user_id)),
  }
}

export const listQuestions = (db: Db, ids: number[]) =>
  db
    .selectFrom('posts')
    .select([
      'id',
      'title',
      'url_title',
      'score',
      'view_count',
      'answer_count',
      'collection_count',
      'created_at',
      'accepted_answer_id',
      'status',
    ])
    .where('id', 'in', ids)
    .execute()

export const listAnswers = (db: Db, ids: number[]) =>
  db
    .selectFrom('posts')
    .innerJoin('posts as question', 'question.id', 'posts.question_id')
    .select([
      'posts.id',
      'posts.question_id',
      'posts.score',
      'posts.created_at',
      'posts.edited_at',
      'question.title',
      'question.url_title',
      'question.accepted_answer_id',
    ])
    .where('posts.id', 'in', ids)
    .execute()

/** A post as lists about something else name it: with the title of its question. */
const POST = ['posts.id as post_id', 'posts.kind', 'posts.question_id', 'question.title', 'question.url_title'] as const

export const listComments = (db: Db, ids: number[]) =>
  db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .innerJoin('posts as question', 'question.id', 'posts.question_id')
    .select(POST)
    .select(['comments.id', 'comments.created_at', 'comments.parsed_text'])
    .where('comments.id', 'in', ids)
    .execute()

export const listEntries = (db: Db, ids: number[]) =>
  db
    .selectFrom('reputation_entries')
    .select(['id', 'created_at', 'points', 'due', 'reason', 'cause', 'note', 'post_id'])
    .where('id', 'in', ids)
    .execute()

/** Those of these posts that this viewer's lists show, as lists about something else name them. */
export const listNamed = async (db: Db, viewer: Viewer, post_ids: number[]) =>
  post_ids.length === 0
    ? []
    : db
        .selectFrom('posts')
        .innerJoin('posts as question', 'question.id', 'posts.question_id')
        .select(POST)
        .select('posts.parsed_text')
        .where('posts.id', 'in', post_ids)
        .where(listed(viewer))
        .execute()

/** The tags of these suggested edits, if they still exist. */
export const listSuggestedTags = async (db: Db, revision_ids: number[]) =>
  revision_ids.length === 0
    ? []
    : db
        .selectFrom('revisions')
        .innerJoin('tags', 'tags.id', 'revisions.object_id')
        .select(['revisions.id as revision_id', 'tags.id', 'tags.slug_name', 'tags.display_name', 'tags.parsed_text'])
        .where('revisions.object_type', '=', 'tag')
        .where('revisions.id', 'in', revision_ids)
        .where('tags.status', '=', AVAILABLE)
        .execute()

export const listVotes = (db: Db, ids: number[]) =>
  db
    .selectFrom('votes')
    .innerJoin('posts', 'posts.id', 'votes.post_id')
    .innerJoin('posts as question', 'question.id', 'posts.question_id')
    .select(POST)
    .select(['votes.id', 'votes.created_at', 'posts.parsed_text', 'direction'])
    .where('votes.id', 'in', ids)
    .execute()

/** A week's figures: for those who have the most, or for given members. */
export interface Week {
  since: number
  limit?: number
  among?: number[]
}
const totals = (rows: { user_id: number; total: number }[]) =>
  new Map(rows.map(({ user_id, total }) => [user_id, total]))

/** The points of the week, the most first; imported points weren't earned here. */
export const listGains = async (db: Db, { since, limit, among }: Week) =>
  among?.length === 0
    ? totals([])
    : totals(
        await db
          .selectFrom('reputation_entries')
          .innerJoin('users', 'users.id', 'reputation_entries.user_id')
          .select('user_id')
          .select(({ fn }) => fn.sum<number>('points').as('total'))
          .where('reputation_entries.created_at', '>=', since)
          .where('taken_back_at', '=', 0)
          .where('reason', '!=', 'opening')
          .where('users.status', '!=', USER_STATUS.deleted)
          .$if(among !== undefined, (query) => query.where('user_id', 'in', among!))
          .groupBy('user_id')
          .having(({ fn }) => fn.sum('points'), '>', 0)
          .orderBy('total', 'desc')
          .orderBy('user_id')
          .$if(limit !== undefined, (query) => query.limit(limit!))
          .execute(),
      )

/** How many votes each has cast in the week and not taken back. */
export const listVoters = async (db: Db, { since, limit, among }: Week) =>
  among?.length === 0
    ? totals([])
    : totals(
        await db
          .selectFrom('votes')
          .innerJoin('users', 'users.id', 'votes.user_id')
          .select('user_id')
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .where('votes.created_at', '>=', since)
          .where('users.status', '!=', USER_STATUS.deleted)
          .$if(among !== undefined, (query) => query.where('user_id', 'in', among!))
          .groupBy('user_id')
          .orderBy('total', 'desc')
          .orderBy('user_id')
          .$if(limit !== undefined, (query) => query.limit(limit!))
          .execute(),
      )

export const listStaffIds = async (db: Db) =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('role_id', '>', ROLE.user)
      .where('status', '=', USER_STATUS.normal)
      .where('mail_status', '=', MAIL_STATUS.activated)
      .orderBy('role_id')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)
