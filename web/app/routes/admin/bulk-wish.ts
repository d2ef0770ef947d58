import {
  ACTS_OF,
  BULK_ACTS,
  BULK_KINDS,
  BULK_STATES,
  type BulkAct,
  type BulkFilter,
  type BulkKind,
  type BulkOptions,
  type BulkWish,
} from '@askwell/contract/bulk.ts'
import { BULK_PICKED_MAX, BULK_QUERY_MAX, SUSPENSIONS, TAG_NAME } from '@askwell/contract/limits.ts'
import { parseObjectId, objectId, shortId } from '@askwell/contract/ids.ts'
import type { SiteInfo } from '@askwell/contract/site.ts'

// What an address asks for: a list of everything, what of it is picked, and what is to be done to that. So it works without scripts, over pages, and can be sent to a colleague.

const dayIn = (text: string | null) => {
  const time = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(time) ? 0 : time / 1000
}
/** As a field of a date has it. */
export const dayOf = (time: number) => (time ? new Date(time * 1000).toISOString().slice(0, 10) : '')
const DAY = 86_400

export const timeZoneOf = (site: SiteInfo | null) => site?.interface.time_zone || 'UTC'

/** Seconds by which clocks there are ahead of UTC. */
const offsetAt = (at: number, timeZone: string) => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at * 1000)
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)!.value)
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return shown / 1000 - at
}
/** When a day of the site begins; the fields of a page count in days, which begin at midnight UTC. */
const startOf = (day: number, timeZone: string) => day && day - offsetAt(day - offsetAt(day, timeZone), timeZone)
/** The same with the moments that are meant, as days begin and end where the site is. */
export const inSiteTime = <T extends { since?: number; until?: number }>(days: T, timeZone: string): T => ({
  ...days,
  ...(days.since !== undefined && { since: startOf(days.since, timeZone) }),
  ...(days.until !== undefined && { until: startOf(days.until, timeZone) }),
})

const integerIn = (text: string | null) => (/^-?\d{1,9}$/.test(text ?? '') ? Number(text) : undefined)

/** With the usual in the place of nonsense. The last day counts whole. */
export const filterIn = (search: URLSearchParams, kind: BulkKind): BulkFilter => {
  const [state, until] = [search.get('filter') ?? '', dayIn(search.get('until'))]
  const [score_min, score_max] = [integerIn(search.get('score_min')), integerIn(search.get('score_max'))]
  return {
    kind,
    state: (BULK_STATES[kind] as readonly string[]).includes(state) ? (state as BulkFilter['state']) : '',
    query: (search.get('query') ?? '').slice(0, BULK_QUERY_MAX),
    author: (search.get('author') ?? '').slice(0, BULK_QUERY_MAX),
    tag: (search.get('tag') ?? '').slice(0, TAG_NAME.max),
    since: dayIn(search.get('since')),
    until: until && until + DAY,
    ...(score_min !== undefined && { score_min }),
    ...(score_max !== undefined && { score_max }),
    flagged: search.get('flagged') === 'on',
  }
}

/** The same as fields of an address; what is usual is left out. */
export const filterFields = (filter: BulkFilter): [string, string][] =>
  (
    [
      ['filter', filter.state],
      ['query', filter.query],
      ['author', filter.author],
      ['tag', filter.tag],
      ['since', dayOf(filter.since)],
      ['until', filter.until ? dayOf(filter.until - DAY) : ''],
      ['score_min', String(filter.score_min ?? '')],
      ['score_max', String(filter.score_max ?? '')],
      ['flagged', filter.flagged ? 'on' : ''],
    ] as [string, string][]
  ).filter(([, value]) => value !== '')

/** How many of the filters that are folded away are in use. */
export const moreFilters = (filter: BulkFilter) =>
  filterFields(filter).filter(([name]) => name !== 'filter' && name !== 'query').length

/** Short, so that hundreds of them fit an address. */
export const pickOf = (id: string) => {
  const object = parseObjectId(id)
  return object && id.length === 17 ? shortId(object.type, object.number) : id
}
export const picksIn = (search: URLSearchParams) => [...new Set(search.getAll('pick'))].slice(0, BULK_PICKED_MAX)

const idOf = (kind: BulkKind, pick: string) => {
  const object = kind === 'user' ? null : parseObjectId(pick)
  return object ? objectId(object.type, object.number) : pick
}

const words = (text: string | null) => (text ?? '').split(/[\s,]+/).filter(Boolean)

const text = (search: URLSearchParams, name: string) => search.get(name) ?? ''
const contentIn = (search: URLSearchParams) =>
  (['stay', 'own', 'all'] as const).find((one) => one === search.get('content')) ?? 'own'

/** What each act asks for. */
const OPTIONS: Partial<Record<BulkAct, (search: URLSearchParams) => BulkOptions>> = {
  close: (search) => ({
    close_type: integerIn(search.get('close_type')) ?? 0,
    close_msg: text(search, `remark_${text(search, 'close_type')}`),
  }),
  retag: (search) => ({ add_tags: words(search.get('add_tags')), remove_tags: words(search.get('remove_tags')) }),
  author: (search) => ({ author: text(search, 'new_author') }),
  role: (search) => ({ role_id: integerIn(search.get('role_id')) ?? 1 }),
  suspend: (search) => ({
    suspend_duration: SUSPENSIONS.find((one) => one === search.get('suspend_duration')) ?? 'forever',
    note: text(search, 'note'),
  }),
  delete: (search) => ({ content: contentIn(search) }),
  sweep: (search) => {
    const until = dayIn(search.get('until_day'))
    return {
      what: (['posts', 'comments', 'votes'] as const).filter((one) => search.getAll('what').includes(one)),
      since: dayIn(search.get('since_day')),
      until: until && until + DAY,
      content: contentIn(search),
    }
  },
}

export interface Asked {
  kind: BulkKind
  act: BulkAct | undefined
  picks: string[]
  all: boolean
  filter: BulkFilter
}

export const askedIn = (search: URLSearchParams): Asked => {
  const kind = BULK_KINDS.find((one) => one === search.get('kind')) ?? 'question'
  const act = BULK_ACTS.find((one) => one === search.get('act'))
  const possible = act && ((ACTS_OF[kind] as readonly BulkAct[]).includes(act) || (kind === 'user' && act === 'sweep'))
  return {
    kind,
    act: possible ? act : undefined,
    picks: picksIn(search),
    all: search.has('all'),
    filter: filterIn(search, kind),
  }
}

export const wishIn = (search: URLSearchParams, timeZone: string): BulkWish | undefined => {
  const { kind, act, picks, all, filter } = askedIn(search)
  if (!act) return undefined
  const options = inSiteTime(OPTIONS[act]?.(search) ?? {}, timeZone)
  return {
    kind,
    act,
    options,
    ...(all ? { filter: inSiteTime(filter, timeZone) } : { ids: picks.map((pick) => idOf(kind, pick)) }),
  }
}

/** Acts of which more has to be known first. */
export const asksMore = (kind: BulkKind, act: BulkAct) =>
  ['close', 'retag', 'author', 'role', 'suspend', 'sweep'].includes(act) || (kind === 'user' && act === 'delete')
