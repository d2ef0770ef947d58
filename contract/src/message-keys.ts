import type account from '../../locales/en_US/account.json'
import type actions from '../../locales/en_US/actions.json'
import type admin from '../../locales/en_US/admin.json'
import type admin_operations from '../../locales/en_US/admin_operations.json'
import type ask from '../../locales/en_US/ask.json'
import type audit from '../../locales/en_US/audit.json'
import type badge_admin from '../../locales/en_US/badge_admin.json'
import type badge_names from '../../locales/en_US/badge_names.json'
import type badges from '../../locales/en_US/badges.json'
import type bulk from '../../locales/en_US/bulk.json'
import type captcha from '../../locales/en_US/captcha.json'
import type comments from '../../locales/en_US/comments.json'
import type dashboard from '../../locales/en_US/dashboard.json'
import type discovery from '../../locales/en_US/discovery.json'
import type editor from '../../locales/en_US/editor.json'
import type errors from '../../locales/en_US/errors.json'
import type flag_reasons from '../../locales/en_US/flag_reasons.json'
import type follows from '../../locales/en_US/follows.json'
import type install from '../../locales/en_US/install.json'
import type install_content from '../../locales/en_US/install_content.json'
import type layout from '../../locales/en_US/layout.json'
import type leave from '../../locales/en_US/leave.json'
import type legal from '../../locales/en_US/legal.json'
import type list from '../../locales/en_US/list.json'
import type live from '../../locales/en_US/live.json'
import type mail from '../../locales/en_US/mail.json'
import type notifications from '../../locales/en_US/notifications.json'
import type operations from '../../locales/en_US/operations.json'
import type options from '../../locales/en_US/options.json'
import type outside_images from '../../locales/en_US/outside_images.json'
import type people from '../../locales/en_US/people.json'
import type plugins from '../../locales/en_US/plugins.json'
import type post from '../../locales/en_US/post.json'
import type powers from '../../locales/en_US/powers.json'
import type privileges from '../../locales/en_US/privileges.json'
import type profile from '../../locales/en_US/profile.json'
import type questions from '../../locales/en_US/questions.json'
import type reasons from '../../locales/en_US/reasons.json'
import type review from '../../locales/en_US/review.json'
import type revisions from '../../locales/en_US/revisions.json'
import type roles from '../../locales/en_US/roles.json'
import type search from '../../locales/en_US/search.json'
import type security from '../../locales/en_US/security.json'
import type settings from '../../locales/en_US/settings.json'
import type shortcuts from '../../locales/en_US/shortcuts.json'
import type settings_search from '../../locales/en_US/settings_search.json'
import type sign_in from '../../locales/en_US/sign_in.json'
import type states from '../../locales/en_US/states.json'
import type tags from '../../locales/en_US/tags.json'
import type tags_field from '../../locales/en_US/tags_field.json'
import type time from '../../locales/en_US/time.json'
import type timeline from '../../locales/en_US/timeline.json'
import type ui from '../../locales/en_US/ui.json'
import type uploads from '../../locales/en_US/uploads.json'
import type user_card from '../../locales/en_US/user_card.json'
import type user_center from '../../locales/en_US/user_center.json'
import type users from '../../locales/en_US/users.json'
import type votes from '../../locales/en_US/votes.json'

/** The messages of each area, by their keys in English. */
interface Messages {
  account: typeof account
  actions: typeof actions
  admin: typeof admin
  admin_operations: typeof admin_operations
  ask: typeof ask
  audit: typeof audit
  badge_admin: typeof badge_admin
  badge_names: typeof badge_names
  badges: typeof badges
  bulk: typeof bulk
  captcha: typeof captcha
  comments: typeof comments
  dashboard: typeof dashboard
  discovery: typeof discovery
  editor: typeof editor
  errors: typeof errors
  flag_reasons: typeof flag_reasons
  follows: typeof follows
  install: typeof install
  install_content: typeof install_content
  layout: typeof layout
  leave: typeof leave
  legal: typeof legal
  list: typeof list
  live: typeof live
  mail: typeof mail
  notifications: typeof notifications
  operations: typeof operations
  options: typeof options
  outside_images: typeof outside_images
  people: typeof people
  plugins: typeof plugins
  post: typeof post
  powers: typeof powers
  privileges: typeof privileges
  profile: typeof profile
  questions: typeof questions
  reasons: typeof reasons
  review: typeof review
  revisions: typeof revisions
  roles: typeof roles
  search: typeof search
  security: typeof security
  settings: typeof settings
  shortcuts: typeof shortcuts
  settings_search: typeof settings_search
  sign_in: typeof sign_in
  states: typeof states
  tags: typeof tags
  tags_field: typeof tags_field
  time: typeof time
  timeline: typeof timeline
  ui: typeof ui
  uploads: typeof uploads
  user_card: typeof user_card
  user_center: typeof user_center
  users: typeof users
  votes: typeof votes
}

/** `votes` for `votes_one` and `votes_other`: the number decides. */
type WithoutPlural<Key, All> = Key extends `${infer Base}_${'one' | 'other'}`
  ? `${Base}_one` extends All
    ? `${Base}_other` extends All
      ? Base
      : Key
    : Key
  : Key

type KeysIn<All> = WithoutPlural<keyof All, keyof All> & string

/** What an area of messages can be asked for: a key that isn't in its file doesn't compile. */
export type KeyIn<Area extends keyof Messages> = KeysIn<Messages[Area]>

/** The same with the area's name before it. */
export type MessageKey = { [Area in keyof Messages]: `${Area}.${KeyIn<Area>}` }[keyof Messages]
