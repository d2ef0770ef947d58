import { RANKING_DAYS, RANKING_SIZE } from '@askwell/contract/limits.ts'
import * as contract from '@askwell/contract/profiles.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { ranking } from '@askwell/contract/users.ts'
import type { Db } from '../../../db/dialect.ts'
import { type Page, pageOf } from '../../../db/page.ts'
import type { Api } from '../../../http/api/perform.ts'
import { DAY } from '../../../lib/clock.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { NotFound } from '../../../lib/errors.ts'
import { mentionsFor } from '../users/mentions/shown-mentions.ts'
import { followedOf } from '../users/followed.ts'
import { findUser } from '../users/queries.ts'
import { findUserByName } from '../users/names/queries.ts'
import { USER_STATUS } from '../../../lib/actor.ts'
import {
  countTabs,
  type IdPage,
  listCommentIds,
  listEntryIds,
  listGains,
  listPostIds,
  listStaffIds,
  listVoteIds,
  listVoters,
  sumBefore,
} from './queries.ts'
import {
  ownVotes,
  profileAnswers,
  profileComments,
  profileOf,
  profileQuestions,
  rankedUsers,
  reputationGains,
} from './views.ts'

/** Nothing of a deleted user is listed. */
const NO_TABS = { comment_count: 0, vote_count: 0, collection_count: 0, badge_count: 0 }

/** Staff find what they wrote in the lists of all content. */
const isGone = ({ status }: { status: number }) => status === USER_STATUS.deleted

const TOP: Page = { page: 1, page_size: 5 }

/** The member meant; without a name the caller. */
const getUser = async (db: Db, username: string, viewer: Viewer) => {
  const user = username === '' ? viewer && (await findUser(db, viewer.id)) : await findUserByName(db, username)
  if (!user) throw new NotFound('error.user.not_found')
  return user
}

const shown = async <T>(page: Page, { count, ids }: IdPage, view: (ids: number[]) => Promise<T[]>) =>
  pageOf(await view(ids), count, page)
const NONE: IdPage = { count: 0, ids: [] }

const topPostsOf = async (db: Db, user_id: number, viewer: Viewer) => {
  const of = { user_id, viewer, order: 'score' as const, ...TOP }
  const questions = await listPostIds(db, { ...of, kind: 'question' })
  const answers = await listPostIds(db, { ...of, kind: 'answer' })
  return { question: await profileQuestions(db, questions.ids), answer: await profileAnswers(db, answers.ids) }
}

/** The last seven days, and all staff. */
const rankingOf = async (db: Db, now: number) => {
  const since = now - RANKING_DAYS * DAY
  const gainers = [...(await listGains(db, { since, limit: RANKING_SIZE })).keys()]
  const voters = [...(await listVoters(db, { since, limit: RANKING_SIZE })).keys()]
  const staff = await listStaffIds(db)
  const among = [...gainers, ...voters, ...staff]
  const [gains, votes] = [await listGains(db, { since, among }), await listVoters(db, { since, among })]
  return {
    users_with_the_most_reputation: await rankedUsers(db, gainers, { gains, votes }),
    users_with_the_most_vote: await rankedUsers(db, voters, { gains, votes }),
    staffs: await rankedUsers(db, staff, { gains: 'whole', votes }),
  }
}

export const routes = (api: Api) => {
  api.on(contract.profile, async ({ app, actor, caller, query }) => {
    const user = await getUser(app.db, query.username, actor)
    const is_followed = actor !== null && (await followedOf(app.db, actor.id, 'user', [user.id])).has(user.id)
    const counts = isGone(user) ? NO_TABS : await countTabs(app.db, { user_id: user.id, viewer: actor })
    const bio_html = (await mentionsFor(app.db, [user.bio_html]))(user.bio_html)
    return profileOf(user, caller.language, { bio_html, is_followed, ...counts })
  })

  api.on(contract.topPosts, async ({ app, actor, query }) => {
    const user = await getUser(app.db, query.username, actor)
    return isGone(user) ? { question: [], answer: [] } : topPostsOf(app.db, user.id, actor)
  })

  api.on(contract.profileQuestions, async ({ app, actor, query }) => {
    const user = await getUser(app.db, query.username, actor)
    return shown(
      query,
      isGone(user) ? NONE : await listPostIds(app.db, { ...query, user_id: user.id, viewer: actor, kind: 'question' }),
      (ids) => profileQuestions(app.db, ids),
    )
  })

  api.on(contract.profileAnswers, async ({ app, actor, query }) => {
    const user = await getUser(app.db, query.username, actor)
    return shown(
      query,
      isGone(user) ? NONE : await listPostIds(app.db, { ...query, user_id: user.id, viewer: actor, kind: 'answer' }),
      (ids) => profileAnswers(app.db, ids),
    )
  })

  api.on(contract.profileComments, async ({ app, actor, query }) => {
    const user = await getUser(app.db, query.username, actor)
    return shown(
      query,
      isGone(user) ? NONE : await listCommentIds(app.db, { ...query, user_id: user.id, viewer: actor }),
      (ids) => profileComments(app.db, ids),
    )
  })

  api.on(contract.profileReputation, async ({ app, actor, query }) => {
    const user = await getUser(app.db, query.username, actor)
    const whole = !query.kind && !query.sign && !query.tag
    const page = isGone(user) ? NONE : await listEntryIds(app.db, { ...query, user_id: user.id, viewer: actor })
    const total = whole && page.ids.length > 0 ? user.rank - (await sumBefore(app.db, user.id, query)) : null
    return shown(query, page, (ids) =>
      reputationGains(app.db, actor, ids, { total, notes: isStaff(actor) || actor?.id === user.id }),
    )
  })

  api.on(contract.ownVotes, async ({ app, actor, query }) =>
    shown(query, await listVoteIds(app.db, { ...query, user_id: actor.id, viewer: actor }), (ids) =>
      ownVotes(app.db, ids),
    ),
  )

  api.on(ranking, ({ app }) => rankingOf(app.db, app.clock.now()))
}
