import type { Option } from '../ui/select.tsx'

const offsetOf = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')!
    .value.replace('GMT', 'UTC')

const place = (timeZone: string) => timeZone.slice(timeZone.indexOf('/') + 1).replaceAll('_', ' ')

const optionOf = (timeZone: string, at: Date): Option => {
  if (!timeZone.includes('/')) return { value: timeZone, label: timeZone }
  const group = timeZone.slice(0, timeZone.indexOf('/'))
  try {
    return { value: timeZone, label: `${place(timeZone)} (${offsetOf(timeZone, at)})`, group }
  } catch {
    return { value: timeZone, label: timeZone } // saved where it was known; here it isn't
  }
}

const HOUR_MS = 3_600_000
/** Some four hundred are slow to name, and stay what they are for an hour at least. */
let named: { hour: number; options: Option[] } | undefined

const known = (at: Date) => {
  const hour = Math.floor(at.getTime() / HOUR_MS)
  if (named?.hour !== hour)
    named = {
      hour,
      options: ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) =>
        optionOf(zone, at),
      ),
    }
  return named.options
}

/** All time zones to choose from, by continent, with what they are from UTC at this moment; the one in use is always among them. */
export const timeZones = (inUse: string, at: Date): Option[] => {
  const [utc, ...rest] = known(at)
  return !inUse || known(at).some(({ value }) => value === inUse)
    ? [utc!, ...rest]
    : [utc!, optionOf(inUse, at), ...rest]
}
