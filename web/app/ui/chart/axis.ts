import { nice, ticks } from 'd3-array'

type Span = readonly [number, number]

/** Where values stand between two places of a drawing, and which of them are written beside it. */
export const axis = ([from, to]: Span, [start, end]: Span) => ({
  at: (value: number) => start + ((value - from) / (to - from)) * (end - start),
  ticks: (count: number) => ticks(from, to, count),
})

/** The same, from one round value to another. */
export const roundAxis = ([from, to]: Span, places: Span, count: number) => axis(nice(from, to, count), places)
