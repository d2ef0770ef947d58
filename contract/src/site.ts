import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { nullable, oneOf } from './shapes.ts'
import * as settings from './site-settings.ts'

export const SiteInfo = Type.Object({
  general: settings.General,
  interface: settings.Interface,
  branding: settings.Branding,
  login: settings.Login,
  theme: settings.Theme,
  custom_css_html: settings.CustomCssHtml,
  site_seo: settings.Seo,
  site_users: settings.Users,
  site_write: settings.Write,
  site_legal: Type.Object({ external_content_display: settings.ExternalContent }),
  version: Type.String(),
  revision: Type.String(),
})
export type SiteInfo = Static<typeof SiteInfo>

/** Also answers before the site is installed, with the defaults. */
export const siteInfo = endpoint({
  method: 'GET',
  path: '/siteinfo',
  summary: 'Everything a client must know of the site to start',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  beforeInstall: true,
  reply: SiteInfo,
})

/** Only the text asked for is there, and only once it has been written. */
export const LegalText = Type.Object({
  terms_of_service_original_text: Type.Optional(Type.String()),
  terms_of_service_parsed_text: Type.Optional(Type.String()),
  privacy_policy_original_text: Type.Optional(Type.String()),
  privacy_policy_parsed_text: Type.Optional(Type.String()),
})
export type LegalText = Static<typeof LegalText>
export const legalText = endpoint({
  method: 'GET',
  path: '/siteinfo/legal',
  summary: 'Terms of service, or privacy policy',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  query: Type.Object({ info_type: oneOf(['tos', 'privacy']) }),
  reply: LegalText,
})

/** The words of a language, nested at the dots of their keys; those of the pages under `ui`. */
export const Words = Type.Record(Type.String(), Type.Unknown())
export const languageWords = endpoint({
  method: 'GET',
  path: '/language/config',
  summary: 'The words of the language in Accept-Language',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  reply: Words,
})

/** `progress` is how much of it is translated, in percent. */
export const LanguageOption = Type.Object({
  label: Type.String(),
  value: Type.String(),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
})
export type LanguageOption = Static<typeof LanguageOption>
export const languageOptions = endpoint({
  method: 'GET',
  path: '/language/options',
  summary: 'Languages a member can choose, the site’s own among them',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  reply: Type.Array(LanguageOption),
})
export const siteLanguageOptions = endpoint({
  prefix: 'admin',
  method: 'GET',
  path: '/language/options',
  summary: 'Languages the site can speak',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  reply: Type.Array(LanguageOption),
})

export const PluginStatus = Type.Object({
  slug_name: Type.String(),
  name: Type.String(),
  description: Type.String(),
  version: Type.String(),
  link: Type.String(),
  enabled: Type.Boolean(),
  have_config: Type.Boolean(),
})
export type PluginStatus = Static<typeof PluginStatus>
export const pluginStatus = endpoint({
  method: 'GET',
  path: '/plugin/status',
  summary: 'Plugins that are switched on',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  reply: Type.Array(PluginStatus),
})

export const embedConfig = endpoint({
  method: 'GET',
  path: '/embed/config',
  summary: 'Places whose links are shown embedded',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  reply: Type.Array(Type.Object({ platform: Type.String(), enable: Type.Boolean() })),
})
export const renderConfig = endpoint({
  method: 'GET',
  path: '/render/config',
  summary: 'How a render plugin draws posts; nothing without one',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  reply: nullable(Type.Object({ select_theme: Type.String() })),
})

/** Why something is flagged, closed or handled; `reason_type` is what clients send. */
export const Reason = Type.Object({
  reason_key: Type.String(),
  reason_type: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  /** Whether it needs a remark, and in which field. */
  content_type: oneOf(['', 'text', 'textarea']),
  placeholder: Type.String(),
})
export type Reason = Static<typeof Reason>
const whichReasons = Type.Object({
  object_type: oneOf(['question', 'answer', 'comment', 'user']),
  action: oneOf(['status', 'close', 'flag', 'review']),
})
export const reasons = endpoint({
  method: 'GET',
  path: '/reasons',
  summary: 'Reasons for an action upon a kind of thing',
  access: 'logged-in',
  visibility: 'site',
  rate: 'read',
  query: whichReasons,
  reply: Type.Array(Reason),
})
export const staffReasons = endpoint({
  prefix: 'admin',
  method: 'GET',
  path: '/reasons',
  summary: 'Reasons for an action upon a kind of thing, for staff',
  access: 'moderator',
  visibility: 'staff',
  rate: 'admin',
  query: whichReasons,
  reply: Type.Array(Reason),
})
