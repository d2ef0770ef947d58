import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Done, Time } from './shapes.ts'

/** What the charts of the dashboard are about, day by day. */
export const DAILY_FIGURES = ['questions', 'answered', 'answers', 'comments', 'votes', 'users', 'active'] as const
export type DailyFigure = (typeof DAILY_FIGURES)[number]

/** How long a question waited for its first answer, at most, in seconds; the last of them has no bound. */
export const FIRST_ANSWER_WITHIN = [900, 3600, 14_400, 86_400, 259_200, 604_800, null] as const

/** Over how many days a chart reaches. */
export const SPANS = [7, 30, 365] as const
export type Span = (typeof SPANS)[number]

/** Everything that can be wrong with a site, in the order the dashboard shows it. */
export const HEALTH_CHECKS = [
  'database',
  'disk',
  'jobs',
  'mail',
  'search',
  'https',
  'clock',
  'backup',
  'plugins',
] as const
export type HealthCheck = (typeof HEALTH_CHECKS)[number]

/** What a check can find; `locales/…/dashboard.json` has a sentence for each. */
export const FINDINGS = [
  'database_good',
  'database_unknown',
  'disk_full',
  'disk_good',
  'disk_little',
  'disk_unknown',
  'jobs_good',
  'jobs_late',
  'jobs_stuck',
  'jobs_unknown',
  'mail_good',
  'mail_missing',
  'mail_unknown',
  'mail_unsent',
  'search_good',
  'search_unindexed',
  'search_unknown',
  'https_good',
  'https_local',
  'https_missing',
  'https_unknown',
  'clock_apart',
  'clock_behind',
  'clock_good',
  'clock_unknown',
  'backup_good',
  'backup_none',
  'backup_old',
  'backup_unknown',
  'plugins_broken',
  'plugins_failed',
  'plugins_good',
  'plugins_unknown',
] as const
export type Finding = (typeof FINDINGS)[number]

const HealthItem = Type.Object({
  check: Type.Enum([...HEALTH_CHECKS]),
  state: Type.Enum(['good', 'warning', 'bad']),
  finding: Type.Enum([...FINDINGS]),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
})
export type HealthItem = Static<typeof HealthItem>

/** The figures of one day; `day` is its date in UTC, such as `2026-11-22`. */
const Day = Type.Object({
  day: Type.String(),
  figures: Type.Record(Type.Enum([...DAILY_FIGURES]), Type.Integer()),
})
export type Day = Static<typeof Day>

/** What a new site needs in its first hours, in this order. */
export const FIRST_STEPS = ['name', 'logo', 'mail', 'tags', 'people', 'backup'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

const rate = Type.String({ description: 'Per cent, with two decimals' })

export const Dashboard = Type.Object({
  info: Type.Object({
    question_count: Type.Integer(),
    resolved_count: Type.Integer(),
    resolved_rate: rate,
    unanswered_count: Type.Integer(),
    unanswered_rate: rate,
    answer_count: Type.Integer(),
    comment_count: Type.Integer(),
    vote_count: Type.Integer(),
    user_count: Type.Integer(),
    report_count: Type.Integer(),
    uploading_files: Type.Boolean(),
    smtp: Type.Enum(['enabled', 'not_configured']),
    https: Type.Boolean(),
    time_zone: Type.String(),
    occupying_storage_space: Type.String(),
    /** Seconds since the process started. */
    app_start_time: Type.String(),
    version_info: Type.Object({
      version: Type.String(),
      revision: Type.String(),
      /** The newest version there is; empty where nobody was asked. */
      remote_version: Type.String(),
    }),
    login_required: Type.Boolean(),
    /** The version of the language runtime; the name is the one that clients know. */
    go_version: Type.String(),
    database_version: Type.String(),
    database_size: Type.String(),
  }),
  /** Ours: the last `days` days, today last. */
  days: Type.Array(Day),
  /** Ours: the sums of these days, and of as many days before them. */
  sums: Type.Record(Type.Enum([...DAILY_FIGURES]), Type.Object({ now: Type.Integer(), before: Type.Integer() })),
  /** Ours: first answers given in these days by how soon they came; as many figures as `FIRST_ANSWER_WITHIN`. */
  first_answers: Type.Array(Type.Integer()),
  health: Type.Array(HealthItem),
  /** Ours: what the address of the settings said of the newest version; `off` where none is asked. */
  update: Type.Object({
    state: Type.Enum(['off', 'waiting', 'current', 'newer', 'failed']),
    /** What is new in it; a web address, or empty. */
    changelog: Type.String(),
    /** Why it couldn't be read. */
    error: Type.String(),
    asked_at: Time,
  }),
  /** Ours: empty once all are done, or an admin has put the list away. */
  first_steps: Type.Array(Type.Object({ step: Type.Enum([...FIRST_STEPS]), done: Type.Boolean() })),
})
export type Dashboard = Static<typeof Dashboard>

export const dashboard = endpoint({
  prefix: 'admin',
  method: 'GET',
  path: '/dashboard',
  summary: 'Figures, health and the system, for the first page of the administration',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  query: Type.Object({ days: Type.Integer({ minimum: 1, maximum: 365, default: 7 }) }),
  reply: Dashboard,
})

/** Ours. */
export const dismissFirstSteps = endpoint({
  prefix: 'admin',
  method: 'DELETE',
  path: '/dashboard/first-steps',
  summary: 'Put the list of first steps away, for all admins',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  reply: Done,
})
