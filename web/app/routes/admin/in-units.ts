const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
  ['millisecond', 1],
] as const

/** A span of time in the largest unit that it fills: "10 minutes", "1.4 seconds", "320 milliseconds". */
export const inUnits = (tag: string, ms: number, unitDisplay: 'long' | 'short' = 'long') => {
  const [unit, size] = UNITS.find(([, least]) => ms >= least) ?? UNITS.at(-1)!
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(ms / size)
}
