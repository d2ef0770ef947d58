import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FIRST_STEPS, type FirstStep } from '@askwell/contract/dashboard.ts'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { recordAudit } from '../audit/queries.ts'
import { LAST_BACKUP } from '../backups/views.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'
import { MAIL_TESTED, type SiteSettings, siteSettings } from '../settings/views.ts'
import { hasInvited, hasTags } from './queries.ts'

const DISMISSED = 'first_steps_dismissed'
/** The installation makes the first tag and the first user itself. */
const OF_INSTALLATION = 1

const isDone: Record<FirstStep, (app: App, settings: SiteSettings) => Promise<boolean> | boolean> = {
  name: (_app, { general }) => general.name !== '' && general.short_description !== '',
  logo: (_app, { branding }) => branding.logo !== '' || branding.square_icon !== '',
  mail: async (app, { smtp }) => smtp.smtp_host !== '' && (await findSetting(app.db, MAIL_TESTED)) !== undefined,
  tags: (app) => hasTags(app.db, OF_INSTALLATION),
  people: (app) => hasInvited(app.db, OF_INSTALLATION),
  backup: ({ config }) =>
    stat(join(config.data, LAST_BACKUP)).then(
      () => true,
      () => false,
    ),
}

/** What a new site still needs, read off the site itself; nothing once all is done, or an admin has put it away. */
export const firstSteps = async (app: App) => {
  if ((await findSetting(app.db, DISMISSED)) !== undefined) return []
  const settings = await siteSettings(app)
  const steps = await Promise.all(FIRST_STEPS.map(async (step) => ({ step, done: await isDone[step](app, settings) })))
  return steps.every(({ done }) => done) ? [] : steps
}

export const dismissFirstSteps = async (app: App, actor: Actor) => {
  await app.transaction(async (tx) => {
    await saveSetting(tx.db, DISMISSED, tx.now(), tx.now())
    const what = { object_type: 'site' as const, object_id: 0, before: null, after: null }
    await recordAudit(tx, { actor_id: actor.id, action: 'site.steps_dismissed', ...what })
  })
  return null
}
