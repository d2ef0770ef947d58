/** The areas of the pages' messages (locales/…/<area>.json), as browsers fetch them. All pages need the first; each of the others goes with a kind of page. */
export const MESSAGE_BUNDLES = {
  reading: [
    'comments',
    'errors',
    'follows',
    'layout',
    'list',
    'live',
    'outside_images',
    'post',
    'questions',
    'time',
    'ui',
    'user_card',
    'votes',
  ],
  acting: ['captcha', 'states'],
  shortcuts: ['shortcuts'],
  tags: ['tags'],
  finding: ['legal', 'search'],
  people: ['badges', 'users'],
  writing: ['editor', 'leave'],
  uploading: ['uploads'],
  asking: ['ask', 'tags_field'],
  changes: ['review', 'revisions', 'timeline'],
  notifications: ['notifications'],
  account: ['account', 'sign_in', 'user_center'],
  settings: ['security', 'settings'],
  staff: ['admin'],
  dashboard: ['dashboard'],
  badge_administration: ['badge_admin'],
  audit: ['audit'],
  bulk: ['bulk'],
  invitations: ['people'],
  operations: ['admin_operations'],
  install: ['install'],
} as const

export type MessageBundle = keyof typeof MESSAGE_BUNDLES
export type MessageArea = (typeof MESSAGE_BUNDLES)[MessageBundle][number]

const bundles = new Map<string, MessageBundle>(
  Object.entries(MESSAGE_BUNDLES).flatMap(([bundle, areas]) =>
    areas.map((area) => [area as string, bundle as MessageBundle] as const),
  ),
)

export const bundleOf = (area: MessageArea) => bundles.get(area)!
