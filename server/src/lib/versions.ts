const partsOf = (version: string) => {
  const [, numbers, before] = /^v?(\d+(?:\.\d+)*)(?:-([^+]*))?/.exec(version) ?? []
  return numbers === undefined ? undefined : { numbers: numbers.split('.').map(Number), before }
}

/** Of two versions as npm has them; one before a release (`2.0.0-beta.1`) is older than the release. What is no version is never newer. */
export const isNewer = (one: string, other: string) => {
  const [a, b] = [partsOf(one), partsOf(other)]
  if (!a || !b) return false
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at++) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  if (a.before === undefined || b.before === undefined) return a.before === undefined && b.before !== undefined
  return a.before.localeCompare(b.before, 'en', { numeric: true }) > 0
}
