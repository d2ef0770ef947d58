import type { RateClass } from './endpoint.ts'

/** Lengths are in characters. */
export type Span = { min: number; max: number }

// What people write
export const TITLE: Span = { min: 6, max: 150 }
export const CONTENT: Span = { min: 6, max: 65535 }
export const COMMENT: Span = { min: 2, max: 600 }
export const TAG_NAME: Span = { min: 1, max: 35 }
export const PASSWORD: Span = { min: 8, max: 32 }
export const DISPLAY_NAME: Span = { min: 2, max: 30 }
export const USERNAME: Span = { min: 2, max: 30 }
export const TAG_DESCRIPTION_MAX = 65536
export const SYNONYMS_MAX = 100
export const FOLLOWED_TAGS_MAX = 500
export const INVITED_MAX = 5 // members invited to answer one question
export const EMAIL_MAX = 500
/** For new addresses: what e-mail allows (RFC 5321). */
export const NEW_EMAIL_MAX = 254
export const BIO_MAX = 4096
export const WEBSITE_MAX = 500
export const LOCATION_MAX = 100
export const AVATAR_URL_MAX = 200
export const FLAG_MAX = 500
export const BADGE_NAME: Span = { min: 1, max: 40 }
export const BADGE_DESCRIPTION_MAX = 200
export const BADGE_REASON_MAX = 200
/** Conditions of a badge's rule, the largest number in one, and how many times something may have to be done. */
export const BADGE_RULE = { conditions: 6, value: 1_000_000, count: 10_000 }
export const SUSPENSION_NOTE_MAX = 500
export const DECISIONS_AT_ONCE = 50
/** Points of one correction, up or down, by an admin and by a moderator; what a moderator may correct on one day in all; and the reason. */
export const CORRECTION_MAX = 10_000
export const MODERATOR_CORRECTION_MAX = 500
export const MODERATOR_CORRECTIONS_A_DAY = 2000
export const CORRECTION_REASON: Span = { min: 3, max: 500 }
export const EDIT_SUMMARY_MAX = 255
export const EMAIL_CODE_MAX = 500
export const PLACE_MAX = 2000 // an address of the site
export const RESET_CODE_MAX = 100
/** One-time passwords and recovery codes, as people type them. */
export const CODE_TYPED_MAX = 40
export const CREDENTIAL_MAX = 20_000
export const PLUGIN_TEXT_MAX = 4000
/** What a plugin keeps: the length of a key, the bytes of a value and of all together, and how many keys are listed at once. */
export const PLUGIN_KEY_MAX = 200
export const PLUGIN_VALUE_BYTES = 64 * 1024
export const PLUGIN_STORAGE_BYTES = 5 * 2 ** 20
/** That each key takes besides what is in it. */
export const PLUGIN_ROW_BYTES = 64
export const PLUGIN_KEYS_LISTED = 1000
/** Posts that a plugin asks for: how many at once, with how many characters in all, and how many are looked at for them. */
export const PLUGIN_POSTS = { page: 20, characters: 500_000, looked_at: 200 }
/** What a plugin tells members: how long, where it leads, and how often it tells the same one anything within a day. */
export const PLUGIN_NOTICES = { characters: 300, path: 500, of_a_day: 10, sender: 100 }
/** A plugin as an archive. */
export const PLUGIN_PACKAGE_BYTES = 2 * 2 ** 20
export const PLUGIN_INSTANCES_MAX = 50
export const NOTICE_MAX = 500
export const MAINTENANCE_MINUTES: Span = { min: 1, max: 1440 }
/** Larger ones are put into the folder `backups` by hand. */
export const BACKUP_UPLOAD_BYTES = 2 ** 31
export const BACKUPS_KEPT: Span = { min: 1, max: 365 }
export const KEY_NAME: Span = { min: 1, max: 60 }
export const PASSKEYS_MAX = 20
export const API_TOKENS_MAX = 50
export const ADMIN_QUERY_MAX = 100
/** What is looked for in lists of everything: addresses are long. */
export const BULK_QUERY_MAX = 500
/** Things picked one by one for an act on many; "all that match" has no limit. */
export const BULK_PICKED_MAX = 500
/** So many things a preview looks at one by one; of more it says how many there are. */
export const BULK_PREVIEW_MAX = 10_000
/** For so long an act on many things can be undone. */
export const BULK_UNDO_DAYS = 30
export const USER_NOTE_MAX = 2000

