import type { Standing, Threshold } from '@askwell/contract/ledger.ts'
import { DAILY_REPUTATION } from '@askwell/contract/limits.ts'
import { isAllowed, type Privilege, PRIVILEGES, rankNeeded } from '@askwell/contract/privileges.ts'
import type { App } from '../../../events/events.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { DAY } from '../../../lib/clock.ts'
import { translate } from '../../../lib/messages.ts'
import { siteSettings, type SiteSettings } from '../../operations/settings/views.ts'
import type { User } from '../../users/users/queries.ts'
import { mostPoints } from './corrections/allowance.ts'
import { canCorrect } from './policy.ts'
import { gainedOn } from './queries.ts'

const thresholds = ({ level, custom }: SiteSettings['privileges'], user: User, language: string): Threshold[] =>
  (Object.keys(PRIVILEGES) as Privilege[])
    .map((action) => ({
      action,
      name: translate(language, `privileges.${action}`),
      rank: rankNeeded(action, level, custom)!,
      allowed: isAllowed(user, action, { level, custom }),
    }))
    .toSorted((one, other) => one.rank - other.rank)

/** What somebody's reputation allows them, and what today has brought. */
export const standingView = async (app: App, user: User, viewer: Viewer, language: string): Promise<Standing> => {
  const settings = await siteSettings(app)
  const now = app.clock.now()
  const may_correct = canCorrect(viewer, user) === true
  return {
    rank: user.rank,
    gained_today: await gainedOn(app.db, user.id, now - (now % DAY)),
    daily_limit: DAILY_REPUTATION,
    thresholds: thresholds(settings.privileges, user, language),
    may_correct,
    correction_max: may_correct && viewer ? await mostPoints(app.db, viewer, now) : 0,
  }
}
