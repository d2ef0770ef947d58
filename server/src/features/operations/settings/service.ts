import { CUSTOM_LEVEL, type Figures, type Level, privilegeOf } from '@askwell/contract/privileges.ts'
import { slugOf } from '@askwell/contract/tag-slug.ts'
import pTimeout, { TimeoutError } from 'p-timeout'
import type { App, Tx } from '../../../events/events.ts'
import { withCauses } from '../../../lib/causes.ts'
import { BadRequest, type FieldError, Invalid } from '../../../lib/errors.ts'
import type { Member } from '../../../lib/member.ts'
import { aside } from '../../../lib/slot.ts'
import { renderText } from '../../../workers/texts.ts'
import * as policy from './policy.ts'
import { given } from './policy.ts'
import { findSetting, saveSetting } from './queries.ts'
import type { Section, SiteSettings } from './policy.ts'
import { PASSWORD_MASK, siteSettings, testEmail, tryMailer } from './views.ts'

/** For the installer too, which saves before anybody is logged in. */
export const keepSection = async <S extends Section>(
  tx: Tx,
  actor_id: number,
  name: S,
  changes: Partial<SiteSettings[S]>,
) => {
  const saved = (await findSetting(tx.db, name)) as object | undefined
  await saveSetting(tx.db, name, { ...saved, ...changes }, tx.now())
  await tx.emit('settings.changed', { actor_id, object_type: 'user', object_id: actor_id, question_id: 0, name })
}

/** Saves what was sent of a section, if it fits; what wasn't sent stays. */
const saveSection = async <S extends Section>(
  app: App,
  actor: Member,
  name: S,
  changes: Partial<SiteSettings[S]>,
  wrong: FieldError[] = [],
) => {
  if (wrong.length) throw new Invalid(wrong)
  await app.transaction((tx) => keepSection(tx, actor.id, name, changes))
  return null
}

export const saveGeneral = async (app: App, actor: Member, sent: Partial<SiteSettings['general']>) => {
  const { name, short_description, description, site_url, contact_email, check_update } = sent
  const changes = {
    name: name?.trim(),
    short_description,
    description,
    site_url: site_url?.trim().replace(/\/+$/, ''),
    contact_email,
    check_update,
  }
  await saveSection(app, actor, 'general', given(changes))
  return (await siteSettings(app)).general
}

export const saveInterface = (app: App, actor: Member, { language, time_zone }: Partial<SiteSettings['interface']>) =>
  saveSection(app, actor, 'interface', given({ language, time_zone }), policy.wrongInterface({ language, time_zone }))

export const saveBranding = (
  app: App,
  actor: Member,
  { logo, mobile_logo, square_icon, favicon }: Partial<SiteSettings['branding']>,
) => {
  const changes = given({ logo, mobile_logo, square_icon, favicon })
  return saveSection(app, actor, 'branding', changes, policy.wrongPictures(changes))
}

type NamedTag = SiteSettings['write']['reserved_tags'][number]

export const saveWrite = async (app: App, actor: Member, sent: Partial<SiteSettings['write']>) => {
  const { write } = await siteSettings(app)
  const extensions = (list: string[] | undefined) =>
    list && [...new Set(list.map((extension) => extension.trim().toLowerCase().replace(/^\./, '')))]
  const tags = (list: NamedTag[] | undefined) =>
    list && [
      ...new Map(list.map((tag) => [slugOf(tag.slug_name), { ...tag, slug_name: slugOf(tag.slug_name) }])).values(),
    ]
  const { restrict_answer, required_tag, max_image_size, max_attachment_size, max_image_megapixel } = sent
  const changes = given({
    restrict_answer,
    required_tag,
    recommend_tags: tags(sent.recommend_tags),
    reserved_tags: tags(sent.reserved_tags),
    max_image_size,
    max_attachment_size,
    max_image_megapixel,
    authorized_image_extensions: extensions(sent.authorized_image_extensions),
    authorized_attachment_extensions: extensions(sent.authorized_attachment_extensions),
  })
  return saveSection(app, actor, 'write', changes, [
    ...policy.wrongTags({ ...write, ...changes }),
    ...policy.wrongExtensions(changes),
  ])
}

const renderedLegal = async (text: string | undefined, field: string) =>
  text && (await renderText(text, { field })).html

export const saveLegal = async (
  app: App,
  actor: Member,
  {
    terms_of_service_original_text: terms,
    privacy_policy_original_text: privacy,
    external_content_display,
  }: Partial<SiteSettings['legal']>,
) =>
  saveSection(
    app,
    actor,
    'legal',
    given({
      terms_of_service_original_text: terms,
      terms_of_service_parsed_text: await renderedLegal(terms, 'terms_of_service_original_text'),
      privacy_policy_original_text: privacy,
      privacy_policy_parsed_text: await renderedLegal(privacy, 'privacy_policy_original_text'),
      external_content_display,
    }),
  )

