import { reasonOfFormat, TEXT_FORMATS, type TextFormat } from '@askwell/contract/formats.ts'
import * as limits from '@askwell/contract/limits.ts'
import { cell, code, duration, page, span, table } from './markdown.ts'

type Name = keyof typeof limits
type Limit = [what: string, value?: string]

const VALUES: Record<Name, unknown> = { ...limits }

const bounds = (name: Name): string => {
  const value = VALUES[name]
  if (typeof value === 'number') return cell(value)
  return span(value as limits.Span)
}

const rows = (named: Partial<Record<Name, Limit>>) =>
  Object.entries(named).map(([name, [what, value]]) => [what, value ?? bounds(name as Name), code(name)])

const limitTable = (named: Partial<Record<Name, Limit>>) => table(['what', 'limit', 'in `limits.ts`'], rows(named))

const TEXTS = {
  TITLE: ['Title of a question'],
  CONTENT: ['Text of a question or an answer'],
  COMMENT: ['Comment'],
  TAG_NAME: ['Name of a tag, and how it stands in addresses'],
  TAG_DESCRIPTION_MAX: ['Description of a tag, at most'],
  PASSWORD: ['Password'],
  DISPLAY_NAME: ['Display name'],
  USERNAME: ['User name'],
  EMAIL_MAX: ['E-mail address of an existing account, at most'],
  NEW_EMAIL_MAX: ['New e-mail address, at most'],
  BIO_MAX: ['About me, at most'],
  WEBSITE_MAX: ['Website, at most'],
  LOCATION_MAX: ['Location, at most'],
  AVATAR_URL_MAX: ['Address of a picture, at most'],
  FLAG_MAX: ['Remark of a flag, at most'],
  BADGE_NAME: ['Name of a badge'],
  BADGE_DESCRIPTION_MAX: ['Description of a badge, at most'],
  BADGE_REASON_MAX: ['Why a badge is awarded by hand or taken back, at most'],
  CORRECTION_MAX: ['Points of one correction of a reputation, up or down, at most'],
  MODERATOR_CORRECTION_MAX: ['The same by a moderator'],
  MODERATOR_CORRECTIONS_A_DAY: ['Points that a moderator corrects on one day, up and down together, at most'],
  CORRECTION_REASON: ['Reason of such a correction'],
  SUSPENSION_NOTE_MAX: ['Note to a suspended member, at most'],
  EDIT_SUMMARY_MAX: ['Reason of an edit, at most'],
  EMAIL_CODE_MAX: ['Code from an e-mail, at most'],
  RESET_CODE_MAX: ['Code for a new password, at most'],
  CODE_TYPED_MAX: ['One-time password or recovery code as typed, at most'],
  CREDENTIAL_MAX: ['What a passkey sends, at most'],
  KEY_NAME: ['Name of a passkey or an API token'],
  PLACE_MAX: ['Address of a page to come back to, at most'],
  PLUGIN_TEXT_MAX: ['Setting of a plugin, at most'],
  PLUGIN_KEY_MAX: ['Key of what a plugin keeps, at most'],
  PLUGIN_VALUE_BYTES: ['One value that a plugin keeps, at most'],
  PLUGIN_STORAGE_BYTES: ['All that a plugin keeps, at most'],
  PLUGIN_ROW_BYTES: ['That each key takes of it, besides what is in it'],
  PLUGIN_KEYS_LISTED: ['Keys that a plugin gets at once, at most'],
  PLUGIN_POSTS: [
    'Posts that a plugin gets at once',
    `${limits.PLUGIN_POSTS.page}, with at most ${limits.PLUGIN_POSTS.characters} characters; ${limits.PLUGIN_POSTS.looked_at} are looked at for them`,
  ],
  PLUGIN_NOTICES: [
    'What a plugin tells members',
    `${limits.PLUGIN_NOTICES.characters} characters, and ${limits.PLUGIN_NOTICES.path} of an address; ${limits.PLUGIN_NOTICES.of_a_day} a day to each; of its name ${limits.PLUGIN_NOTICES.sender} characters are shown`,
  ],
  PLUGIN_PACKAGE_BYTES: ['Plugin that is uploaded, at most'],
  PLUGIN_INSTANCES_MAX: ['More of one plugin, at most'],
  ADMIN_QUERY_MAX: ['Search in a list of the administration, at most'],
  BULK_QUERY_MAX: ['Search in lists of everything, by text or address, at most'],
  BULK_PREVIEW_MAX: ['Things looked at one by one in the preview of an act on many, at most'],
  BULK_PICKED_MAX: ['Things picked one by one for an act on many, at most'],
  USER_NOTE_MAX: ['Note of staff about a member, at most'],
  SEARCH_QUERY_MAX: ['Search, at most'],
  SEARCH_PASTED_MAX: ['A text pasted into search, at most'],
} satisfies Partial<Record<Name, Limit>>

