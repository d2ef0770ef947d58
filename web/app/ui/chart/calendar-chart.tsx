import { utcDay, utcMonday, utcMonth } from 'd3-time'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { ChartFigure, type Point, useDay } from './chart-figure.tsx'

const CELL = 11
const STEP = 13
const LEFT = 30
const TOP = 18
const WEEKS = 53
const SECOND = 1000
const LEVELS = 4
/** Every second day of the week is named. */
const NAMED_DAYS = [0, 2, 4]

/** The last year, a column for each week and a row for each day of it: the more on a day, the stronger its colour. */
export function CalendarChart({ name, points, today }: { name: string; points: Point[]; today: number }) {
  const t = useText('ui')
  const { tag, number } = useLanguage()
  const day = useDay()
  const end = new Date(today * SECOND)
  const start = utcMonday.offset(utcMonday(end), 1 - WEEKS)
  const values = new Map(points.map(({ at, value }) => [at, value]))
  const most = Math.max(LEVELS, ...values.values())
  const level = (value: number) => Math.ceil((value / most) * LEVELS)
  const month = new Intl.DateTimeFormat(tag, { month: 'short', timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' })
  const column = (date: Date) => LEFT + utcMonday.count(start, date) * STEP
  const row = (date: Date) => TOP + ((date.getUTCDay() + 6) % 7) * STEP
  const sum = points.reduce((total, { value }) => total + value, 0)
  return (
    <ChartFigure name={name} points={points}>
      {/* Wider than a phone: it scrolls sideways there, with the latest first, by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="chart-scroll" role="group" aria-label={name} tabIndex={0}>
        <svg
          className="chart"
          viewBox={`0 0 ${LEFT + WEEKS * STEP} ${TOP + 7 * STEP}`}
          role="img"
          aria-label={t('chart_calendar', { name, sum: number(sum), days: number(points.length) })}
        >
          {utcMonth.range(start, end).map((date) => (
            <text key={date.getTime()} x={column(utcMonday.ceil(date))} y={TOP - 7}>
              {month.format(date)}
            </text>
          ))}
          {NAMED_DAYS.map((place) => (
            <text key={place} x={LEFT - 6} y={TOP + place * STEP + CELL - 2} textAnchor="end">
              {weekday.format(utcDay.offset(start, place))}
            </text>
          ))}
          {utcDay.range(start, utcDay.offset(utcDay(end), 1)).map((date) => {
            const at = date.getTime() / SECOND
            const value = values.get(at)
            return (
              <rect
                key={at}
                className="chart-cell"
                data-level={value ? level(value) : undefined}
                x={column(date)}
                y={row(date)}
                width={CELL}
                height={CELL}
                rx={2}
              >
                {value !== undefined && <title>{`${day(at)}: ${number(value)}`}</title>}
              </rect>
            )
          })}
        </svg>
      </div>
    </ChartFigure>
  )
}
