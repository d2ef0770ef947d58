import { type Smtp, SMTP_PORTS } from '@askwell/contract/administration.ts'
import * as limits from '@askwell/contract/limits.ts'
import type { Announcement, Maintenance } from '@askwell/contract/notices.ts'
import {
  type Action,
  CUSTOM_LEVEL,
  DEFAULT_LEVEL,
  type Figures,
  isAction,
  isAllowed,
  type Level,
  type Privilege,
  PRIVILEGES,
  rankNeeded,
} from '@askwell/contract/privileges.ts'
import type { AuditSettings } from '@askwell/contract/audit.ts'
import type * as pages from '@askwell/contract/site-settings.ts'
import type { SearchSettings } from '@askwell/contract/meaning.ts'
import type { SlowQuerySettings } from '@askwell/contract/slow-queries.ts'
import culori from 'culori/require' // one file; as a module it is 150
import { isImageAddress } from '@askwell/contract/link-address.ts'
import type { Viewer } from '../../../lib/actor.ts'
import type { FieldError, Verdict } from '../../../lib/errors.ts'
import { LANGUAGES } from '../../../lib/messages.ts'

/** Every section of the settings, whole: what was saved, over the defaults. */
export interface SiteSettings {
  general: pages.General
  interface: pages.Interface
  branding: pages.Branding
  write: pages.Write
  legal: pages.Legal
  seo: pages.Seo
  login: pages.Login
  custom_css_html: pages.CustomCssHtml
  theme: Omit<pages.Theme, 'theme_options' | 'looks'>
  users: pages.Users
  review: pages.Review
  /** With what the pages show of it: HTML by language, and another version for each other content. */
  announcement: Announcement & { html: Record<string, string>; version: string }
  maintenance_notice: Pick<Maintenance, 'words' | 'minutes'> & { html: Record<string, string> }
  notifications: pages.Notifications
  updates: pages.Updates
  smtp: Smtp
  privileges: { level: Level; custom: Figures }
  audit: AuditSettings
  slow_queries: SlowQuerySettings
  search: SearchSettings
}
export type StoredSection = keyof SiteSettings
/** What is said to visitors for a time isn't one of the settings that go into a file and have a history. */
const NOTICES = ['announcement', 'maintenance_notice'] as const satisfies StoredSection[]
export type Section = Exclude<StoredSection, (typeof NOTICES)[number]>

const PRIVATE_PATHS = [
  '/admin',
  '/search',
  '/install',
  '/review',
  '/users/login',
  '/users/register',
  '/users/account-recovery',
  '/users/oauth/*',
  '/users/*/*',
  '/answer/api',
  '/*?code*',
]

