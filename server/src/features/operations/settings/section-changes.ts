import { CUSTOM_LEVEL, PRIVILEGES } from '@askwell/contract/privileges.ts'
import { slugOf } from '@askwell/contract/tag-slug.ts'
import type { FieldError } from '../../../lib/errors.ts'
import { renderText } from '../../../workers/texts.ts'
import * as policy from './policy.ts'
import { given, type Section, type SiteSettings } from './policy.ts'

/** What is to be saved of a section, tidied and with what is derived from it, and what is wrong with it. */
export interface SectionChanges<S extends Section = Section> {
  changes: Partial<SiteSettings[S]>
  wrong: FieldError[]
}
type Prepare<S extends Section> = (
  sent: Partial<SiteSettings[S]>,
  now: SiteSettings,
) => SectionChanges<S> | Promise<SectionChanges<S>>

const withoutFaults = <S extends Section>(changes: Partial<SiteSettings[S]>): SectionChanges<S> => ({
  changes,
  wrong: [],
})

type NamedTag = SiteSettings['write']['reserved_tags'][number]

const extensions = (list: string[] | undefined) =>
  list && [...new Set(list.map((extension) => extension.trim().toLowerCase().replace(/^\./, '')))]
const tags = (list: NamedTag[] | undefined) =>
  list && [
    ...new Map(list.map((tag) => [slugOf(tag.slug_name), { ...tag, slug_name: slugOf(tag.slug_name) }])).values(),
  ]

const renderedLegal = async (text: string | undefined, field: string) =>
  text && (await renderText(text, { field })).html

export const customChanges = (sent: Partial<SiteSettings['custom_css_html']>) => {
  const { custom_head, custom_css, custom_header, custom_footer, custom_sidebar, allow_scripts } = sent
  const allowed_hosts = sent.allowed_hosts && [...new Set(sent.allowed_hosts.map((host) => host.trim().toLowerCase()))]
  return given({ custom_head, custom_css, custom_header, custom_footer, custom_sidebar, allow_scripts, allowed_hosts })
}

/** A secret is for the address it was typed for. @returns what it becomes where only the address is another one. */
const secretAt = (before: string, wanted: string | undefined, secret: string | undefined) =>
  secret === undefined && before !== '' && wanted !== undefined && wanted !== before ? '' : secret

/** Another path of the same service is no other address. */
const originOf = (url: string) => URL.parse(url)?.origin ?? url

/** For each section; fields that aren't named here are not saved. */
const PREPARE: { [S in Section]: Prepare<S> } = {
  general: ({ name, short_description, description, site_url, contact_email, check_update }) =>
    withoutFaults<'general'>(
      given({
        name: name?.trim(),
        short_description,
        description,
        site_url: site_url?.trim().replace(/\/+$/, ''),
        contact_email,
        check_update,
      }),
    ),
  interface: ({ language, time_zone }) => ({
    changes: given({ language, time_zone }),
    wrong: policy.wrongInterface({ language, time_zone }),
  }),
  branding: ({ logo, mobile_logo, square_icon, favicon }) => {
    const changes = given({ logo, mobile_logo, square_icon, favicon })
    return { changes, wrong: policy.wrongPictures(changes) }
  },
  write: (sent, { write }) => {
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
    return { changes, wrong: [...policy.wrongTags({ ...write, ...changes }), ...policy.wrongExtensions(changes)] }
  },
  legal: async ({
    terms_of_service_original_text: terms,
    privacy_policy_original_text: privacy,
    external_content_display,
  }) =>
    withoutFaults<'legal'>(
      given({
        terms_of_service_original_text: terms,
        terms_of_service_parsed_text: await renderedLegal(terms, 'terms_of_service_original_text'),
        privacy_policy_original_text: privacy,
        privacy_policy_parsed_text: await renderedLegal(privacy, 'privacy_policy_original_text'),
        external_content_display,
      }),
    ),
  // A form without scripts sends other line ends.
  seo: ({ permalink, robots, index_now }) =>
    withoutFaults<'seo'>(given({ permalink, robots: robots?.replaceAll('\r\n', '\n'), index_now })),
  login: (sent) => {
    const changes = policy.loginChanges(sent)
    return { changes, wrong: policy.wrongDomains(changes.allow_email_domains) }
  },
  custom_css_html: (sent) => {
    const changes = customChanges(sent)
    return { changes, wrong: policy.wrongHosts(changes) }
  },
  theme: ({ theme, theme_config, color_scheme }) => ({
    changes: given({ theme, theme_config, color_scheme }),
    wrong: policy.wrongTheme({ theme, theme_config }),
  }),
  users: (sent) =>
    withoutFaults<'users'>(
      given({
        default_avatar: sent.default_avatar,
        gravatar_base_url: sent.gravatar_base_url,
        allow_update_display_name: sent.allow_update_display_name,
        allow_update_username: sent.allow_update_username,
        allow_update_avatar: sent.allow_update_avatar,
        allow_update_bio: sent.allow_update_bio,
        allow_update_website: sent.allow_update_website,
        allow_update_location: sent.allow_update_location,
      }),
    ),
  notifications: ({ notification_days }) => withoutFaults<'notifications'>(given({ notification_days })),
  review: ({ hold_first_posts, first_posts, hold_links, links_rank }) =>
    withoutFaults<'review'>(given({ hold_first_posts, first_posts, hold_links, links_rank })),
  smtp: (sent, { smtp }) =>
    withoutFaults<'smtp'>(
      given({
        from_email: sent.from_email,
        from_name: sent.from_name,
        smtp_host: sent.smtp_host?.trim(),
        smtp_port: sent.smtp_port,
        encryption: sent.encryption,
        smtp_username: sent.smtp_username,
        smtp_password: secretAt(smtp.smtp_host, sent.smtp_host?.trim(), sent.smtp_password),
        smtp_authentication: sent.smtp_authentication,
      }),
    ),
  privileges: ({ level, custom }, now) => {
    const unknown = Object.keys(custom ?? {}).filter((name) => !Object.hasOwn(PRIVILEGES, name))
    const figures = level === CUSTOM_LEVEL ? { ...policy.ownFigures(now), ...custom } : custom
    return {
      changes: given({ level, custom: figures }),
      wrong: unknown.length ? [{ field: 'custom', reason: 'field.not_a_choice' }] : [],
    }
  },
  updates: ({ update_url }) => withoutFaults<'updates'>(given({ update_url: update_url?.trim() })),
  slow_queries: ({ slow_query_ms }) => withoutFaults<'slow_queries'>(given({ slow_query_ms })),
  search: ({ meaning, embeddings_plugin, embeddings_url, embeddings_model, embeddings_secret }, { search: before }) => {
    const url = embeddings_url?.trim()
    return withoutFaults<'search'>(
      given({
        meaning,
        embeddings_plugin: embeddings_plugin?.trim(),
        embeddings_url: url,
        embeddings_model: embeddings_model?.trim(),
        embeddings_secret: secretAt(originOf(before.embeddings_url), url && originOf(url), embeddings_secret?.trim()),
      }),
    )
  },
  audit: ({ audit_days }) => withoutFaults<'audit'>(given({ audit_days })),
}

export const prepareSection = async <S extends Section>(
  name: S,
  sent: Partial<SiteSettings[S]>,
  now: SiteSettings,
): Promise<SectionChanges<S>> => PREPARE[name](sent, now)
