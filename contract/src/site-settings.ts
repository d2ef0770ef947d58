import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { ColorScheme, Done, oneOf, partly, text } from './shapes.ts'
import { THEME_DENSITIES, THEME_FONTS, THEME_SCHEMES, THEME_WIDTHS } from './themes.ts'

/** The ten pages of settings. A field that isn't sent stays as it is. */

export const General = Type.Object({
  name: text(limits.SITE_NAME, 'not-blank'),
  short_description: text({ max: limits.SHORT_DESCRIPTION_MAX }),
  description: text({ max: limits.SITE_DESCRIPTION_MAX }),
  site_url: text({ min: 1, max: limits.SITE_URL_MAX }, 'site-address'),
  contact_email: text({ min: 1, max: limits.CONTACT_EMAIL_MAX }, 'email'),
  check_update: Type.Boolean(),
})
export type General = Static<typeof General>

export const Interface = Type.Object({ language: text({ ...limits.LANGUAGE }), time_zone: text({ min: 1, max: 128 }) })
export type Interface = Static<typeof Interface>

export const Branding = Type.Object({
  logo: text({ max: limits.BRANDING_URL_MAX }),
  mobile_logo: text({ max: limits.BRANDING_URL_MAX }),
  square_icon: text({ max: limits.BRANDING_URL_MAX }),
  favicon: text({ max: limits.BRANDING_URL_MAX }),
})
export type Branding = Static<typeof Branding>

const NamedTag = Type.Object({
  slug_name: text({ ...limits.TAG_NAME }, 'tag-slug'),
  display_name: Type.String({ maxLength: limits.TAG_NAME.max, default: '' }),
})
const some = { maxItems: limits.SETTINGS_LIST_MAX }
const Extensions = Type.Array(text({ min: 1, max: 20 }), some)
const megabytes = Type.Integer({ minimum: 1, maximum: 10_000 })

export const Write = Type.Object({
  restrict_answer: Type.Boolean(),
  required_tag: Type.Boolean(),
  recommend_tags: Type.Array(NamedTag, some),
  reserved_tags: Type.Array(NamedTag, some),
  max_image_size: megabytes,
  max_attachment_size: megabytes,
  max_image_megapixel: Type.Integer({ minimum: 1, maximum: 1000 }),
  authorized_image_extensions: Extensions,
  authorized_attachment_extensions: Extensions,
})
export type Write = Static<typeof Write>

export const ExternalContent = oneOf(['always_display', 'ask_before_display'])
export const Legal = Type.Object({
  terms_of_service_original_text: Type.String(),
  terms_of_service_parsed_text: Type.String(),
  privacy_policy_original_text: Type.String(),
  privacy_policy_parsed_text: Type.String(),
  external_content_display: ExternalContent,
})
export type Legal = Static<typeof Legal>

export const Seo = Type.Object({
  permalink: oneOf([1, 2, 3, 4]),
  robots: Type.String({ minLength: 1 }),
  /** Ours: search engines that take part in IndexNow are told of changed questions. */
  index_now: Type.Boolean(),
})
export type Seo = Static<typeof Seo>

export const Login = Type.Object({
  allow_new_registrations: Type.Boolean(),
  allow_email_registrations: Type.Boolean(),
  allow_password_login: Type.Boolean(),
  login_required: Type.Boolean(),
  allow_email_domains: Type.Array(text({ min: 1, max: 253 }), some),
  /** Ours: staff act as staff only with a second factor. */
  staff_second_factor: Type.Boolean(),
})
export type Login = Static<typeof Login>

export const CustomCssHtml = Type.Object({
  custom_head: text({ max: limits.CUSTOM_HTML_MAX }),
  custom_css: text({ max: limits.CUSTOM_HTML_MAX }),
  custom_header: text({ max: limits.CUSTOM_HTML_MAX }),
  custom_footer: text({ max: limits.CUSTOM_HTML_MAX }),
  custom_sidebar: text({ max: limits.CUSTOM_HTML_MAX }),
  /** Ours: whether scripts in it run. */
  allow_scripts: Type.Optional(Type.Boolean()),
  /** Ours: hosts besides those named in the HTML that pages may load styles, fonts, frames and, where they run, scripts from. */
  allowed_hosts: Type.Optional(Type.Array(text({ min: 1, max: 253 }), some)),
})
export type CustomCssHtml = Static<typeof CustomCssHtml>

