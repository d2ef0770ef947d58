import { DAILY_FIGURES, type DailyFigure, type Dashboard, FIRST_ANSWER_WITHIN } from '@askwell/contract/dashboard.ts'
import { formatBytes } from '@askwell/contract/format-bytes.ts'
import { intlTag } from '@askwell/contract/text.ts'
import type { App } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { countFlags } from '../../content/flags/queries.ts'
import type { SiteSettings } from '../settings/policy.ts'
import { dayOf, listUncounted, waitName } from './count-days.ts'
import { type DatabaseFacts, type Figure, listFigures } from './queries.ts'
import { totalsOf } from './totals.ts'

const rateOf = (part: number, whole: number) => ((whole && part / whole) * 100).toFixed(2)
const dateOf = (day: number) => new Date(day * DAY * 1000).toISOString().slice(0, 10)

type Info = Dashboard['info']

export const systemInfo = async (
  app: App,
  database: DatabaseFacts,
  { general, login, interface: { time_zone }, smtp }: SiteSettings,
  { version, remote_version }: Pick<Info['version_info'], 'version' | 'remote_version'>,
  language: string,
): Promise<Info> => {
  const [totals, report_count] = await Promise.all([totalsOf(app), countFlags(app.db)])
  return {
    question_count: totals.questions,
    resolved_count: totals.resolved,
    resolved_rate: rateOf(totals.resolved, totals.questions),
    unanswered_count: totals.unanswered,
    unanswered_rate: rateOf(totals.unanswered, totals.questions),
    answer_count: totals.answers,
    comment_count: totals.comments,
    vote_count: totals.votes,
    user_count: totals.users,
    report_count,
    uploading_files: true,
    smtp: smtp.smtp_host ? 'enabled' : 'not_configured',
    https: general.site_url.startsWith('https:'),
    time_zone,
    occupying_storage_space: formatBytes(intlTag(language), totals.bytes),
    app_start_time: String(Math.floor(process.uptime())),
    version_info: { version, revision: '', remote_version },
    login_required: login.login_required,
    go_version: process.version,
    database_version: database.version,
    database_size: formatBytes(intlTag(language), database.bytes),
  }
}

const none = () => Object.fromEntries(DAILY_FIGURES.map((name) => [name, 0])) as Record<DailyFigure, number>

/** Days without a figure have zeros, so that a chart has no gaps. */
const byDay = (figures: Figure[], from: number, until: number) => {
  const days = Array.from({ length: until - from + 1 }, (_, place) => ({ day: from + place, figures: none() }))
  for (const { day, name, value } of figures) {
    const of = days[day - from]
    if (of && name in of.figures) of.figures[name as DailyFigure] += value
  }
  return days
}

const sumOf = (days: { figures: Record<DailyFigure, number> }[], name: DailyFigure) =>
  days.reduce((sum, { figures }) => sum + figures[name], 0)

/** The last `span` days, and how they compare with those before. */
export const recentDays = async (
  app: App,
  span: number,
): Promise<Pick<Dashboard, 'days' | 'sums' | 'first_answers'>> => {
  const today = dayOf(app.clock.now())
  const figures = [...(await listFigures(app.db, today - 2 * span + 1, today)), ...(await listUncounted(app.db))]
  const all = byDay(figures, today - 2 * span + 1, today)
  const [before, now] = [all.slice(0, span), all.slice(span)]
  const waits = FIRST_ANSWER_WITHIN.map((_, place) =>
    figures
      .filter(({ day, name }) => day > today - span && name === waitName(place))
      .reduce((sum, { value }) => sum + value, 0),
  )
  return {
    days: now.map(({ day, figures: of }) => ({ day: dateOf(day), figures: of })),
    sums: Object.fromEntries(
      DAILY_FIGURES.map((name) => [name, { now: sumOf(now, name), before: sumOf(before, name) }]),
    ) as Dashboard['sums'],
    first_answers: waits,
  }
}
