import type { RateClass } from '@askwell/contract/endpoint.ts'
import { ATTEMPTS, NETWORK_SHARE, RATES } from '@askwell/contract/limits.ts'
import * as contract from '@askwell/contract/rate-limits.ts'
import { countUnlessAll, offsetOf, pageOf } from '../../../db/page.ts'
import type { Api } from '../../../http/api/perform.ts'
import { Invalid } from '../../../lib/errors.ts'
import { userCards, userChip } from '../../users/users/views.ts'
import { countRefusals, listRefusals } from './queries.ts'
import { liftLimits, liftLimitsOfNetwork } from './service.ts'

/** As they are in force: the site may have been started with a factor. */
const limitsBy = (factor: number): contract.Limit[] => [
  ...(Object.keys(RATES) as RateClass[]).map((name) => {
    const { calls, seconds } = RATES[name]
    return { name, one: calls * factor, all: calls * factor * NETWORK_SHARE, seconds }
  }),
  ...(Object.keys(ATTEMPTS) as contract.AttemptName[]).map((name) => {
    const { fromOneNetwork, fromAll, seconds } = ATTEMPTS[name]
    return { name: `attempt_${name}` as const, one: fromOneNetwork * factor, all: fromAll * factor, seconds }
  }),
]

export const routes = (api: Api) => {
  api.on(contract.rateLimits, async ({ app, site, query }) => {
    await site.refusals.flush().catch(() => {}) // without a disk to write to, those written so far are shown
    const rows = await listRefusals(app.db, { offset: offsetOf(query), limit: query.page_size })
    const [users, count] = [
      await userCards(
        app.db,
        rows.map(({ user_id }) => user_id).filter((id) => id > 0),
      ),
      await countUnlessAll(query, rows.length, () => countRefusals(app.db)),
    ]
    const list = rows.map(({ user_id, day: _, ...row }) => {
      const user = users.get(user_id)
      return { ...row, user: user ? userChip(user) : null }
    })
    return { limits: limitsBy(site.config.limits), refusals: pageOf(list, count, query) }
  })
  api.on(contract.liftLimits, async ({ app, site, actor, body }) => {
    const { user_id, network } = body
    if ((user_id === undefined) === (network === undefined))
      throw new Invalid([{ field: 'user_id', reason: 'field.required' }])
    if (user_id !== undefined) site.liftLimits(await liftLimits(app, actor.id, user_id))
    else {
      await liftLimitsOfNetwork(app, actor.id, network!)
      site.liftLimitsOfNetwork(network!)
    }
    return null
  })
}