/** What pages make of the own HTML: what isn't shown, how many inline scripts run, and which hosts pages load from because of it. */
export const CustomFindings = Type.Object({
  left_out: Type.Array(
    Type.Object({
      field: oneOf(['custom_head', 'custom_header', 'custom_footer', 'custom_sidebar']),
      what: Type.String(),
    }),
  ),
  inline_scripts: Type.Integer(),
  hosts: Type.Array(Type.String()),
})
export type CustomFindings = Static<typeof CustomFindings>

export const Option = Type.Object({ label: Type.String(), value: Type.String() })
export type Option = Static<typeof Option>

export const Theme = Type.Object({
  /** What there is to choose from; the server's, ignored when saved. */
  theme_options: Type.Array(Option),
  theme: text({ min: 1, max: limits.THEME_NAME_MAX }),
  theme_config: Type.Record(
    Type.String(),
    Type.Object({
      navbar_style: text({ max: 100 }),
      primary_color: text({ max: 100 }),
      // Ours.
      width: Type.Optional(oneOf(THEME_WIDTHS)),
      density: Type.Optional(oneOf(THEME_DENSITIES)),
      font: Type.Optional(oneOf(THEME_FONTS)),
    }),
  ),
  color_scheme: ColorScheme,
  /** Ours: looks of plugins, to begin with; the server's, ignored when saved. `name` is `<plugin>.<look>`. */
  looks: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        title: Type.String(),
        look: Type.Object({
          primary_color: Type.String(),
          navbar_style: Type.String(),
          color_scheme: oneOf(THEME_SCHEMES),
          width: oneOf(THEME_WIDTHS),
          density: oneOf(THEME_DENSITIES),
          font: oneOf(THEME_FONTS),
        }),
      }),
    ),
  ),
})
export type Theme = Static<typeof Theme>

export const Users = Type.Object({
  default_avatar: oneOf(['system', 'gravatar']),
  gravatar_base_url: text({ max: limits.SITE_URL_MAX }, 'optional-web-address'),
  allow_update_display_name: Type.Boolean(),
  allow_update_username: Type.Boolean(),
  allow_update_avatar: Type.Boolean(),
  allow_update_bio: Type.Boolean(),
  allow_update_website: Type.Boolean(),
  allow_update_location: Type.Boolean(),
})
export type Users = Static<typeof Users>

/** Ours: how long notifications that were read stay, in days; 0: for good. */
export const Notifications = Type.Object({ notification_days: Type.Integer({ minimum: 0, maximum: 3650 }) })
export type Notifications = Static<typeof Notifications>

/** Ours: where the site asks for the newest version, if `check_update` says so; empty: nowhere. */
export const Updates = Type.Object({ update_url: text({ max: limits.SITE_URL_MAX }, 'optional-web-address') })
export type Updates = Static<typeof Updates>

/** Ours: which new posts wait for a moderator; nothing does at first. */
export const Review = Type.Object({
  /** The first posts of each member, and how many. */
  hold_first_posts: Type.Boolean(),
  first_posts: Type.Integer({ minimum: 1, maximum: 100 }),
  /** Posts that lead elsewhere, of members with less reputation than that. */
  hold_links: Type.Boolean(),
  links_rank: Type.Integer({ minimum: 2, maximum: 100_000 }),
})
export type Review = Static<typeof Review>

const read = { prefix: 'admin', method: 'GET', access: 'admin', visibility: 'staff', rate: 'admin' } as const
const save = { ...read, method: 'PUT', reply: Done } as const