// Settings of the site
export const SITE_NAME: Span = { min: 2, max: 128 }
/** The installation keeps the name short; the settings allow more. */
export const SITE_NAME_WIZARD: Span = { min: 2, max: 30 }
export const SHORT_DESCRIPTION_MAX = 255
export const SITE_DESCRIPTION_MAX = 2000
export const SITE_URL_MAX = 512
export const CONTACT_EMAIL_MAX = 512
export const BRANDING_URL_MAX = 512
export const CUSTOM_HTML_MAX = 65536
export const THEME_NAME_MAX = 255
export const LANGUAGE: Span = { min: 2, max: 100 }
export const SMTP_TEXT_MAX = 256
export const PORT: Span = { min: 1, max: 65535 }
/** Entries of a list in the settings: tags, domains, file extensions. */
export const SETTINGS_LIST_MAX = 1000
export const PRIVILEGE_MIN = 1

// How much and how often
export const DAILY_REPUTATION = 200
export const REPUTATION_MIN = 1
export const COMMENT_EDIT_SECONDS = 5 * 60
/** The same call with the same body gets its first reply again for this long. */
export const REPEAT_SECONDS = 5 * 60
export const NEW_QUESTION_MAILS = { mails: 50, days: 7 }
export const BULK_USERS: Span = { min: 1, max: 5000 }
/** Invitations to the site: how long they can be used, how often a link can be, and how many go out at once. */
export const INVITATION_DAYS: Span = { min: 1, max: 90 }
export const INVITATION_USES: Span = { min: 1, max: 1000 }
export const INVITATION_EMAILS_MAX = 5000
export const INVITED_BY_HAND_MAX = 20
export const INVITED_BY_LIST_MAX = 2000
export const PEOPLE_CSV_MAX = 400_000
/** Invitations that nobody has used are forgotten this long after their end. */
export const INVITATION_RETENTION_DAYS = 90
export const TAGS_PER_QUESTION: Span = { min: 1, max: 5 }
export const SEARCH_QUERY_MAX = 60
/** Of a text that is pasted whole, such as an error message. */
export const SEARCH_PASTED_MAX = 500
export const SEARCH_PAGE = { size: 30, max: 50 }
/** Of a user. */
export const SAVED_SEARCHES = 30
export const SEARCH_TERMS = 5
/** As many as fit into a search. */
export const SEARCH_WORDS = 30
/** More links than this in one text need the privilege `link.url_limit`. */
export const LINKS_BEFORE_PRIVILEGE = 2

// Lists
export const PAGE = { size: 20, max: 100 }
/** Entries of the audit log at once. */
export const AUDIT_PAGE = { size: 30, max: 100 }
/** How long the audit log can be set to go back, in days. */
export const AUDIT_DAYS_MAX = 36_500
/** Earlier states of the settings that a page shows. */
export const SETTINGS_HISTORY = 20
/** Characters of a file with settings: more than all of them can have. */
export const SETTINGS_FILE_MAX = 800_000
/** What is kept of what plugins were told: so many days, and so many entries of each. */
export const DELIVERIES = { days: 14, of_each: 1000, page: 30 }
/** Characters of a search among the settings. */
export const SETTINGS_QUERY_MAX = 100
/** Pages have numbers up to this depth; beyond it lists go on by "older" links. */
export const ROWS_BY_PAGE_NUMBER = 10_000
export const FIRST_COMMENTS = 3
export const POSTS_AT_ONCE = 50
export const HOT_WINDOW_DAYS = 90
export const RANKING_DAYS = 7
export const RANKING_SIZE = 20
/** Of a tag: those whose answers have the highest score. */
export const LEADERS = 10
export const LEADER_DAYS = 30
export const CARDS_AT_ONCE = 100
/** Of a profile's overview and of cards. */
export const KNOWN_TAGS = 10
export const CARD_TAGS = 3
export const CARD_TEXT = 160

// Uploads, in megabytes and megapixels
export const IMAGE_MB = 4
export const ATTACHMENT_MB = 8
export const IMAGE_MEGAPIXELS = 40
export const AVATAR_PIXELS = 1024

