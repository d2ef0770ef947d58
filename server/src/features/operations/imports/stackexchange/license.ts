/** Since when what was written there was under which licence; newer dumps say it of each post. */
const SINCE: [from: number, license: string][] = [
  [Date.UTC(2018, 4, 2) / 1000, 'CC BY-SA 4.0'],
  [Date.UTC(2011, 3, 8) / 1000, 'CC BY-SA 3.0'],
]
const FIRST = 'CC BY-SA 2.5'
const KNOWN = /^CC BY-SA \d\.\d$/

export const licenseOf = (said: string | undefined, written_at: number) =>
  said && KNOWN.test(said) ? said : (SINCE.find(([from]) => written_at >= from)?.[1] ?? FIRST)
