import { formatPercent } from '@askwell/contract/text.ts'
import {
  dashboard,
  type Dashboard as Reply,
  type DailyFigure,
  dismissFirstSteps,
  SPANS,
} from '@askwell/contract/dashboard.ts'
import { isAdmin, isStaff } from '@askwell/contract/roles.ts'
import { redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { loadWidgets, Widgets } from '../../components/plugins/widgets.tsx'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SegmentedLinks } from '../../ui/segmented.tsx'
import { Stat, Stats } from '../../ui/stats.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Duration } from '../../ui/time.tsx'
import { DashboardCharts, FirstAnswers } from './dashboard-charts.tsx'
import { DashboardHealth } from './dashboard-health.tsx'
import { FirstSteps } from './first-steps.tsx'
import './dashboard.css'
import type { Route } from './+types/dashboard.ts'

const load = async (visit: RouteContext) => {
  const { call, url, user } = visit
  // Moderators have their part of the administration, and it begins elsewhere.
  if (isStaff(user) && !isAdmin(user)) throw redirect(paths.admin('roles'))
  const asked = Number(url.searchParams.get('days'))
  const span = SPANS.find((one) => one === asked) ?? SPANS[0]
  const [figures, widgets] = await Promise.all([
    call(dashboard, { query: { days: span } }),
    loadWidgets(visit, 'dashboard'),
  ])
  return { span, widgets, ...figures }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call }: Submission) => {
  await call(dismissFirstSteps)
  return redirect(paths.admin())
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Dashboard({
  loaderData: { span, days, first_answers, first_steps, info, sums, health, update, widgets },
}: Route.ComponentProps) {
  const t = useText('dashboard')
  const { number, language } = useLanguage()
  const percent = (rate: string) => formatPercent(language, Number(rate) / 100)
  const count = useFormatCount()
  const since = (name: DailyFigure) => t('new', { count: number(sums[name].now), before: number(sums[name].before) })
  return (
    <>
      <PageMeta title={t('title')} hidden />
      <PageTitle>{t('title')}</PageTitle>
      {first_steps.length > 0 && <FirstSteps steps={first_steps} />}
      <div className="dashboard-span">
        <p>{t('compared', { days: span })}</p>
        <SegmentedLinks
          label={t('span')}
          value={String(span)}
          segments={SPANS.map((count) => ({
            value: String(count),
            label: t('span_days', { count }),
            to: `${paths.admin()}?days=${count}`,
          }))}
        />
      </div>
      <Stats>
        <Stat name={t('questions')} note={since('questions')}>
          {count(info.question_count)}
        </Stat>
        <Stat name={t('answers')} note={since('answers')}>
          {count(info.answer_count)}
        </Stat>
        <Stat name={t('comments')} note={since('comments')}>
          {count(info.comment_count)}
        </Stat>
        <Stat name={t('votes')} note={since('votes')}>
          {count(info.vote_count)}
        </Stat>
        <Stat name={t('users')} note={since('users')}>
          {count(info.user_count)}
        </Stat>
        <Stat name={t('flags')} note={info.report_count > 0 && <Link to={paths.review()}>{t('review')}</Link>}>
          {count(info.report_count)}
        </Stat>
      </Stats>
      <div className="panel panel-columns">
        <DashboardHealth health={health} />
        <section aria-labelledby="dashboard-system">
          <div className="panel-head">
            <h2 id="dashboard-system">{t('system')}</h2>
          </div>
          <dl className="facts">
            <dt>{t('version')}</dt>
            <dd>
              {info.version_info.version}
              <Update update={update} version={info.version_info.remote_version} />
            </dd>
            <dt>{t('uptime')}</dt>
            <dd>
              <Duration seconds={Number(info.app_start_time)} />
            </dd>
            <dt>{t('database')}</dt>
            <dd>{t('database_with_size', { version: info.database_version, size: info.database_size })}</dd>
            <dt>{t('uploads')}</dt>
            <dd>{info.occupying_storage_space}</dd>
            <dt>{t('time_zone')}</dt>
            <dd>
              <Link to={paths.admin('interface')}>{info.time_zone}</Link>
            </dd>
            <dt>{t('runtime')}</dt>
            <dd>{t('node', { version: info.go_version })}</dd>
          </dl>
        </section>
      </div>
      <DashboardCharts days={days} />
      <Panel title={t('first_answers')} note={t('first_answers_note', { days: span })}>
        <FirstAnswers counts={first_answers} />
      </Panel>
      <Panel title={t('solved')}>
        <Stats>
          <Stat name={t('resolved')} note={t('of_questions', { rate: percent(info.resolved_rate) })}>
            {count(info.resolved_count)}
          </Stat>
          <Stat name={t('unanswered')} note={t('of_questions', { rate: percent(info.unanswered_rate) })}>
            {count(info.unanswered_count)}
          </Stat>
          <Stat name={t('active')} note={t('active_note')}>
            {number(Math.round((10 * sums.active.now) / span) / 10)}
          </Stat>
        </Stats>
      </Panel>
      <Widgets place="dashboard" widgets={widgets} />
    </>
  )
}

/** What is known of newer versions, where the site asks for them. */
function Update({ update: { state, changelog, error }, version }: { update: Reply['update']; version: string }) {
  const t = useText('dashboard')
  if (state === 'off') return null
  return (
    <span className="health-fix">
      {t(`update_${state}`, { version, error })}{' '}
      {state === 'newer' && changelog && (
        <a href={changelog} rel="noreferrer">
          {t('update_changelog')}
        </a>
      )}
    </span>
  )
}
