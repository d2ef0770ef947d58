interface Condition {
  field: string
  value: number | string
}

interface CatalogBadge {
  code: string
  group_id: 1 | 2 | 3
  level: 1 | 2 | 3
  icon: string
  /** Awarded for each such thing, not once. */
  each?: true
  activity: string
  count?: number
  conditions?: Condition[]
}

const STARTED = 1
const COMMUNITY = 2
const POSTING = 3
const at = (field: string, value: number | string = 1): Condition => ({ field, value })

/** Three badges of one kind: bronze, silver, gold. */
const steps = (
  codes: [string, string, string],
  shared: Omit<CatalogBadge, 'code' | 'level'>,
  values: [Partial<CatalogBadge>, Partial<CatalogBadge>, Partial<CatalogBadge>],
): CatalogBadge[] =>
  codes.map((code, place) => ({ code, level: (place + 1) as 1 | 2 | 3, ...shared, ...values[place] }))

const reaching = (field: string, values: [number, number, number]) =>
  values.map((value) => ({ conditions: [at(field, value)] })) as [
    Partial<CatalogBadge>,
    Partial<CatalogBadge>,
    Partial<CatalogBadge>,
  ]

const first = (code: string, icon: string, activity: string): CatalogBadge => ({
  code,
  group_id: STARTED,
  level: 1,
  icon,
  activity,
})

/** The badges that a site begins with, in their order. The first fourteen are those that existing clients know. */
export const CATALOG: CatalogBadge[] = [
  first('autobiographer', 'person-badge-fill', 'profile'),
  first('editor', 'pencil-fill', 'edit'),
  first('first_flag', 'flag-fill', 'flag'),
  first('first_upvote', 'hand-thumbs-up-fill', 'vote'),
  first('first_reaction', 'emoji-smile-fill', 'reaction'),
  first('first_share', 'share-fill', 'share'),
  first('scholar', 'check-circle-fill', 'acceptance'),
  {
    code: 'solved',
    group_id: COMMUNITY,
    level: 1,
    icon: 'check-square-fill',
    activity: 'answer',
    conditions: [at('accepted')],
  },
  ...steps(
    ['nice_answer', 'good_answer', 'great_answer'],
    { group_id: POSTING, icon: 'chat-square-text-fill', each: true, activity: 'answer' },
    reaching('upvotes', [10, 25, 50]),
  ),
  ...steps(
    ['nice_question', 'good_question', 'great_question'],
    { group_id: POSTING, icon: 'question-circle-fill', each: true, activity: 'question' },
    reaching('upvotes', [10, 25, 50]),
  ),

  { ...first('certified', 'mortarboard-fill', 'first_steps'), conditions: [at('steps', 4)] },
  first('read_guidelines', 'book-fill', 'guidelines'),
  first('first_link', 'link-45deg', 'link'),
  { ...first('welcome', 'heart-fill', 'post'), conditions: [at('upvotes')] },
  { code: 'commentator', group_id: COMMUNITY, level: 1, icon: 'chat-fill', activity: 'comment', count: 5 },
  {
    code: 'reader',
    group_id: STARTED,
    level: 1,
    icon: 'eyeglasses',
    activity: 'reading',
    conditions: [at('answers', 11)],
  },
  {
    code: 'new_user_of_the_month',
    group_id: COMMUNITY,
    level: 1,
    icon: 'calendar-event-fill',
    each: true,
    activity: 'best_month',
  },
  ...steps(
    ['nice_share', 'good_share', 'great_share'],
    { group_id: POSTING, icon: 'megaphone-fill', each: true, activity: 'share' },
    reaching('visitors', [25, 300, 1000]),
  ),
  ...steps(
    ['out_of_love', 'higher_love', 'crazy_in_love'],
    { group_id: COMMUNITY, icon: 'hearts', activity: 'voting_day', conditions: [at('votes', 50)] },
    [{ count: 1 }, { count: 5 }, { count: 20 }],
  ),
  ...steps(
    ['promoter', 'campaigner', 'champion'],
    { group_id: COMMUNITY, icon: 'person-plus-fill', activity: 'invitation' },
    [{ count: 1 }, { count: 3, conditions: [at('answered')] }, { count: 5, conditions: [at('answered'), at('score')] }],
  ),
  ...steps(['thank_you', 'gives_back', 'empathetic'], { group_id: COMMUNITY, icon: 'gift-fill', activity: 'post' }, [
    { count: 20, conditions: [at('upvotes'), at('votes_given', 10)] },
    { count: 100, conditions: [at('upvotes'), at('votes_given', 100)] },
    { count: 500, conditions: [at('upvotes'), at('votes_given', 1000)] },
  ]),
  ...steps(
    ['enthusiast', 'aficionado', 'devotee'],
    { group_id: COMMUNITY, icon: 'calendar-check-fill', activity: 'visit' },
    reaching('days', [10, 100, 365]),
  ),
  { code: 'anniversary', group_id: COMMUNITY, level: 2, icon: 'balloon-fill', each: true, activity: 'year' },
  ...steps(['appreciated', 'respected', 'admired'], { group_id: COMMUNITY, icon: 'stars', activity: 'post' }, [
    { count: 20, conditions: [at('upvotes', 1)] },
    { count: 100, conditions: [at('upvotes', 2)] },
    { count: 300, conditions: [at('upvotes', 5)] },
  ]),
  ...steps(
    ['guidance_counsellor', 'know_it_all', 'solution_institution'],
    { group_id: COMMUNITY, icon: 'patch-check-fill', activity: 'answer', conditions: [at('accepted')] },
    [{ count: 10 }, { count: 50 }, { count: 150 }],
  ),
  ...steps(
    ['popular_question', 'notable_question', 'famous_question'],
    { group_id: POSTING, icon: 'eye-fill', each: true, activity: 'question' },
    reaching('views', [500, 1000, 5000]),
  ),
  ...steps(
    ['popular_link', 'hot_link', 'famous_link'],
    { group_id: POSTING, icon: 'box-arrow-up-right', each: true, activity: 'link_visit' },
    reaching('visitors', [50, 300, 1000]),
  ),
]