const SETTINGS = {
  NOTICE_MAX: ['Announcement, and what stands while the site is looked after, at most'],
  MAINTENANCE_MINUTES: ['Minutes after which to come again then'],
  BACKUPS_KEPT: ['Backups made by themselves that stay'],
  BACKUP_UPLOAD_BYTES: ['A backup uploaded by an admin, at most', `${limits.BACKUP_UPLOAD_BYTES / 2 ** 30} GB`],
  SITE_NAME_WIZARD: ['Name of the site when it is installed'],
  SITE_NAME: ['Name of the site in the settings'],
  SHORT_DESCRIPTION_MAX: ['Short description, at most'],
  SITE_DESCRIPTION_MAX: ['Description, at most'],
  SITE_URL_MAX: ['Address of the site, at most'],
  CONTACT_EMAIL_MAX: ['Contact address, at most'],
  BRANDING_URL_MAX: ['Address of a logo or an icon, at most'],
  CUSTOM_HTML_MAX: ['Own CSS or HTML, each, at most'],
  THEME_NAME_MAX: ['Name of a theme, at most'],
  LANGUAGE: ['Name of a language'],
  SMTP_TEXT_MAX: ['Text of the SMTP settings, at most'],
  PORT: ['SMTP port'],
  SLOW_QUERY_MS: ['A query counts as slow from (milliseconds; 0: never)'],
  AUDIT_DAYS_MAX: ['Entries of the audit log are kept for, in days, at most'],
  SETTINGS_FILE_MAX: ['File of settings, at most'],
  SETTINGS_QUERY_MAX: ['Search among the settings, at most'],
  SETTINGS_LIST_MAX: ['Tags, domains or file extensions in one list, at most'],
  PRIVILEGE_MIN: ['Reputation of a privilege, at least'],
  IMAGE_MB: ['Size of an image at first, in megabytes'],
  ATTACHMENT_MB: ['Size of an attachment at first, in megabytes'],
  IMAGE_MEGAPIXELS: ['Size of an image at first, in megapixels'],
  PRIMARY_COLOR: ['Colour at first', limits.PRIMARY_COLOR],
  DEFAULT_LANGUAGE: ['Language at first', limits.DEFAULT_LANGUAGE],
  DEFAULT_TIME_ZONE: ['Time zone at first', limits.DEFAULT_TIME_ZONE],
} satisfies Partial<Record<Name, Limit>>