const ROBOTS = ['User-agent: *', ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`), ''].join('\n')

/** As it was saved; where it names no sitemap, with ours, as long as the site is public. */
export const robotsServed = (robots: string, siteUrl: string, isPrivate: boolean) =>
  isPrivate || !siteUrl || /^Sitemap:/im.test(robots)
    ? robots
    : `${robots.trimEnd()}\n\nSitemap: ${siteUrl.replace(/\/$/, '')}/sitemap.xml\n`

// The settings of a new site. Its name is the product's own until the installation asks for one.
export const DEFAULTS: SiteSettings = {
  general: {
    name: 'Askwell',
    short_description: '',
    description: '',
    site_url: '',
    contact_email: '',
    check_update: true,
  },
  interface: { language: limits.DEFAULT_LANGUAGE, time_zone: limits.DEFAULT_TIME_ZONE },
  branding: { logo: '', mobile_logo: '', square_icon: '', favicon: '' },
  write: {
    restrict_answer: true,
    required_tag: false,
    recommend_tags: [],
    reserved_tags: [],
    max_image_size: limits.IMAGE_MB,
    max_attachment_size: limits.ATTACHMENT_MB,
    max_image_megapixel: limits.IMAGE_MEGAPIXELS,
    authorized_image_extensions: ['jpg', 'jpeg', 'png', 'gif', 'webp'],
    authorized_attachment_extensions: [],
  },
  legal: {
    terms_of_service_original_text: '',
    terms_of_service_parsed_text: '',
    privacy_policy_original_text: '',
    privacy_policy_parsed_text: '',
    external_content_display: 'always_display',
  },
  seo: { permalink: 2, robots: ROBOTS, index_now: false },
  login: {
    allow_new_registrations: true,
    allow_email_registrations: true,
    allow_password_login: true,
    login_required: false,
    allow_email_domains: [],
    staff_second_factor: false,
  },
  custom_css_html: { custom_head: '', custom_css: '', custom_header: '', custom_footer: '', custom_sidebar: '' },
  theme: {
    theme: 'default',
    theme_config: { default: { navbar_style: limits.PRIMARY_COLOR, primary_color: limits.PRIMARY_COLOR } },
    color_scheme: '',
  },
  users: {
    default_avatar: 'system',
    gravatar_base_url: 'https://www.gravatar.com/avatar/',
    allow_update_display_name: true,
    allow_update_username: true,
    allow_update_avatar: true,
    allow_update_bio: true,
    allow_update_website: true,
    allow_update_location: true,
  },
  notifications: { notification_days: 365 },
  updates: { update_url: '' },
  announcement: { words: {}, html: {}, audience: 'all', until: 0, dismissible: true, version: '' },
  maintenance_notice: { words: {}, html: {}, minutes: 2 },
  review: { hold_first_posts: false, first_posts: 1, hold_links: false, links_rank: 10 },
  smtp: {
    from_email: '',
    from_name: '',
    smtp_host: '',
    smtp_port: SMTP_PORTS.SSL,
    encryption: 'SSL',
    smtp_username: '',
    smtp_password: '',
    smtp_authentication: true,
  },
  privileges: { level: DEFAULT_LEVEL, custom: {} },
  audit: { audit_days: 0 },
  slow_queries: { slow_query_ms: 250 },
  search: { meaning: false, embeddings_plugin: '', embeddings_url: '', embeddings_model: '', embeddings_secret: '' },
}
export const STORED_SECTIONS = Object.keys(DEFAULTS) as StoredSection[]
export const SECTIONS = STORED_SECTIONS.filter(
  (name): name is Section => !(NOTICES as readonly string[]).includes(name),
)

/** Fields that are never shown, recorded or exported. */
export const SECRETS: Partial<Record<StoredSection, string[]>> = {
  smtp: ['smtp_password'],
  search: ['embeddings_secret'],
}
/** Fields that are made of others when those are saved. */
export const DERIVED: Partial<Record<StoredSection, string[]>> = {
  legal: ['terms_of_service_parsed_text', 'privacy_policy_parsed_text'],
}

/** The admin's own figures; where there are none yet, those in force, so that nothing changes but what is changed. */
export const ownFigures = ({ privileges: { level, custom } }: Pick<SiteSettings, 'privileges'>): Figures => {
  const own = Object.keys(custom).length > 0
  const names = Object.keys(PRIVILEGES) as Privilege[]
  return Object.fromEntries(names.map((name) => [name, rankNeeded(name, own ? CUSTOM_LEVEL : level, custom)!]))
}

/** The themes there are; words: options.<theme>_theme. */
export const THEMES = ['default'] as const

type Privileges = Pick<SiteSettings, 'privileges'>

/** No reputation would help, or it is not said how much. */
export const NOT_MET: Verdict = { reason: 'error.rank.fail_to_meet_the_condition' }

/** As existing clients expect, members who may not edit others' posts or invite anybody aren't told how much reputation that takes. */
const RANK_UNSAID = new Set<Action>(['question.edit', 'answer.edit', 'tag.edit', 'answer.invite_someone_to_answer'])

export const rankFor = ({ privileges }: Privileges, action: Action) =>
  rankNeeded(action, privileges.level, privileges.custom)

/** Role, then ownership, then reputation. Tells the reputation needed, where that is the way. */
export const mayDo = (settings: Privileges, viewer: Viewer, action: Action, owns = false): Verdict => {
  if (!viewer) return NOT_MET
  if (isAllowed(viewer, action, settings.privileges, owns)) return true
  const rank = rankFor(settings, action)
  return rank === null || RANK_UNSAID.has(action)
    ? NOT_MET
    : { reason: 'error.rank.no_enough_rank_to_operate', values: { rank, have: viewer.rank } }
}

/** The same for actions that a client names, with what to tell: nothing, the reputation needed, or that it takes a role. */
export const permissionOf = (
  settings: Privileges,
  viewer: Viewer,
  action: string,
  owns: boolean,
): { allowed: boolean; rank: number | null } => {
  if (!isAction(action)) return { allowed: false, rank: null }
  return { allowed: mayDo(settings, viewer, action, owns) === true, rank: rankFor(settings, action) }
}

type Sent<S extends keyof SiteSettings> = Partial<SiteSettings[S]>

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const wrongInterface = ({ language, time_zone }: Sent<'interface'>): FieldError[] => [
  ...(language === undefined || LANGUAGES.has(language) ? [] : [{ field: 'language', reason: 'error.lang.not_found' }]),
  ...(time_zone === undefined || isTimeZone(time_zone) ? [] : [{ field: 'time_zone', reason: 'field.not_a_choice' }]),
]

export const wrongPictures = (addresses: Sent<'branding'>): FieldError[] =>
  Object.entries(addresses)
    .filter(([, address]) => address !== '' && !isImageAddress(address))
    .map(([field]) => ({ field, reason: 'field.bad_url' }))

/** A reserved tag is for staff only, so it can't be recommended to everybody. */
export const wrongTags = ({ recommend_tags, reserved_tags }: SiteSettings['write']): FieldError[] => {
  const reserved = new Set(reserved_tags.map(({ slug_name }) => slug_name))
  const both = recommend_tags.find(({ slug_name }) => reserved.has(slug_name))
  return both
    ? [{ field: 'recommend_tags', reason: 'field.recommended_is_reserved', values: { tag: both.slug_name } }]
    : []
}

/** File extensions as files/policy.ts looks for them; with others nothing would be accepted. */
export const wrongExtensions = ({
  authorized_image_extensions = [],
  authorized_attachment_extensions = [],
}: Sent<'write'>): FieldError[] =>
  Object.entries({ authorized_image_extensions, authorized_attachment_extensions })
    .filter(([, list]) => !list.every((one) => /^[a-z0-9]{1,16}$/.test(one)))
    .map(([field]) => ({ field, reason: 'field.bad_extension' }))

export const wrongDomains = (domains: string[] | undefined): FieldError[] =>
  (domains?.every((domain) => /^([\p{L}\p{N}-]+\.)*[\p{L}\p{N}-]+$/u.test(domain)) ?? true)
    ? []
    : [{ field: 'allow_email_domains', reason: 'field.bad_domain' }]

/** A colour without transparency, as style sheets have it; nothing if it isn't one. */
export const plainColor = (value: string) => {
  const color = culori.parse(value)
  return color && culori.formatHex(color)
}

const isNavbar = (value: string) => value === '' || /^#[0-9a-f]{3,8}$/i.test(value) || /^[a-z][\w-]*$/i.test(value)

export const wrongTheme = ({ theme, theme_config }: Sent<'theme'>): FieldError[] => {
  const looks = Object.values(theme_config ?? {})
  const wrong = (field: string, isRight: boolean) => (isRight ? [] : [{ field, reason: 'field.bad_color' }])
  return [
    ...(theme === undefined || THEMES.some((one) => one === theme)
      ? []
      : [{ field: 'theme', reason: 'field.not_a_choice' }]),
    ...wrong(
      'primary_color',
      looks.every(({ primary_color }) => primary_color === '' || plainColor(primary_color) !== undefined),
    ),
    ...wrong(
      'navbar_style',
      looks.every(({ navbar_style }) => isNavbar(navbar_style)),
    ),
  ]
}

/** A host as a content policy names it, with or without its scheme and port, perhaps with all below it. */
const isSource = (host: string) => /^(https?:\/\/)?(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i.test(host)

export const wrongHosts = ({ allowed_hosts = [] }: Sent<'custom_css_html'>): FieldError[] =>
  allowed_hosts.every(isSource) ? [] : [{ field: 'allowed_hosts', reason: 'field.bad_host' }]

/** Without the fields that weren't sent. */
export const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** What was sent of how members log in, as it is kept. */
export const loginChanges = (sent: Sent<'login'>) => {
  const {
    allow_new_registrations,
    allow_email_registrations,
    allow_password_login,
    login_required,
    staff_second_factor,
  } = sent
  const allow_email_domains = sent.allow_email_domains && [
    ...new Set(sent.allow_email_domains.map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))),
  ]
  return given({
    allow_new_registrations,
    allow_email_registrations,
    allow_password_login,
    login_required,
    allow_email_domains,
    staff_second_factor,
  })
}
