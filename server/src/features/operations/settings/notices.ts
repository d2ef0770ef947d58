import { createHash } from 'node:crypto'
import type { Announcement, Maintenance } from '@askwell/contract/notices.ts'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { Invalid } from '../../../lib/errors.ts'
import { LANGUAGES } from '../../../lib/messages.ts'
import { recordAudit } from '../audit/queries.ts'
import type { SiteSettings } from './policy.ts'
import { findSetting, saveSetting } from './queries.ts'
import { renderText } from '../../../workers/texts.ts'
import { storeSection } from './save-section.ts'
import { siteSettings } from './views.ts'

/** In the languages of the site only, and without empty ones; with the HTML of each. */
const rendered = async (words: Record<string, string>) => {
  const given = Object.entries(words).filter(([language, line]) => LANGUAGES.has(language) && line.trim() !== '')
  const html = await Promise.all(
    given.map(async ([language, line]) => [language, (await renderText(line, { field: `words.${language}` })).html]),
  )
  return { words: Object.fromEntries(given), html: Object.fromEntries(html) as Record<string, string> }
}

const versionOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12)

export const announcementOf = ({ announcement }: SiteSettings): Announcement => {
  const { words, audience, until, dismissible } = announcement
  return { words, audience, until, dismissible }
}

export const saveAnnouncement = async (app: App, actor: Actor, given: Announcement) => {
  const before = announcementOf(await siteSettings(app))
  if (given.until && given.until <= app.clock.now())
    throw new Invalid([{ field: 'until', reason: 'error.announcement.past' }])
  const { words, html } = await rendered(given.words)
  const after = { words, audience: given.audience, until: given.until, dismissible: given.dismissible }
  await app.transaction(async (tx) => {
    await storeSection(tx, actor.id, 'announcement', { ...after, html, version: versionOf(after) })
    const about = { actor_id: actor.id, object_type: 'site', object_id: 0 } as const
    await recordAudit(tx, { ...about, action: 'announcement.changed', before, after })
  })
  return null
}

/** Its time is over: pages that were rendered with it go. */
export const endAnnouncement = async (app: App) => {
  const { announcement } = await siteSettings(app)
  if (!announcement.until || announcement.until > app.clock.now()) return
  await app.transaction((tx) => storeSection(tx, 0, 'announcement', { until: 0, words: {}, html: {}, version: '' }))
}

/** What a reader is to see above the page; nothing if it isn't for them, or they have put it away. */
export const announcementFor = (
  { announcement, interface: site }: SiteSettings,
  { actor, language, dismissed, now }: { actor: Actor | null; language: string; dismissed: string; now: number },
) => {
  const { audience, until, html, version, dismissible } = announcement
  const line = html[language] ?? html[site.language] ?? Object.values(html)[0]
  if (!line || (until && until <= now) || (dismissible && dismissed === version)) return null
  if ((audience === 'members' && !actor) || (audience === 'staff' && !isStaff(actor))) return null
  return { html: line, version, dismissible }
}

export const maintenanceOf = async (app: App): Promise<Maintenance> => {
  const { words, minutes } = (await siteSettings(app)).maintenance_notice
  return { on: (await findSetting(app.db, 'maintenance')) === true, words, minutes }
}

export const saveMaintenance = async (app: App, actor: Actor, given: Maintenance) => {
  const before = await maintenanceOf(app)
  const { words, html } = await rendered(given.words)
  await app.transaction(async (tx) => {
    await saveSetting(tx.db, 'maintenance', given.on, tx.now())
    await storeSection(tx, actor.id, 'maintenance_notice', { words, html, minutes: given.minutes })
    const about = { actor_id: actor.id, object_type: 'site', object_id: 0 } as const
    const after = { ...given, words }
    await recordAudit(tx, { ...about, action: 'maintenance.changed', before, after })
  })
  return null
}

/** What visitors read meanwhile, if an admin has written something. */
export const maintenanceWords = ({ maintenance_notice, interface: site }: SiteSettings, language: string) =>
  maintenance_notice.html[language] ??
  maintenance_notice.html[site.language] ??
  Object.values(maintenance_notice.html)[0] ??
  ''
