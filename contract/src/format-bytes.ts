const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** "3.4 MB", in steps of 1024; bytes by their whole word, whose short form knows no plural. */
export const formatBytes = (tag: string, bytes: number) => {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** step
  return new Intl.NumberFormat(tag, {
    style: 'unit',
    unit: UNITS[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value)
}
