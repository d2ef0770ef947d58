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
  tags: ['tags'],
  finding: ['legal', 'search', 'users'],
  writing: ['ask', 'editor', 'leave', 'tags_field'],
  changes: ['review', 'revisions', 'timeline'],
  account: ['account', 'security', 'settings', 'sign_in', 'user_center'],
  staff: ['admin'],
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
