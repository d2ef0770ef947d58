import type { Static } from 'typebox'
import type { BulkFilter, BulkKind } from '@askwell/contract/bulk.ts'
import { numberOf, parseObjectId, userNumber } from '@askwell/contract/ids.ts'
import type { usersPage } from '@askwell/contract/user-administration.ts'
import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import type { Db } from '../../../../db/dialect.ts'
import type { App } from '../../../../events/events.ts'
import { DAY } from '../../../../lib/clock.ts'
import { decodedPart } from '../../../../lib/decoded-part.ts'
import { findUserByName } from '../../../users/users/names/queries.ts'
import { findTagBySlug } from '../../../content/tags/queries.ts'

const UNSEEN = 365 * DAY

/** A filter with names turned into numbers. */
export interface Match {
  kind: BulkKind
  state: BulkFilter['state']
  /** Just these. */
  ids?: number[]
  /** All on this question, or by this number. */
  question_id?: number
  /** A number of its own, or a part of the text. */
  number?: number
  piece: string
  author_id?: number
  tag_id?: number
  since: number
  until: number
  score_min?: number
  score_max?: number
  flagged: boolean
  /** Further states that all must be in. */
  also?: BulkFilter['state'][]
  /** Whoever hasn't been here since then counts as not seen. */
  unseen_since: number
}

type Pasted = Pick<Match, 'ids' | 'question_id' | 'number' | 'piece'>

const ofObject = (kind: BulkKind, id: string): Pasted | undefined => {
  const object = /^1\d{16}$/.test(id) ? parseObjectId(id) : null
  if (!object) return undefined
  if (object.type === kind) return { ids: [object.number], piece: '' }
  if (object.type === 'question' && kind !== 'user') return { question_id: object.number, piece: '' }
  return { ids: [], piece: '' }
}

const ofAddress = async (db: Db, kind: BulkKind, text: string): Promise<Pasted | undefined> => {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const place = parseQuestionPath(url.pathname)
  if (place && kind !== 'user') {
    if (kind === 'question') return { ids: [place.question], piece: '' }
    if (kind === 'answer' && place.answer) return { ids: [place.answer], piece: '' }
    return { question_id: place.question, piece: '' }
  }
  const name = /^\/users\/([^/]+)/.exec(url.pathname)?.[1]
  const decoded = name && kind === 'user' ? decodedPart(name) : undefined
  const user = decoded ? await findUserByName(db, decoded) : undefined
  return { ids: user ? [user.id] : [], piece: '' }
}

const pasted = async (db: Db, kind: BulkKind, query: string): Promise<Pasted> => {
  const text = query.trim()
  if (text === '') return { piece: '' }
  const named = /^user:(\d{1,15})$/.exec(text)?.[1]
  if (named && kind === 'user') return { ids: [Number(named)], piece: '' }
  const number = /^#?([1-9]\d{0,9})$/.exec(text)?.[1]
  if (number)
    return text.startsWith('#') ? { ids: [Number(number)], piece: '' } : { number: Number(number), piece: text }
  return ofObject(kind, text) ?? (await ofAddress(db, kind, text)) ?? { piece: text }
}

const authorOf = async (db: Db, name: string) => {
  const number = /^user:(\d{1,15})$/.exec(name)?.[1]
  return number ? Number(number) : ((await findUserByName(db, name))?.id ?? 0)
}

/** What a filter asks for. An author or tag that isn't there matches nothing. */
export const matchOf = async ({ db, clock }: App, filter: BulkFilter): Promise<Match> => {
  const { kind, state, since, until, score_min, score_max, flagged } = filter
  const author = filter.author.trim()
  return {
    kind,
    state,
    since,
    until,
    score_min,
    score_max,
    flagged,
    // A whole day, so that the count is remembered for longer than a second.
    unseen_since: Math.floor(clock.now() / DAY) * DAY - UNSEEN,
    ...(await pasted(db, kind, filter.query)),
    ...(author !== '' && { author_id: await authorOf(db, author) }),
    ...(filter.tag !== '' && { tag_id: (await findTagBySlug(db, filter.tag))?.id ?? 0 }),
  }
}

const LACKING = { '': '', activation: 'never', email: 'no_email', visit: 'unseen' } as const

/** What the list of accounts asks for, which names several states at once. */
export const accountsMatch = async (
  app: App,
  { query, staff, status, lacking }: Static<typeof usersPage.query>,
): Promise<Match> => ({
  ...(await matchOf(app, {
    kind: 'user',
    state: status,
    query,
    author: '',
    tag: '',
    since: 0,
    until: 0,
    flagged: false,
  })),
  also: [staff ? 'staff' : '', LACKING[lacking]],
})

/** Things picked one by one. */
export const pickedOf = (kind: BulkKind, ids: string[]): number[] =>
  [...new Set(ids.map((id) => (kind === 'user' ? userNumber(id) : numberOf(kind, id))))].filter((id) => id > 0)