// Defaults and small sizes of the pages
export const PRIMARY_COLOR = '#0033ff'
export const HOT_SIDEBAR = { page_size: 6, in_days: 7 }
export const STAFF_SEARCH_SIZE = 10
export const SUSPENSIONS = ['24h', '48h', '72h', '7d', '14d', '1m', '2m', '3m', '6m', '1y', 'forever'] as const
export const DEFAULT_LANGUAGE = 'en_US'
export const DEFAULT_TIME_ZONE = 'UTC'

/** Milliseconds. */
export const SKELETON_DELAY = 1000
export const TOAST_TIME = 5000
export const CALL_TIMEOUT = 10_000
export const USER_REFRESH_THROTTLE = 10_000
export const DRAFT_SAVE_DELAY = 3000
export const CHUNK_LOAD_TIMEOUT = 120_000
export const HIGHLIGHT_FADE = 3200
/** Milliseconds of typing after which a draft is also on the server. */
export const DRAFT_SEND_DELAY = 8000
export const DRAFT_DAYS = 7
/** Uploads that no text names are deleted after so many hours; what is deleted can come back with a text for so many days. */
export const ORPHAN_HOURS = 48
export const DELETED_FILE_DAYS = 30
/** Of one member, in uploads that no text names or has named, deleted ones too, as long as they take room. */
export const UNUSED_UPLOAD_BYTES = 100 * 2 ** 20
/** Of one member on the server. */
export const DRAFTS_MAX = 50
export const DRAFTS_BYTES = 5 * 2 ** 20
export const DRAFT_FIELDS_MAX = 12
export const DRAFT_FIELD_NAME_MAX = 40
export const DRAFT_FIELD_MAX = 100_000
export const SCROLL_OFFSET = 120

/** Seconds. */
export const CODE_SECONDS = 10 * 60
export const CHALLENGE_SECONDS = 10 * 60
export const UNDO_SECONDS = 10
/** Staff can bring a deleted account back for this long; then it is erased. */
export const ACCOUNT_RESTORE_DAYS = 30
const DAY = 24 * 60 * 60
export const SESSION = { idle: 30 * DAY, whole: 180 * DAY }
export const STAFF_SESSION = { idle: 7 * DAY, whole: 30 * DAY }

/** How many calls of a class one person may make within how many seconds. */
export const RATES: Record<RateClass, { calls: number; seconds: number }> = {
  read: { calls: 600, seconds: 60 },
  search: { calls: 60, seconds: 60 },
  'type-ahead': { calls: 240, seconds: 60 },
  write: { calls: 30, seconds: 60 },
  draft: { calls: 60, seconds: 60 },
  vote: { calls: 60, seconds: 60 },
  upload: { calls: 20, seconds: 60 },
  login: { calls: 20, seconds: 60 },
  mail: { calls: 6, seconds: 600 },
  admin: { calls: 240, seconds: 60 },
  install: { calls: 120, seconds: 60 },
}

/** The members behind one network together may call so many times as often as one person: a whole office may share an address. */
export const NETWORK_SHARE = 5
/** Whom limits have turned away is deleted after so many days; on one day so many are told apart. */
export const RATE_REFUSAL_DAYS = 14
export const RATE_REFUSALS_DAILY = 2000
/** From so many milliseconds on a statement can count as slow; 0 is never. So many different ones are stored, for so many days since they were last seen. */
export const SLOW_QUERY_MS: Span = { min: 0, max: 60_000 }
export const SLOW_QUERIES_MAX = 200
export const SLOW_QUERY_DAYS = 30

/** How often one account may be tried within how many seconds: from one network, and from all of them together. */
export const ATTEMPTS = {
  login: { fromOneNetwork: 10, fromAll: 50, seconds: 600 },
  reset: { fromOneNetwork: 3, fromAll: 6, seconds: 600 },
  /** E-mails with a code to one mailbox in a day, no matter who asks for them. */
  code_mail: { fromOneNetwork: 4, fromAll: 20, seconds: 86_400 },
  /** Second factors: six digits are guessed in a million tries. */
  code: { fromOneNetwork: 10, fromAll: 20, seconds: 3600 },
}
