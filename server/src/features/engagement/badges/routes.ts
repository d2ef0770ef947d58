import * as contract from '@askwell/contract/badges.ts'
import { followLink } from '@askwell/contract/followed-links.ts'
import { numberOf, parseObjectId } from '@askwell/contract/ids.ts'
import type { Db } from '../../../db/dialect.ts'
import { pageOf } from '../../../db/page.ts'
import type { Api, Caller } from '../../../http/api/perform.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { BadRequest, Invalid } from '../../../lib/errors.ts'
import { findUserByName } from '../../users/users/names/queries.ts'
import { userCards } from '../../users/users/views.ts'
import { findLinkedPost } from './link-target.ts'
import { previewOf } from './preview.ts'
import { countAwards, countEarned, listAwards } from './awards/queries.ts'
import { BADGE_STATUS, findBadge, listBadges } from './queries.ts'
import * as service from './service.ts'
import {
  adminAwardViews,
  adminBadgeView,
  awardViews,
  badgeCard,
  badgeGroups,
  earnedBadges,
  recentlyEarned,
} from './views.ts'

const missing = () => new BadRequest('error.object.not_found')

/** Existing clients expect 400 for a badge, and for a member, that isn't there. */
const getBadge = async (db: Db, id: string) => {
  const badge = await findBadge(db, numberOf('badge', id))
  if (!badge || badge.status === BADGE_STATUS.deleted) throw missing()
  return badge
}
const getUser = async (db: Db, username: string) => {
  const user = await findUserByName(db, username)
  if (!user) throw new BadRequest('error.user.not_found')
  return user
}

const visitorOf = (viewer: Viewer, { ip, user_agent }: Caller) =>
  viewer ? `member ${viewer.id}` : `${ip} ${user_agent}`

export const routes = (api: Api) => {
  api.on(contract.badges, ({ app, actor, caller }) =>
    badgeGroups(app.db, { viewer: actor, language: caller.language, now: app.clock.now() }),
  )
  api.on(contract.badge, async ({ app, actor, caller, query }) =>
    badgeCard(app.db, await getBadge(app.db, query.id), {
      viewer: actor,
      language: caller.language,
      now: app.clock.now(),
    }),
  )
  api.on(contract.badgeAwards, async ({ app, actor, query }) => {
    const { id, award_count } = await getBadge(app.db, query.badge_id)
    const user_id = query.username ? (await getUser(app.db, query.username)).id : undefined
    const of = { ...query, badge_id: id, user_id }
    const list = await awardViews(app.db, actor, await listAwards(app.db, of))
    return pageOf(list, user_id === undefined ? award_count : await countAwards(app.db, of), query)
  })
  api.on(contract.userBadges, async ({ app, caller, query }) => {
    const list = await earnedBadges(app.db, (await getUser(app.db, query.username)).id, caller.language)
    return { count: list.length, list }
  })
  api.on(contract.recentBadges, async ({ app, caller, query }) => {
    const list = await recentlyEarned(app.db, (await getUser(app.db, query.username)).id, caller.language)
    return { count: list.length, list }
  })
  api.on(followLink, async ({ app, site, actor, caller, body }) => {
    const object = parseObjectId(body.object_id)
    const post = object && (await findLinkedPost(app.db, object, body.href, actor))
    if (post && post.user_id !== actor?.id) site.visits.link(post.id, body.href, visitorOf(actor, caller))
    return null
  })

  api.on(contract.adminBadges, async ({ app, actor, caller, query }) => {
    const earned = await countEarned(app.db, actor.id)
    const asked = query.q.trim().toLocaleLowerCase()
    const found = (await listBadges(app.db, query.status ? BADGE_STATUS[query.status] : undefined))
      .filter(({ status }) => status !== BADGE_STATUS.deleted)
      .map((badge) => adminBadgeView(badge, caller.language, earned))
      .filter(({ name, id }) => name.toLocaleLowerCase().includes(asked) || id === asked)
    const first = (query.page - 1) * query.page_size
    return pageOf(found.slice(first, first + query.page_size), found.length, query)
  })
  api.on(contract.adminBadge, async ({ app, actor, caller, query }) =>
    adminBadgeView(await getBadge(app.db, query.id), caller.language, await countEarned(app.db, actor.id)),
  )
  api.on(contract.setBadgeStatus, ({ app, actor, body }) => service.setBadgeStatus(app, actor, body.id, body.status))
  api.on(contract.saveBadge, ({ app, actor, body }) => service.saveBadge(app, actor, body))
  api.on(contract.previewBadge, async ({ app, body: { rule, is_single, after } }) => {
    const wrong = await service.checkRule(app.db, rule, is_single)
    if (wrong.length) throw new Invalid(wrong)
    const { first, ...found } = await previewOf(app, rule, is_single, after)
    const users = await userCards(
      app.db,
      first.map(([id]) => id),
    )
    const list = first.map(([id, awards]) => {
      const { username, rank, display_name, avatar, status } = users.get(id)!
      return { user: { id: String(id), username, rank, display_name, avatar, status }, awards }
    })
    return { ...found, list }
  })
  api.on(contract.awardPast, ({ app, actor, body }) => service.awardPast(app, actor, body.ids))
  api.on(contract.awardBadge, ({ app, actor, body }) => service.awardByHand(app, actor, body))
  api.on(contract.adminAwards, async ({ app, actor, query }) => {
    const of = { badge_id: (await getBadge(app.db, query.id)).id, all: true }
    const list = await adminAwardViews(app.db, actor, await listAwards(app.db, { ...query, ...of }))
    return pageOf(list, await countAwards(app.db, of), query)
  })
  api.on(contract.takeBackBadge, ({ app, actor, body }) => service.takeBack(app, actor, body.id, body.reason))
}
