import { RANKING_DAYS, RANKING_SIZE } from '@askwell/contract/limits.ts'
import * as contract from '@askwell/contract/profiles.ts'
import { ranking } from '@askwell/contract/users.ts'
import type { Db } from '../../../db/dialect.ts'
import { type Page, pageOf } from '../../../db/page.ts'
import type { Api } from '../../../http/api/perform.ts'
import { DAY } from '../../../lib/clock.ts'
import type { Viewer } from '../../../lib/member.ts'
import { NotFound } from '../../../lib/errors.ts'
import { followedOf } from '../users/followed.ts'
import { findUser } from '../users/queries.ts'
import { findUserByName } from '../users/names/queries.ts'
import {
  type IdPage,
  listCommentIds,
  listEntryIds,
  listGains,
  listPostIds,
  listStaffIds,
  listVoteIds,
  listVoters,
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

const TOP: Page = { page: 1, page_size: 5 }

/** The member meant; without a name the caller. */
const getUser = async (db: Db, username: string, viewer: Viewer) => {
  const user = username === '' ? viewer && (await findUser(db, viewer.id)) : await findUserByName(db, username)
  if (!user) throw new NotFound('error.user.not_found')
  return user
}

const shown = async <T>(page: Page, { count, ids }: IdPage, view: (ids: number[]) => Promise<T[]>) =>
  pageOf(await view(ids), count, page)

export const routes = (api: Api) => {
  api.on(contract.profile, async ({ app, actor, caller, query }) => {
    const user = await getUser(app.db, query.username, actor)
    return profileOf(
      user,
      caller.language,
      actor !== null && (await followedOf(app.db, actor.id, 'user', [user.id])).has(user.id),
    )
  })

  api.on(contract.topPosts, async ({ app, actor, query }) => {
    const of = {
      user_id: (await getUser(app.db, query.username, actor)).id,
      viewer: actor,
      order: 'score' as const,
      ...TOP,
    }
    const questions = await listPostIds(app.db, { ...of, kind: 'question' })
    const answers = await listPostIds(app.db, { ...of, kind: 'answer' })
    return {
      question: await profileQuestions(app.db, questions.ids),
      answer: await profileAnswers(app.db, answers.ids),
    }
  })

  api.on(contract.profileQuestions, async ({ app, actor, query }) => {
    const user = await getUser(app.db, query.username, actor)
    return shown(
      query,
      await listPostIds(app.db, { ...query, user_id: user.id, viewer: actor, kind: 'question' }),
      (ids) => profileQuestions(app.db, ids),
    )
  })

  api.on(contract.profileAnswers, async ({ app, actor, query }) => {
    const user = await getUser(app.db, query.username, actor)
    return shown(
      query,
      await listPostIds(app.db, { ...query, user_id: user.id, viewer: actor, kind: 'answer' }),
      (ids) => profileAnswers(app.db, ids),
    )
  })

  api.on(contract.profileComments, async ({ app, actor, query }) => {
    const user = await getUser(app.db, query.username, actor)
    return shown(query, await listCommentIds(app.db, { ...query, user_id: user.id, viewer: actor }), (ids) =>
      profileComments(app.db, ids),
    )
  })

  api.on(contract.profileReputation, async ({ app, actor, query }) => {
    const user = await getUser(app.db, query.username, actor)
    return shown(query, await listEntryIds(app.db, { ...query, user_id: user.id }), (ids) =>
      reputationGains(app.db, actor, ids),
    )
  })

  api.on(contract.ownVotes, async ({ app, actor, query }) =>
    shown(query, await listVoteIds(app.db, { ...query, user_id: actor.id, viewer: actor }), (ids) =>
      ownVotes(app.db, ids),
    ),
  )

  // The ranking covers the last seven days, and names all staff.
  api.on(ranking, async ({ app }) => {
    const since = app.clock.now() - RANKING_DAYS * DAY
    const gainers = [...(await listGains(app.db, { since, limit: RANKING_SIZE })).keys()]
    const voters = [...(await listVoters(app.db, { since, limit: RANKING_SIZE })).keys()]
    const staff = await listStaffIds(app.db)
    const among = [...gainers, ...voters, ...staff]
    const [gains, votes] = [await listGains(app.db, { since, among }), await listVoters(app.db, { since, among })]
    return {
      users_with_the_most_reputation: await rankedUsers(app.db, gainers, { gains, votes }),
      users_with_the_most_vote: await rankedUsers(app.db, voters, { gains, votes }),
      staffs: await rankedUsers(app.db, staff, { gains: 'whole', votes }),
    }
  })
}
