import * as contract from '@askwell/contract/directory.ts'
import { CARDS_AT_ONCE, LEADERS } from '@askwell/contract/limits.ts'
import { slugOf } from '@askwell/contract/tag-slug.ts'
import { pageOf } from '../../../db/page.ts'
import type { Api } from '../../../http/api/perform.ts'
import { USER_STATUS } from '../../../lib/actor.ts'
import { NotFound } from '../../../lib/errors.ts'
import { findVisibleTag } from '../../content/tags/queries.ts'
import { findUserByName } from '../users/names/queries.ts'
import { listByUsername, listDirectory, listLeadersLately, listLeadersOfAllTime } from './queries.ts'
import { directoryUsers, leaders, memberCardsOf, overviewOf } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.userDirectory, async ({ app, query }) => {
    const { count, page } = await listDirectory(app.db, { ...query, now: app.clock.now() })
    return pageOf(await directoryUsers(app.db, page), count, query)
  })

  api.on(contract.tagLeaders, async ({ app, actor, query }) => {
    const tag = await findVisibleTag(app.db, { slug: slugOf(query.name) }, actor)
    if (!tag) throw new NotFound('error.tag.not_found')
    const id = tag.main_tag_id || tag.id
    return {
      all_time: await leaders(app.db, await listLeadersOfAllTime(app.db, id, LEADERS)),
      lately: await leaders(app.db, await listLeadersLately(app.db, id)),
    }
  })

  api.on(contract.memberCards, async ({ app, query }) => {
    const usernames = query.usernames
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean)
      .slice(0, CARDS_AT_ONCE)
    return usernames.length ? memberCardsOf(app.db, await listByUsername(app.db, usernames)) : []
  })

  api.on(contract.profileOverview, async ({ app, query }) => {
    const user = await findUserByName(app.db, query.username)
    if (!user || user.status === USER_STATUS.deleted) throw new NotFound('error.user.not_found')
    return overviewOf(app, user)
  })
}
