import { drawnPart } from '../../drawn-part.tsx'
import './chart.css' // charts are rendered before their scripts are fetched

export const BarChart = drawnPart(
  () => import('./bar-chart.tsx'),
  (part) => part.BarChart,
)
export const CalendarChart = drawnPart(
  () => import('./calendar-chart.tsx'),
  (part) => part.CalendarChart,
)
export const LineChart = drawnPart(
  () => import('./line-chart.tsx'),
  (part) => part.LineChart,
)