const AMOUNTS = {
  TAGS_PER_QUESTION: ['Tags of a question'],
  SYNONYMS_MAX: ['Synonyms of a tag, at most'],
  FOLLOWED_TAGS_MAX: ['Tags a member follows, at most'],
  INVITED_MAX: ['Members invited to answer a question, at most'],
  LINKS_BEFORE_PRIVILEGE: ['Links in a text without the privilege `link.url_limit`, at most'],
  DECISIONS_AT_ONCE: ['Decisions of the review page in one call, at most'],
  INVITATION_DAYS: ['Days an invitation to the site can be good for'],
  INVITATION_USES: ['Times a link to the site can be used'],
  INVITATION_EMAILS_MAX: ['Characters of addresses that are invited by hand, at most'],
  INVITED_BY_HAND_MAX: ['Addresses invited by hand at once, at most'],
  INVITED_BY_LIST_MAX: ['People invited by a list at once, at most'],
  PEOPLE_CSV_MAX: ['Characters of a list of people, at most'],
  INVITATION_RETENTION_DAYS: ['Days after its end when an unused invitation is deleted'],
  BULK_USERS: ['Users added at once'],
  PASSKEYS_MAX: ['Passkeys of a member, at most'],
  API_TOKENS_MAX: ['API tokens of a member, at most'],
  DAILY_REPUTATION: ['Reputation from votes in a day, at most'],
  REPUTATION_MIN: ['Reputation, at least'],
  NEW_QUESTION_MAILS: [
    'E-mails about all new questions to a member',
    `${limits.NEW_QUESTION_MAILS.mails} in ${limits.NEW_QUESTION_MAILS.days} days`,
  ],
  AVATAR_PIXELS: ['Width and height of a stored avatar, at most'],
} satisfies Partial<Record<Name, Limit>>

const LISTS = {
  PAGE: ['Rows of a page', `${limits.PAGE.size}; at most ${limits.PAGE.max} when asked for`],
  AUDIT_PAGE: [
    'Entries of a page of the audit log',
    `${limits.AUDIT_PAGE.size}; at most ${limits.AUDIT_PAGE.max} when asked for`,
  ],
  SLOW_QUERIES_MAX: ['Different slow queries that are stored'],
  RATE_REFUSALS_DAILY: ['Of those that limits turn away on a day, told apart'],
  SETTINGS_HISTORY: ['Earlier states below a page of settings'],
  SEARCH_PAGE: [
    'Hits of a page of search',
    `${limits.SEARCH_PAGE.size}; at most ${limits.SEARCH_PAGE.max} when asked for`,
  ],
  SAVED_SEARCHES: ['Saved searches of a user, at most'],
  SEARCH_TERMS: ['Tags and groups of a search that count, each at most'],
  SEARCH_WORDS: ['Words and phrases of a search that count, each at most'],
  ROWS_BY_PAGE_NUMBER: ['Rows that pages with numbers reach; then the list goes on by "older" links'],
  FIRST_COMMENTS: ['Comments shown before one asks for the rest'],
  POSTS_AT_ONCE: ['Posts asked for in one call, at most'],
  HOT_WINDOW_DAYS: ['Age of a question that can be hot, in days, at most'],
  HOT_SIDEBAR: ['Hot questions beside a list', `${limits.HOT_SIDEBAR.page_size} of ${limits.HOT_SIDEBAR.in_days} days`],
  RANKING_DAYS: ['Days that the page of users looks back'],
  RANKING_SIZE: ['Users in each of its rankings, at most'],
  LEADERS: ['Users in each ranking of a tag, at most'],
  LEADER_DAYS: ['Days that the second ranking of a tag looks back'],
  CARDS_AT_ONCE: ['Users of whom a page asks for cards at once, at most'],
  KNOWN_TAGS: ['Tags on the overview of a profile, at most'],
  CARD_TAGS: ['Tags beside a user in the directory and on cards, at most'],
  CARD_TEXT: ['Characters of a biography on a card, at most'],
  STAFF_SEARCH_SIZE: ['Staff found in one search, at most'],
} satisfies Partial<Record<Name, Limit>>

