import type { AdminQuestion } from '@askwell/contract/content-administration.ts'
import { numberOf, objectId } from '@askwell/contract/ids.ts'
import type { QuestionOrder } from '@askwell/contract/questions.ts'
import type { Paged, QuestionCard } from '@askwell/contract/shapes.ts'
import { slugOf } from '@askwell/contract/tag-slug.ts'
import type { App } from '../../../../events/events.ts'
import type { Db } from '../../../../db/dialect.ts'
import { countUnlessAll, DEEPEST_ROW, offsetOf, type Page, pageOf } from '../../../../db/page.ts'
import { DAY } from '../../../../lib/clock.ts'
import type { Actor, Viewer } from '../../../../lib/actor.ts'
import { NotFound } from '../../../../lib/errors.ts'
import { followedOf } from '../../../users/users/followed.ts'
import { findVisiblePost, listAuthors, listPosts } from '../queries.ts'
import { QUESTIONS_COUNTER, stateActions } from '../policy.ts'
import { named, questionCards, type ViewContext } from '../views.ts'
import { gravest, plainLinks } from '../../reviewers/policy.ts'
import { APPROVED, type From, judge } from '../../reviewers/judge.ts'
import { findLikeTitle, titleWords } from '../../search/views.ts'
import { counter } from '../../../operations/settings/queries.ts'
import type { Described } from '../../tags/policy.ts'
import { findTagBySlug, listMainTags, TAG_STATUS } from '../../tags/queries.ts'
import { tagIdsOf } from '../../tags/of-questions/queries.ts'
import { newlyDescribed, tagForReview } from '../../tags/views.ts'
import { findUserByName } from '../../../users/users/names/queries.ts'
import { userCards } from '../../../users/users/views.ts'
import { forReview, mostAkin } from './policy.ts'
import {
  countLinking,
  countQuestions,
  findFollowing,
  listFollowedQuestions,
  type ListOrder,
  listLinking,
  listQuestions,
  listRecommended,
  listRelated,
  type Narrowing,
  type Source,
} from './queries.ts'

/** The query of a list, and the time: windows end now. */
export interface QuestionListQuery extends Page {
  order: QuestionOrder
  in_days: number
  tag: string
  username: string
  older_than?: string
  now: number
}

/** Who asked these questions, by their ids on the wire. */
export const askersOf = async (db: Db, ids: string[]) => {
  const authors = await listAuthors(
    db,
    ids.map((id) => numberOf('question', id)),
  )
  const users = await userCards(db, [...new Set(authors.values())])
  return new Map([...authors].map(([id, user_id]) => [objectId('question', id), users.get(user_id)!]))
}

const sinceOf = ({ in_days, now }: { in_days: number; now: number }) => (in_days ? Math.max(1, now - in_days * DAY) : 0)

/** Pages have numbers up to this depth; further back there are other ways. */
const checkDepth = (page: Page) => {
  if (offsetOf(page) >= DEEPEST_ROW) throw new NotFound()
}

/** Deep in a list, "older" links continue after a question instead of counting pages. */
const anchorOf = async (db: Db, viewer: Viewer, { older_than }: QuestionListQuery) => {
  if (!older_than) return undefined
  const anchor = await findVisiblePost(db, numberOf('question', older_than), viewer, 'question')
  if (!anchor) throw new NotFound('error.question.not_found')
  return anchor
}

const meantTag = async (db: Db, slug: string) => {
  const tag = await findTagBySlug(db, slugOf(slug))
  if (tag?.status !== TAG_STATUS.available) return undefined
  return (await listMainTags(db, [tag]))[0] ?? tag
}

/** Reading a tag's questions and sorting them costs their number; walking the whole order until the page is full costs more, the rarer the tag is. */
const beginsFromTag = (tagged: number, all: number, page: Page) =>
  tagged * tagged <= (offsetOf(page) + page.page_size) * all

const narrowingOf = async (db: Db, viewer: Viewer, query: QuestionListQuery, total: number) => {
  const tag = query.tag ? await meantTag(db, query.tag) : undefined
  const user = query.username ? await findUserByName(db, query.username) : undefined
  if ((query.tag && !tag) || (query.username && !user)) return undefined
  const narrowing: Narrowing = {
    tag_id: tag?.id ?? 0,
    tag_first: tag ? beginsFromTag(tag.question_count, total, query) : false,
    user_id: user?.id ?? 0,
    since: sinceOf(query),
    unanswered: query.order === 'unanswered',
    viewer,
  }
  const alone = !narrowing.user_id && !narrowing.since && !narrowing.unanswered
  const known = !alone ? undefined : tag ? tag.question_count : total
  return { narrowing, known }
}

/** A page of questions for this viewer; empty for a tag or a person that doesn't exist. */
export const questionList = async (db: Db, viewer: Viewer, query: QuestionListQuery): Promise<Paged<QuestionCard>> => {
  checkDepth(query)
  if (query.order === 'recommend' && viewer) return recommendedList(db, viewer, query)
  const order: ListOrder = query.order === 'recommend' ? 'hot' : query.order
  const total = await counter(db, QUESTIONS_COUNTER)
  const found = await narrowingOf(db, viewer, { ...query, order }, total)
  if (!found) return pageOf([], 0, query)
  const { narrowing, known } = found
  const count = known ?? (await countQuestions(db, narrowing))
  const few = narrowing.tag_first || narrowing.user_id > 0 || (narrowing.since > 0 && count <= DEEPEST_ROW)
  const ids = await listQuestions(db, {
    ...narrowing,
    order,
    few,
    anchor: await anchorOf(db, viewer, query),
    page: query.page,
    page_size: query.page_size,
  })
  return pageOf(await questionCards(db, ids, viewer), count, query)
}