export const generalSettings = endpoint({
  ...read,
  path: '/siteinfo/general',
  summary: 'Name, description and address of the site',
  reply: General,
})
export const saveGeneralSettings = endpoint({
  ...save,
  path: '/siteinfo/general',
  summary: 'Save name, description and address of the site',
  body: partly(General),
  reply: General,
})
export const interfaceSettings = endpoint({
  ...read,
  path: '/siteinfo/interface',
  summary: 'Language and time zone of the site',
  reply: Interface,
})
export const saveInterfaceSettings = endpoint({
  ...save,
  path: '/siteinfo/interface',
  summary: 'Save language and time zone of the site',
  body: partly(Interface),
})
export const brandingSettings = endpoint({
  ...read,
  path: '/siteinfo/branding',
  summary: 'Logos and icons',
  reply: Branding,
})
export const saveBrandingSettings = endpoint({
  ...save,
  path: '/siteinfo/branding',
  summary: 'Save logos and icons',
  body: partly(Branding),
})
export const writeSettings = endpoint({
  ...read,
  path: '/siteinfo/write',
  summary: 'Rules for answers, tags and uploads',
  reply: Write,
})
export const saveWriteSettings = endpoint({
  ...save,
  path: '/siteinfo/write',
  summary: 'Save the rules for answers, tags and uploads',
  body: partly(Write),
})
export const legalSettings = endpoint({
  ...read,
  path: '/siteinfo/legal',
  summary: 'Terms, privacy policy and content from elsewhere',
  reply: Legal,
})
export const saveLegalSettings = endpoint({
  ...save,
  path: '/siteinfo/legal',
  summary: 'Save terms, privacy policy and content from elsewhere',
  body: partly(Legal),
})
export const seoSettings = endpoint({
  ...read,
  path: '/siteinfo/seo',
  summary: 'Form of the links, robots.txt, and whether search engines are told of changes',
  reply: Seo,
})
export const saveSeoSettings = endpoint({
  ...save,
  path: '/siteinfo/seo',
  summary: 'Save the form of the links, robots.txt, and whether search engines are told of changes',
  body: partly(Seo),
})
export const loginSettings = endpoint({
  ...read,
  path: '/siteinfo/login',
  summary: 'Who may register, log in and read',
  reply: Login,
})
export const saveLoginSettings = endpoint({
  ...save,
  path: '/siteinfo/login',
  summary: 'Save who may register, log in and read',
  body: partly(Login),
})
export const customCssHtml = endpoint({
  ...read,
  path: '/siteinfo/custom-css-html',
  summary: 'The site’s own CSS and HTML',
  reply: CustomCssHtml,
})
export const saveCustomCssHtml = endpoint({
  ...save,
  path: '/siteinfo/custom-css-html',
  summary: 'Save the site’s own CSS and HTML',
  body: partly(CustomCssHtml),
})
export const customFindings = endpoint({
  ...read,
  path: '/siteinfo/custom-css-html/findings',
  summary: 'What pages make of the site’s own HTML',
  reply: CustomFindings,
})
export const draftCustomCssHtml = endpoint({
  ...save,
  path: '/siteinfo/custom-css-html/draft',
  summary: 'Keep own CSS and HTML for a preview that only this admin sees',
  body: partly(CustomCssHtml),
  reply: CustomFindings,
})
export const themeSettings = endpoint({ ...read, path: '/siteinfo/theme', summary: 'Theme and colours', reply: Theme })
export const saveThemeSettings = endpoint({
  ...save,
  path: '/siteinfo/theme',
  summary: 'Save theme and colours',
  body: partly(Theme),
})
export const notificationSettings = endpoint({
  ...read,
  path: '/siteinfo/notifications',
  summary: 'How long notifications that were read stay',
  reply: Notifications,
})
export const saveNotificationSettings = endpoint({
  ...save,
  path: '/siteinfo/notifications',
  summary: 'Save how long notifications that were read stay',
  body: partly(Notifications),
})
export const updateSettings = endpoint({
  ...read,
  path: '/siteinfo/updates',
  summary: 'Where the site asks for the newest version',
  reply: Updates,
})
export const saveUpdateSettings = endpoint({
  ...save,
  path: '/siteinfo/updates',
  summary: 'Save where the site asks for the newest version',
  body: partly(Updates),
})
export const reviewSettings = endpoint({
  ...read,
  path: '/siteinfo/review',
  summary: 'Which new posts wait for a moderator',
  reply: Review,
})
export const saveReviewSettings = endpoint({
  ...save,
  path: '/siteinfo/review',
  summary: 'Save which new posts wait for a moderator',
  body: partly(Review),
})
export const profileSettings = endpoint({
  ...read,
  path: '/siteinfo/users',
  summary: 'Avatars, and what members may change of their profile',
  reply: Users,
})
export const saveProfileSettings = endpoint({
  ...save,
  path: '/siteinfo/users',
  summary: 'Save avatars, and what members may change of their profile',
  body: partly(Users),
})
