import { useLanguage, useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../count.tsx'
import { roundAxis } from './axis.ts'
import { ChartFigure, type Point, useDay } from './chart-figure.tsx'

const WIDTH = 356
const HEIGHT = 150
const LEFT = 34
const TOP = 10
const BOTTOM = 124
const LINES = 3
/** How much of its place a bar leaves free. */
const GAP = 0.25

/** How much there was on each day, or in each week. Drawn wherever the page is, without scripts too. */
export function BarChart({ name, points }: { name: string; points: Point[] }) {
  const t = useText('ui')
  const { number } = useLanguage()
  const format = useFormatCount()
  const day = useDay()
  const values = roundAxis([0, Math.max(...points.map(({ value }) => value), LINES)], [BOTTOM, TOP], LINES)
  const step = (WIDTH - LEFT) / points.length
  const [first, last] = [points[0]!, points.at(-1)!]
  const sum = points.reduce((total, { value }) => total + value, 0)
  return (
    <ChartFigure name={name} points={points}>
      <svg
        className="chart chart-small"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('chart_bars', { name, sum: number(sum), from: day(first.at), to: day(last.at) })}
      >
        {values.ticks(LINES).map((value) => (
          <g key={value}>
            <path className="chart-grid" d={`M${LEFT} ${values.at(value)}H${WIDTH}`} />
            <text x={LEFT - 6} y={values.at(value) + 4} textAnchor="end">
              {format(value)}
            </text>
          </g>
        ))}
        {points.map(({ at, value }, place) => (
          <rect
            key={at}
            className="chart-bar"
            x={LEFT + (place + GAP / 2) * step}
            y={values.at(value)}
            width={step * (1 - GAP)}
            height={BOTTOM - values.at(value)}
          >
            <title>{`${day(at)}: ${number(value)}`}</title>
          </rect>
        ))}
        <text x={LEFT} y={HEIGHT - 8}>
          {day(first.at)}
        </text>
        <text x={WIDTH} y={HEIGHT - 8} textAnchor="end">
          {day(last.at)}
        </text>
      </svg>
    </ChartFigure>
  )
}
