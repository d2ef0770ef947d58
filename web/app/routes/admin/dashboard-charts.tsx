import { type DailyFigure, type Day, FIRST_ANSWER_WITHIN } from '@askwell/contract/dashboard.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { BarChart } from '../../ui/chart/charts.ts'
import { inWeeks } from './in-weeks.ts'

const SHOWN = ['questions', 'answers', 'votes', 'comments', 'users', 'active'] as const satisfies DailyFigure[]
/** More bars than this are too thin to be told apart. */
const MOST_BARS = 31

/** What happened day by day, a chart each; in weeks where there are too many days. */
export function DashboardCharts({ days }: { days: Day[] }) {
  const t = useText('dashboard')
  const pointsOf = (name: DailyFigure) => {
    const points = days.map(({ day, figures }) => ({ at: Date.parse(day) / 1000, value: figures[name] }))
    return points.length > MOST_BARS ? inWeeks(points) : points
  }
  return (
    <section className="panel dashboard-charts" aria-label={t(days.length > MOST_BARS ? 'by_week' : 'by_day')}>
      {SHOWN.map((name) => (
        <section key={name} aria-labelledby={`chart-${name}`}>
          <div className="panel-head">
            <h2 id={`chart-${name}`}>{t(`chart_${name}`)}</h2>
            <p>{t(days.length > MOST_BARS ? 'by_week' : 'by_day')}</p>
          </div>
          <BarChart name={t(`chart_${name}`)} points={pointsOf(name)} />
        </section>
      ))}
    </section>
  )
}

/** How long questions waited for their first answer. */
export function FirstAnswers({ counts }: { counts: number[] }) {
  const t = useText('dashboard')
  const { number } = useLanguage()
  const all = counts.reduce((sum, count) => sum + count, 0)
  return (
    <table className="table first-answers">
      <caption className="visually-hidden">{t('first_answers')}</caption>
      <tbody>
        {counts.map((count, place) => (
          <tr key={place}>
            <th scope="row" id={`within-${place}`}>
              {t(`within_${FIRST_ANSWER_WITHIN[place] ?? 'later'}`)}
            </th>
            <td>
              <meter min={0} max={Math.max(all, 1)} value={count} aria-labelledby={`within-${place}`} />
            </td>
            <td className="number">{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
