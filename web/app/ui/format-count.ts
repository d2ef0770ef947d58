const formats = new Map<string, { whole: Intl.NumberFormat; tenths: Intl.NumberFormat }>()

const formatsOf = (tag: string) => {
  let found = formats.get(tag)
  if (!found) {
    found = {
      whole: new Intl.NumberFormat(tag),
      tenths: new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    }
    formats.set(tag, found)
  }
  return found
}

/** 9,999, then 12.3k, then 1.2m. What is cut off is dropped, not rounded up: 999,999 isn't a million. */
export function formatCount(tag: string, value: number) {
  const { whole, tenths } = formatsOf(tag)
  const size = Math.abs(value)
  const cut = (unit: number) => tenths.format(Math.trunc(size / (unit / 10)) / 10)
  const text = size < 10_000 ? whole.format(size) : size < 1_000_000 ? `${cut(1000)}k` : `${cut(1_000_000)}m`
  // The true minus sign is as wide as a digit, and screen readers say it.
  return value < 0 ? `−${text}` : text
}