const SERVER_TIMES = {
  CODE_SECONDS: ['A code from an e-mail works for', duration(limits.CODE_SECONDS)],
  CHALLENGE_SECONDS: ['A login waits for its second factor for', duration(limits.CHALLENGE_SECONDS)],
  SESSION: [
    'A member stays logged in for',
    `${duration(limits.SESSION.idle)} after the last use, ${duration(limits.SESSION.whole)} in all`,
  ],
  STAFF_SESSION: [
    'Moderators and admins stay logged in for',
    `${duration(limits.STAFF_SESSION.idle)} after the last use, ${duration(limits.STAFF_SESSION.whole)} in all`,
  ],
  RATE_REFUSAL_DAYS: ['Whom limits have turned away can be seen for', `${limits.RATE_REFUSAL_DAYS} days`],
  SLOW_QUERY_DAYS: ['A slow query is stored since it was last seen for', `${limits.SLOW_QUERY_DAYS} days`],
  DELIVERIES: [
    'What plugins were told can be seen for',
    `${limits.DELIVERIES.days} days, at most the latest ${limits.DELIVERIES.of_each} of each plugin`,
  ],
  BULK_UNDO_DAYS: ['An act on many things can be undone for', `${limits.BULK_UNDO_DAYS} days`],
  ACCOUNT_RESTORE_DAYS: ['A deleted account can be restored for', `${limits.ACCOUNT_RESTORE_DAYS} days`],
  COMMENT_EDIT_SECONDS: ['The author of a comment can edit it for', duration(limits.COMMENT_EDIT_SECONDS)],
  REPEAT_SECONDS: ['The same call with the same body gets its first reply again for', duration(limits.REPEAT_SECONDS)],
  BADGE_RULE: ['Rule of a badge', `${limits.BADGE_RULE.conditions} conditions, up to ${limits.BADGE_RULE.count} times`],
  UNDO_SECONDS: ['A decision of the review page can be undone for', duration(limits.UNDO_SECONDS)],
  SUSPENSIONS: ['A member can be suspended for', limits.SUSPENSIONS.join(', ')],
} satisfies Partial<Record<Name, Limit>>

const seconds = (milliseconds: number) => duration(milliseconds / 1000)

const PAGE_TIMES = {
  SKELETON_DELAY: ['A page that loads shows grey lines after', seconds(limits.SKELETON_DELAY)],
  CALL_TIMEOUT: ['A page waits for a reply for', seconds(limits.CALL_TIMEOUT)],
  TOAST_TIME: ['A message at the edge goes after', seconds(limits.TOAST_TIME)],
  USER_REFRESH_THROTTLE: ['The logged-in user is loaded again at most every', seconds(limits.USER_REFRESH_THROTTLE)],
  DRAFT_SAVE_DELAY: ['A draft is saved after a pause of', seconds(limits.DRAFT_SAVE_DELAY)],
  DRAFT_SEND_DELAY: ['What is being written is also saved on the server after', seconds(limits.DRAFT_SEND_DELAY)],
  DRAFT_DAYS: ['A draft is kept on the device and on the server for', `${limits.DRAFT_DAYS} days`],
  ORPHAN_HOURS: ['Uploads that no text names are deleted after', `${limits.ORPHAN_HOURS} hours`],
  DELETED_FILE_DAYS: ['What is deleted leaves the disk after', `${limits.DELETED_FILE_DAYS} days`],
  UNUSED_UPLOAD_BYTES: [
    'Uploads of one member that no text has named, as long as they take room',
    `${limits.UNUSED_UPLOAD_BYTES / 2 ** 20} MB`,
  ],
  DRAFTS_MAX: ['Drafts of one member on the server', String(limits.DRAFTS_MAX)],
  DRAFTS_BYTES: ['All of them together', `${limits.DRAFTS_BYTES / 2 ** 20} MB`],
  DRAFT_FIELDS_MAX: ['Fields of a draft', String(limits.DRAFT_FIELDS_MAX)],
  DRAFT_FIELD_NAME_MAX: ['Characters of the name of such a field', String(limits.DRAFT_FIELD_NAME_MAX)],
  DRAFT_FIELD_MAX: ['Characters of a field of a draft', limits.DRAFT_FIELD_MAX.toLocaleString('en')],
  CHUNK_LOAD_TIMEOUT: [
    'A part of the program that does not load is given up after',
    seconds(limits.CHUNK_LOAD_TIMEOUT),
  ],
  HIGHLIGHT_FADE: ['The mark on a post that a link led to fades in', `${limits.HIGHLIGHT_FADE / 1000} seconds`],
  SCROLL_OFFSET: ['The page stops above such a post by', `${limits.SCROLL_OFFSET} pixels`],
} satisfies Partial<Record<Name, Limit>>

