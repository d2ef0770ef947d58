import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { Invalid } from '../../../lib/errors.ts'
import { customShown } from './custom-shown.ts'
import { DEFAULTS, given, type SiteSettings, wrongHosts, wrongTheme } from './policy.ts'
import { customChanges } from './section-changes.ts'
import { findSetting, saveSetting } from './queries.ts'
import { lockSection, writeSection } from './save-section.ts'
import { siteSettings } from './views.ts'

type Custom = SiteSettings['custom_css_html']

const DRAFT = 'custom_css_html_draft'
interface Draft {
  user_id: number
  custom: Custom
}

/** What an admin looks at before saving it. Nothing anybody else sees has changed, so there is no event; the next draft, of whoever, replaces it. */
export const draftCustomCssHtml = async (app: App, actor: Actor, sent: Partial<Custom>) => {
  const { custom_css_html, general } = await siteSettings(app)
  const changes = customChanges(sent)
  const wrong = wrongHosts(changes)
  if (wrong.length) throw new Invalid(wrong)
  const draft: Draft = { user_id: actor.id, custom: { ...custom_css_html, ...changes } }
  await app.transaction((tx) => saveSetting(tx.db, DRAFT, draft, tx.now()))
  return (await customShown({ custom_css_html: draft.custom, general }, app.plugins.styles())).findings
}

/** Nothing if their draft isn't the latest. */
export const findCustomDraft = async (app: App, user_id: number): Promise<Custom | undefined> => {
  const draft = (await findSetting(app.db, DRAFT)) as Draft | undefined
  return draft?.user_id === user_id ? draft.custom : undefined
}

type Looks = SiteSettings['theme']['theme_config']

/** What wasn't sent of a theme's look stays: clients that know only its colours send those. */
const merged = (before: Looks, sent: Looks | undefined) =>
  sent && {
    ...before,
    ...Object.fromEntries(Object.entries(sent).map(([name, look]) => [name, { ...before[name], ...given(look) }])),
  }

export const saveTheme = async (app: App, actor: Actor, sent: Partial<SiteSettings['theme']>) => {
  const { theme, color_scheme } = sent
  const wrong = wrongTheme({ theme, theme_config: sent.theme_config })
  if (wrong.length) throw new Invalid(wrong)
  await app.transaction(async (tx) => {
    await lockSection(tx, 'theme')
    const saved = (await findSetting(tx.db, 'theme')) as Partial<SiteSettings['theme']> | undefined
    const before = { ...DEFAULTS.theme, ...saved }.theme_config
    const theme_config = merged(before, sent.theme_config) as Looks | undefined
    await writeSection(tx, actor.id, 'theme', given({ theme, theme_config, color_scheme }))
  })
  return null
}