/** Recommendations end here: nobody reads the thousandth, and counting them would cost more than finding the first. */
const RECOMMENDED = 500

/** Followed questions first, then open ones in followed tags and by followed members that the member hasn't asked or answered; for members who follow nothing, all open ones. Hot ones first in each. */
export const recommendedList = async (
  db: Db,
  viewer: NonNullable<Viewer>,
  query: QuestionListQuery,
): Promise<Paged<QuestionCard>> => {
  const total = await counter(db, QUESTIONS_COUNTER)
  const found = await narrowingOf(db, viewer, query, total)
  if (!found) return pageOf([], 0, query)
  const { narrowing } = found
  const { isNothing, bringing } = await findFollowing(db, viewer.id)
  const little = beginsFromTag(bringing, total, { page: 1, page_size: RECOMMENDED })
  const topics: Source = isNothing ? 'all' : little ? 'few topics' : 'topics'
  const few = narrowing.tag_first || narrowing.user_id > 0
  const anchor = await anchorOf(db, viewer, query)
  const isPast = anchor !== undefined && !(await followedOf(db, viewer.id, 'question', [anchor.id])).has(anchor.id)
  const followed = isPast
    ? []
    : await listRecommended(
        db,
        viewer.id,
        { followed: await listFollowedQuestions(db, viewer.id, RECOMMENDED) },
        narrowing,
        { few, anchor, limit: RECOMMENDED },
      )
  const others = await listRecommended(db, viewer.id, topics, narrowing, {
    few,
    anchor: isPast ? anchor : undefined,
    limit: RECOMMENDED - followed.length,
  })
  const all = [...followed, ...others]
  const offset = offsetOf(query)
  return pageOf(await questionCards(db, all.slice(offset, offset + query.page_size), viewer), all.length, query)
}

/** This many of the questions that share a tag are compared more closely. */
const CLOSER = 60

export const RELATED_QUESTIONS = 6

/** Questions related by tags and words; if few share a tag, those with similar titles. */
export const relatedIds = async (
  db: Db,
  { id, title }: { id: number; title: string },
  viewer: Viewer,
  limit: number,
): Promise<number[]> => {
  const tag_ids = await tagIdsOf(db, id)
  const others = await listRelated(db, id, tag_ids, CLOSER)
  const [own, ...words] = await titleWords(db, [title, ...others.map((other) => other.title)])
  const byTags = mostAkin(
    { tags: tag_ids.length, words: own! },
    others.map((other, at) => ({ ...other, words: words[at]! })),
  )
  const byWords = byTags.length < limit ? await findLikeTitle(db, title, viewer, limit + 1) : []
  return [...new Set([...byTags, ...byWords])].filter((one) => one !== id).slice(0, limit)
}

/** Questions whose text, or an answer's, names this one. */
export const linkingIds = async (
  db: Db,
  to_question_id: number,
  query: Omit<QuestionListQuery, 'tag' | 'username' | 'older_than'>,
): Promise<{ ids: number[]; count: number }> => {
  checkDepth(query)
  const since = sinceOf(query)
  const order: ListOrder = query.order === 'recommend' ? 'hot' : query.order
  const { page, page_size } = query
  const ids = await listLinking(db, { to_question_id, since, order, page, page_size })
  return { ids, count: await countUnlessAll(query, ids.length, () => countLinking(db, to_question_id, since)) }
}

/** Rows of the administration's list, in the order of the ids; admins see all of them. */
export const adminQuestions = async (
  db: Db,
  ids: number[],
  { viewer, language }: Pick<ViewContext, 'viewer' | 'language'>,
): Promise<AdminQuestion[]> => {
  const rows = new Map((await listPosts(db, ids)).map((row) => [row.id, row]))
  const users = await userCards(
    db,
    [...rows.values()].map((row) => row.user_id),
  )
  return ids
    .flatMap((id) => rows.get(id) ?? [])
    .map((question) => ({
      id: objectId('question', question.id),
      title: question.title,
      url_title: question.url_title,
      vote_count: question.score,
      show: question.show as AdminQuestion['show'],
      pin: question.pin as AdminQuestion['pin'],
      status: question.status,
      answer_count: question.answer_count,
      accepted_answer_id: objectId('answer', question.accepted_answer_id),
      create_time: question.created_at,
      update_time: question.updated_at,
      edit_time: question.edited_at,
      delete_time: question.deleted_at,
      user_info: users.get(question.user_id)!,
      member_actions: named(stateActions(viewer, question, false), language),
    }))
}

type ForReview = Omit<Parameters<typeof forReview>[0], 'tags'> & {
  tags: Described[]
  former?: string
  edit_summary?: string
}
/** The text, and the new tags that it would make. */
export const judgeQuestion = async (
  app: App,
  actor: Actor,
  { former, edit_summary = '', ...question }: ForReview,
  from: From,
) => {
  const draft = forReview(question)
  const brought = await newlyDescribed(app.db, question.tags)
  const links = [...draft.links, ...plainLinks(edit_summary)]
  const judged = await Promise.all([
    judge(app, actor, { ...draft, links, former }, from),
    ...brought.map(async (tag) => judge(app, actor, await tagForReview(tag), from)),
  ])
  return gravest(judged, APPROVED)
}
