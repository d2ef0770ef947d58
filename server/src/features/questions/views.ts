import { numberOf } from '@askwell/contract/ids.ts'
import type { QuestionOrder } from '@askwell/contract/questions.ts'
import type { Paged, QuestionCard } from '@askwell/contract/shapes.ts'
import type { Db } from '../../db/dialect.ts'
import { DEEPEST_ROW, offsetOf, type Page, pageOf } from '../../db/page.ts'
import { DAY } from '../../lib/clock.ts'
import type { Viewer } from '../../lib/member.ts'
import { NotFound } from '../../lib/refusals.ts'
import { findVisiblePost } from '../posts/queries.ts'
import { QUESTIONS_COUNTER } from '../posts/policy.ts'
import { questionCards } from '../posts/views.ts'
import { counter } from '../site/queries.ts'
import { slugOf } from '../tags/policy.ts'
import { findTagBySlug, listMainTags, TAG_STATUS } from '../tags/queries.ts'
import { findUserByName } from '../users/queries.ts'
import { countLinking, countQuestions, countRecommended, type ListOrder, listLinking, listQuestions, listRecommended, type Narrowing } from './queries.ts'

/** What a list is asked for, and when: windows end now. */
export interface ListWish extends Page { order: QuestionOrder; in_days: number; tag: string; username: string; older_than?: string; now: number }

const sinceOf = ({ in_days, now }: { in_days: number; now: number }) => (in_days ? Math.max(1, now - in_days * DAY) : 0)

/** Pages go so deep by number; further back one comes by other ways (rulings 6). */
const keepInReach = (page: Page) => {
  if (offsetOf(page) >= DEEPEST_ROW) throw new NotFound()
}

/** Deep in a list one goes on from question to question instead of counting pages (rulings 6). */
const anchorOf = async (db: Db, viewer: Viewer, { older_than }: ListWish) => {
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

/** Reading a tag's questions and sorting them costs their number; walking the whole order until the page is full costs the more, the rarer the tag is. */
const beginsFromTag = (tagged: number, all: number, page: Page) => tagged * tagged <= (offsetOf(page) + page.page_size) * all

const narrowingOf = async (db: Db, viewer: Viewer, wish: ListWish, total: number) => {
  const tag = wish.tag ? await meantTag(db, wish.tag) : undefined
  const user = wish.username ? await findUserByName(db, wish.username) : undefined
  if ((wish.tag && !tag) || (wish.username && !user)) return undefined
  const narrowing: Narrowing = {
    tag_id: tag?.id ?? 0, tag_first: tag ? beginsFromTag(tag.question_count, total, wish) : false, user_id: user?.id ?? 0,
    since: sinceOf(wish), unanswered: wish.order === 'unanswered', viewer,
  }
  const alone = !narrowing.user_id && !narrowing.since && !narrowing.unanswered
  const known = !alone ? undefined : tag ? tag.question_count : total
  return { narrowing, known }
}

/** A page of questions for whoever looks. A topic or a person that isn't there has none. */
export const questionList = async (db: Db, viewer: Viewer, wish: ListWish): Promise<Paged<QuestionCard>> => {
  keepInReach(wish)
  if (wish.order === 'recommend' && viewer) return recommendedList(db, viewer, wish)
  const order: ListOrder = wish.order === 'recommend' ? 'hot' : wish.order
  const total = await counter(db, QUESTIONS_COUNTER)
  const found = await narrowingOf(db, viewer, { ...wish, order }, total)
  if (!found) return pageOf([], 0, wish)
  const { narrowing, known } = found
  const count = known ?? (await countQuestions(db, narrowing))
  const few = narrowing.tag_first || narrowing.user_id > 0 || (narrowing.since > 0 && count <= DEEPEST_ROW)
  const ids = await listQuestions(db, { ...narrowing, order, few, anchor: await anchorOf(db, viewer, wish), page: wish.page, page_size: wish.page_size })
  return pageOf(await questionCards(db, ids, viewer), count, wish)
}

/** Open questions of others that a member hasn't answered, the hot ones first. */
export const recommendedList = async (db: Db, viewer: NonNullable<Viewer>, wish: ListWish): Promise<Paged<QuestionCard>> => {
  keepInReach(wish)
  const found = await narrowingOf(db, viewer, wish, await counter(db, QUESTIONS_COUNTER))
  if (!found) return pageOf([], 0, wish)
  const count = await countRecommended(db, viewer.id, found.narrowing)
  const few = found.narrowing.tag_first || found.narrowing.user_id > 0 || (found.narrowing.since > 0 && count <= DEEPEST_ROW)
  const ids = await listRecommended(db, viewer.id, { ...found.narrowing, few, anchor: await anchorOf(db, viewer, wish), page: wish.page, page_size: wish.page_size })
  return pageOf(await questionCards(db, ids, viewer), count, wish)
}

/** Questions whose text, or an answer's, names this one. */
export const linkingList = async (db: Db, viewer: Viewer, to_question_id: number, wish: Omit<ListWish, 'tag' | 'username' | 'older_than'>): Promise<Paged<QuestionCard>> => {
  keepInReach(wish)
  const since = sinceOf(wish)
  const order: ListOrder = wish.order === 'recommend' ? 'hot' : wish.order
  const ids = await listLinking(db, { to_question_id, since, order, page: wish.page, page_size: wish.page_size })
  return pageOf(await questionCards(db, ids, viewer), await countLinking(db, to_question_id, since), wish)
}
