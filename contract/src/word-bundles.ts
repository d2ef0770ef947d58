/** The areas of the pages' words (locales/…/<area>.json), as browsers fetch them. All pages need the first; each other goes with a kind of page. */
export const WORD_BUNDLES = {
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

export type WordBundle = keyof typeof WORD_BUNDLES
export type WordArea = (typeof WORD_BUNDLES)[WordBundle][number]

const bundles = new Map<string, WordBundle>(
  Object.entries(WORD_BUNDLES).flatMap(([bundle, areas]) =>
    areas.map((area) => [area as string, bundle as WordBundle] as const),
  ),
)

export const bundleOf = (area: WordArea) => bundles.get(area)!
