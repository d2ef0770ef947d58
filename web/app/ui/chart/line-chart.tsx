import { area, curveStepAfter, line } from 'd3-shape'
import { utcTicks } from 'd3-time'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../count.tsx'
import { axis, roundAxis } from './axis.ts'
import { ChartFigure, type Point, useDay } from './chart-figure.tsx'

const WIDTH = 712
const HEIGHT = 178
const LEFT = 44
const RIGHT = 700
const TOP = 12
const BOTTOM = 150
const SECOND = 1000
const YEAR = 365 * 86_400
const LINES = 3
const DATES = 6

/** How the dates below are written: years where there are many, else months. */
const useDates = ([from, to]: [number, number]) => {
  const { tag } = useLanguage()
  const style: Intl.DateTimeFormatOptions =
    to - from > 2 * YEAR
      ? { year: 'numeric' }
      : to - from > YEAR / 6
        ? { month: 'short', year: '2-digit' }
        : { month: 'short', day: 'numeric' }
  const format = new Intl.DateTimeFormat(tag, { ...style, timeZone: 'UTC' })
  return utcTicks(new Date(from * SECOND), new Date(to * SECOND), DATES).map((date) => ({
    at: date.getTime() / SECOND,
    label: format.format(date),
  }))
}

/** A value over time that stays until it changes. Drawn wherever the page is, without scripts too. */
export function LineChart({ name, points }: { name: string; points: Point[] }) {
  const t = useText('ui')
  const { number } = useLanguage()
  const format = useFormatCount()
  const day = useDay()
  const [first, last] = [points[0]!, points.at(-1)!]
  const dates = useDates([first.at, last.at])
  const { at: x } = axis([first.at, Math.max(last.at, first.at + 1)], [LEFT, RIGHT])
  const highest = Math.max(...points.map(({ value }) => value), 1)
  const values = roundAxis([Math.min(0, ...points.map(({ value }) => value)), highest], [BOTTOM, TOP], LINES)
  const y = values.at
  const place = { x: ({ at }: Point) => x(at), y: ({ value }: Point) => y(value) }
  const path = line<Point>(place.x, place.y).curve(curveStepAfter)
  const below = area<Point>(place.x, y(0), place.y).curve(curveStepAfter)
  const says = t('chart_line', {
    name,
    from: day(first.at),
    to: day(last.at),
    first: number(first.value),
    last: number(last.value),
  })
  return (
    <ChartFigure name={name} points={points}>
      <svg className="chart chart-wide" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={says}>
        {values.ticks(LINES).map((value) => (
          <g key={value}>
            <path className="chart-grid" d={`M${LEFT} ${y(value)}H${RIGHT}`} />
            <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {format(value)}
            </text>
          </g>
        ))}
        {dates.map(({ at, label }, place) => (
          <text
            key={at}
            className={place % 2 ? 'chart-minor' : undefined}
            x={x(at)}
            y={HEIGHT - 8}
            textAnchor={x(at) > RIGHT - 30 ? 'end' : 'middle'}
          >
            {label}
          </text>
        ))}
        <path className="chart-area" d={below(points) ?? undefined} />
        <path className="chart-line" d={path(points) ?? undefined} />
        <circle className="chart-dot" cx={x(last.at)} cy={y(last.value)} r={3.5} />
      </svg>
    </ChartFigure>
  )
}