// Every constant of limits.ts has its line: this doesn't compile where one is missing.
const RATE_LIMITS = { RATES: true, ATTEMPTS: true, NETWORK_SHARE: true }
const DESCRIBED = {
  ...TEXTS,
  ...SETTINGS,
  ...AMOUNTS,
  ...LISTS,
  ...SERVER_TIMES,
  ...PAGE_TIMES,
  ...RATE_LIMITS,
} satisfies Record<Name, unknown>
void DESCRIBED

const RATE_CLASSES: Record<keyof typeof limits.RATES, string> = {
  read: 'Reading',
  search: 'Searching',
  'type-ahead': 'Suggestions while typing',
  write: 'Writing',
  draft: 'Saving drafts',
  vote: 'Voting, following, bookmarking',
  upload: 'Uploading',
  login: 'Logging in, and codes',
  mail: 'What sends an e-mail',
  admin: 'Administration',
  install: 'Installation',
}

const ATTEMPTS: Record<keyof typeof limits.ATTEMPTS, string> = {
  login: 'Logging in with a password',
  reset: 'Asking for a new password',
  code_mail: 'E-mails with a code to one mailbox',
  code: 'Trying second factors',
}

const rateTable = table(
  ['kind of call', 'calls of one person', 'in', 'class'],
  Object.entries(limits.RATES).map(([name, { calls, seconds }]) => [
    RATE_CLASSES[name as keyof typeof RATE_CLASSES],
    calls,
    duration(seconds),
    code(name),
  ]),
)

const attemptTable = table(
  ['on one account', 'from one network', 'from everywhere', 'in'],
  Object.entries(limits.ATTEMPTS).map(([name, { fromOneNetwork, fromAll, seconds }]) => [
    ATTEMPTS[name as keyof typeof ATTEMPTS],
    fromOneNetwork,
    fromAll,
    duration(seconds),
  ]),
)

export const limitsPage = page(
  'Limits',
  'From `contract/src/limits.ts`. A request beyond a limit is refused with a list of the fields that are wrong; one that comes too soon with 429.',
  '## Texts, in characters',
  limitTable(TEXTS),
  '## Settings of the site',
  limitTable(SETTINGS),
  '## Amounts',
  limitTable(AMOUNTS),
  '## Lists and search',
  limitTable(LISTS),
  '## How many calls',
  rateTable,
  '## How many attempts',
  attemptTable,
)

export const timersPage = page(
  'Timers',
  'From `contract/src/limits.ts`.',
  '## In the server',
  limitTable(SERVER_TIMES),
  '## In the browser',
  limitTable(PAGE_TIMES),
)

const FORMATS: Record<TextFormat, string> = {
  email: 'An e-mail address.',
  'new-email': `An e-mail address that mail servers take: at most 64 characters before the \`@\`, ${limits.NEW_EMAIL_MAX} in all.`,
  'optional-email': 'An e-mail address, or nothing.',
  'not-an-email': 'Anything but an e-mail address: mail programs distrust a sender with such a name.',
  'site-address': 'The address of a site: `http://` or `https://`, a host, perhaps a path; no query and no fragment.',
  'optional-web-address': 'An address that begins with `http://` or `https://`, or nothing.',
  'not-blank': 'At least one character that isn’t a space.',
  password: 'No spaces.',
  'display-name': 'Letters and digits of any script, spaces, `.`, `_` and `-`; at least one letter or digit.',
  username: 'Lower-case letters a to z, digits, `.`, `_` and `-`.',
  'tag-slug': 'Letters and digits of any script, `+`, `#`, `.` and `-`.',
}

export const formatsPage = (say: (key: string) => string) =>
  page(
    'Formats of fields',
    'From `contract/src/formats.ts`. Lengths are on the page [Limits](limits.md).',
    table(
      ['format', 'what fits', 'said otherwise'],
      TEXT_FORMATS.map((name) => [code(name), FORMATS[name], say(`reasons.${reasonOfFormat(name)}`)]),
    ),
  )
