import type { MessageKey } from '@askwell/contract/message-keys.ts'
import { type Privilege, PRIVILEGES, rankKey } from '@askwell/contract/privileges.ts'
import type { Section } from '../settings/policy.ts'

export interface SettingField {
  section: Section
  field: string
  /** The page of the administration, and the id of the field on it. */
  page: string
  pageName: MessageKey
  anchor: string
  label: MessageKey
  help?: MessageKey
  /** Other words that somebody may look for it by. */
  words?: MessageKey
}

type Named = [field: string, label: MessageKey, help?: MessageKey, anchor?: string]

/** The pages of the administration with their settings, in the order in which they stand there. */
const PAGES: { section: Section; page: string; pageName: MessageKey; words: MessageKey; fields: Named[] }[] = [
  {
    section: 'general',
    page: 'general',
    pageName: 'admin.page_general',
    words: 'settings_search.general',
    fields: [
      ['name', 'admin.site_name'],
      ['site_url', 'admin.site_url', 'admin.site_url_help'],
      ['short_description', 'admin.short_description', 'admin.short_description_help'],
      ['description', 'admin.description', 'admin.description_help'],
      ['contact_email', 'admin.contact_email', 'admin.contact_email_help'],
      ['check_update', 'admin.check_update', 'admin.updates'],
    ],
  },
  {
    section: 'notifications',
    page: 'general',
    pageName: 'admin.page_general',
    words: 'settings_search.notifications',
    fields: [['notification_days', 'admin.notification_days', 'admin.notification_days_help']],
  },
  {
    section: 'updates',
    page: 'general',
    pageName: 'admin.page_general',
    words: 'settings_search.updates',
    fields: [['update_url', 'admin.update_url', 'admin.update_url_help']],
  },
  {
    section: 'interface',
    page: 'interface',
    pageName: 'admin.page_interface',
    words: 'settings_search.interface',
    fields: [
      ['language', 'admin.language', 'admin.language_help'],
      ['time_zone', 'admin.time_zone', 'admin.time_zone_help'],
    ],
  },
  {
    section: 'smtp',
    page: 'smtp',
    pageName: 'admin.page_smtp',
    words: 'settings_search.smtp',
    fields: [
      ['from_email', 'admin.from_email', 'admin.from_email_help'],
      ['from_name', 'admin.from_name'],
      ['smtp_host', 'admin.smtp_host'],
      ['smtp_port', 'admin.smtp_port'],
      ['encryption', 'admin.encryption', 'admin.encryption_help'],
      ['smtp_authentication', 'admin.smtp_authentication', 'admin.authentication'],
      ['smtp_username', 'admin.smtp_username'],
      ['smtp_password', 'admin.smtp_password'],
    ],
  },
  {
    section: 'legal',
    page: 'legal',
    pageName: 'admin.page_legal',
    words: 'settings_search.legal',
    fields: [
      ['terms_of_service_original_text', 'admin.terms', 'admin.terms_help'],
      ['privacy_policy_original_text', 'admin.privacy_policy', 'admin.privacy_policy_help'],
      ['external_content_display', 'admin.external_content', 'admin.external_content_help', 'field-ask_external'],
    ],
  },
  {
    section: 'write',
    page: 'write',
    pageName: 'admin.page_write',
    words: 'settings_search.write',
    fields: [
      ['restrict_answer', 'admin.restrict_answer', 'admin.answers'],
      ['recommend_tags', 'admin.recommend_tags', 'admin.recommend_tags_help'],
      ['required_tag', 'admin.required_tag', 'admin.required'],
      ['reserved_tags', 'admin.reserved_tags', 'admin.reserved_tags_help'],
      ['max_image_size', 'admin.max_image_size'],
      ['max_image_megapixel', 'admin.max_image_megapixel'],
      ['authorized_image_extensions', 'admin.image_extensions'],
      ['max_attachment_size', 'admin.max_attachment_size'],
      ['authorized_attachment_extensions', 'admin.attachment_extensions', 'admin.attachment_extensions_help'],
    ],
  },
  {
    section: 'seo',
    page: 'seo',
    pageName: 'admin.page_seo',
    words: 'settings_search.seo',
    fields: [
      ['permalink', 'admin.permalink', 'admin.permalink_help', 'field-permalink-1'],
      ['robots', 'admin.robots', 'admin.robots_help'],
      ['index_now', 'admin.index_now', 'admin.index_now_help'],
    ],
  },
  {
    section: 'login',
    page: 'login',
    pageName: 'admin.page_login',
    words: 'settings_search.login',
    fields: [
      ['allow_new_registrations', 'admin.allow_new_registrations', 'admin.allow_new_registrations_help'],
      ['allow_email_registrations', 'admin.allow_email_registrations', 'admin.allow_email_registrations_help'],
      ['allow_password_login', 'admin.allow_password_login', 'admin.allow_password_login_help'],
      ['login_required', 'admin.login_required', 'admin.login_required_help'],
      ['staff_second_factor', 'admin.staff_second_factor_name', 'admin.staff_second_factor_help'],
      ['allow_email_domains', 'admin.email_domains', 'admin.email_domains_help'],
    ],
  },
  {
    section: 'users',
    page: 'users/settings',
    pageName: 'admin.page_profiles',
    words: 'settings_search.users',
    fields: [
      ['allow_update_display_name', 'admin.allow_update_display_name', 'admin.members_change'],
      ['allow_update_username', 'admin.allow_update_username', 'admin.members_change'],
      ['allow_update_avatar', 'admin.allow_update_avatar', 'admin.members_change'],
      ['allow_update_bio', 'admin.allow_update_bio', 'admin.members_change'],
      ['allow_update_website', 'admin.allow_update_website', 'admin.members_change'],
      ['allow_update_location', 'admin.allow_update_location', 'admin.members_change'],
      ['default_avatar', 'admin.default_avatar', 'admin.default_avatar_help'],
      ['gravatar_base_url', 'admin.gravatar_base_url', 'admin.gravatar_base_url_help'],
    ],
  },
  {
    section: 'review',
    page: 'review',
    pageName: 'admin.page_review',
    words: 'settings_search.review',
    fields: [
      ['hold_first_posts', 'admin.hold_first_posts', 'admin.hold_first_posts_help'],
      ['first_posts', 'admin.first_posts', 'admin.first_posts_help'],
      ['hold_links', 'admin.hold_links', 'admin.hold_links_help'],
      ['links_rank', 'admin.links_rank', 'admin.links_rank_help'],
    ],
  },
  {
    section: 'theme',
    page: 'themes',
    pageName: 'admin.page_themes',
    words: 'settings_search.theme',
    fields: [
      ['theme_config', 'admin.primary_color', 'admin.navbar', 'field-primary_color'],
      ['color_scheme', 'admin.scheme', undefined, 'field-color_scheme-'],
      ['theme', 'admin.page_themes', 'admin.presets', 'presets'],
    ],
  },
  {
    section: 'custom_css_html',
    page: 'customize',
    pageName: 'admin.page_customize',
    words: 'settings_search.custom_css_html',
    fields: [
      ['custom_head', 'admin.custom_head', 'admin.custom_head_help'],
      ['custom_header', 'admin.custom_header', 'admin.custom_header_help'],
      ['custom_sidebar', 'admin.custom_sidebar', 'admin.custom_sidebar_help'],
      ['custom_footer', 'admin.custom_footer', 'admin.custom_footer_help'],
      ['custom_css', 'admin.custom_css', 'admin.custom_css_help'],
      ['allow_scripts', 'admin.allow_scripts', 'admin.allow_scripts_help'],
      ['allowed_hosts', 'admin.allowed_hosts', 'admin.allowed_hosts_help'],
    ],
  },
  {
    section: 'branding',
    page: 'branding',
    pageName: 'admin.page_branding',
    words: 'settings_search.branding',
    fields: [
      ['logo', 'admin.logo', 'admin.logo_help'],
      ['mobile_logo', 'admin.mobile_logo', 'admin.mobile_logo_help'],
      ['square_icon', 'admin.square_icon', 'admin.square_icon_help'],
      ['favicon', 'admin.favicon', 'admin.favicon_help'],
    ],
  },
  {
    section: 'audit',
    page: 'audit',
    pageName: 'admin.page_audit',
    words: 'settings_search.audit',
    fields: [['audit_days', 'audit.days', 'audit.days_help']],
  },
  {
    section: 'search',
    page: 'meaning',
    pageName: 'admin.page_meaning',
    words: 'settings_search.meaning',
    fields: [
      ['meaning', 'admin.meaning', 'admin.meaning_help'],
      ['embeddings_plugin', 'admin.embeddings_plugin', 'admin.embeddings_plugin_help'],
      ['embeddings_url', 'admin.embeddings_url', 'admin.embeddings_url_help'],
      ['embeddings_model', 'admin.embeddings_model', 'admin.embeddings_model_help'],
      ['embeddings_secret', 'admin.embeddings_secret', 'admin.embeddings_secret_help'],
    ],
  },
  {
    section: 'slow_queries',
    page: 'slow-queries',
    pageName: 'admin.page_slow_queries',
    words: 'settings_search.slow_queries',
    fields: [['slow_query_ms', 'admin_operations.slow_query_ms', 'admin_operations.slow_query_ms_help']],
  },
  {
    section: 'privileges',
    page: 'privileges',
    pageName: 'admin.page_privileges',
    words: 'settings_search.privileges',
    fields: [
      ['level', 'admin.level', 'admin.privileges_lead'],
      ...(Object.keys(PRIVILEGES) as Privilege[]).map((name): Named => [
        `custom.${name}`,
        `privileges.${name}`,
        undefined,
        `field-${rankKey(name)}`,
      ]),
    ],
  },
]

export const SETTING_FIELDS: SettingField[] = PAGES.flatMap(({ section, page, pageName, words, fields }) =>
  fields.map(([field, label, help, anchor = `field-${field}`]) => ({
    section,
    field,
    page,
    pageName,
    anchor,
    label,
    words,
    ...(help && { help }),
  })),
)