export const saveSeo = (app: App, actor: Member, { permalink, robots }: Partial<SiteSettings['seo']>) =>
  saveSection(app, actor, 'seo', given({ permalink, robots }))

export const saveReview = (
  app: App,
  actor: Member,
  { hold_first_posts, first_posts, hold_links, links_rank }: Partial<SiteSettings['review']>,
) => saveSection(app, actor, 'review', given({ hold_first_posts, first_posts, hold_links, links_rank }))

export const saveCustomCssHtml = (
  app: App,
  actor: Member,
  { custom_head, custom_css, custom_header, custom_footer, custom_sidebar }: Partial<SiteSettings['custom_css_html']>,
) =>
  saveSection(
    app,
    actor,
    'custom_css_html',
    given({ custom_head, custom_css, custom_header, custom_footer, custom_sidebar }),
  )

export const saveTheme = (
  app: App,
  actor: Member,
  { theme, theme_config, color_scheme }: Partial<SiteSettings['theme']>,
) =>
  saveSection(
    app,
    actor,
    'theme',
    given({ theme, theme_config, color_scheme }),
    policy.wrongTheme({ theme, theme_config }),
  )

export const saveUsers = (app: App, actor: Member, sent: Partial<SiteSettings['users']>) => {
  const {
    default_avatar,
    gravatar_base_url,
    allow_update_display_name,
    allow_update_username,
    allow_update_avatar,
    allow_update_bio,
    allow_update_website,
    allow_update_location,
  } = sent
  return saveSection(
    app,
    actor,
    'users',
    given({
      default_avatar,
      gravatar_base_url,
      allow_update_display_name,
      allow_update_username,
      allow_update_avatar,
      allow_update_bio,
      allow_update_website,
      allow_update_location,
    }),
  )
}

/** If a recipient is named, the settings are tried first and saved only if the e-mail is accepted: a server that refuses must not get members' e-mails. */
export const saveSmtp = async (
  app: App,
  actor: Member,
  sent: Partial<SiteSettings['smtp']> & { test_email_recipient?: string },
  language: string,
) => {
  const {
    from_email,
    from_name,
    smtp_host,
    smtp_port,
    encryption,
    smtp_username,
    smtp_password,
    smtp_authentication,
    test_email_recipient,
  } = sent
  const changes = given({
    from_email,
    from_name,
    smtp_host: smtp_host?.trim(),
    smtp_port,
    encryption,
    smtp_username,
    smtp_password: smtp_password === PASSWORD_MASK ? undefined : smtp_password,
    smtp_authentication,
  })
  if (test_email_recipient) await sendTestMail(app, changes, test_email_recipient, language)
  return saveSection(app, actor, 'smtp', changes)
}

/** The page waits ten seconds for an answer; a server that says nothing has to be told from a site that says nothing. */
const TEST_STEP_MS = 6000
const TEST_MS = 8000

const sendTestMail = async (app: App, changes: Partial<SiteSettings['smtp']>, to: string, language: string) => {
  const { general, smtp: saved } = await siteSettings(app)
  const smtp = { ...saved, ...changes }
  const sent = tryMailer(app, smtp, TEST_STEP_MS).send({ to, ...testEmail(general, language) })
  try {
    await aside(() => pTimeout(sent, { milliseconds: TEST_MS }))
  } catch (error) {
    const isSilent = error instanceof TimeoutError || (error as { code?: string }).code === 'ETIMEDOUT'
    throw new BadRequest(isSilent ? 'error.smtp.silent' : 'error.smtp.failed', {
      values: {
        message: withCauses(error),
        server: `${smtp.smtp_host}:${smtp.smtp_port}`,
        seconds: TEST_MS / 1000,
      },
      data: { err_type: 'toast' },
    })
  }
}

export const savePrivileges = async (
  app: App,
  actor: Member,
  { level, custom_privileges }: { level: Level; custom_privileges?: { key: string; value: number }[] },
) => {
  const unknown = (custom_privileges ?? []).filter(({ key }) => !privilegeOf(key))
  if (level !== CUSTOM_LEVEL) return saveSection(app, actor, 'privileges', { level })
  const figures: Figures = {
    ...policy.ownFigures(await siteSettings(app)),
    ...Object.fromEntries((custom_privileges ?? []).map(({ key, value }) => [privilegeOf(key), value])),
  }
  return saveSection(
    app,
    actor,
    'privileges',
    { level, custom: figures },
    unknown.length ? [{ field: 'custom_privileges', reason: 'field.not_a_choice' }] : [],
  )
}
