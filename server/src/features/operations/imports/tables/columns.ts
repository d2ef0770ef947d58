import { DISPLAY_NAME, LOCATION_MAX, WEBSITE_MAX } from '@askwell/contract/limits.ts'
import { usernameFrom } from '../../../../lib/slug.ts'
import { mailbox } from '../../../users/users/policy.ts'
import { BrokenRow } from '../batches.ts'

// The tables of the intermediate form, and what may stand in their columns. docs/importing.md says the same in words.

export type Value = string | number | boolean | string[]
/** What it becomes; throws what is wrong with it. */
type Read = (given: unknown) => Value

class BrokenValue extends Error {}
const broken = (problem: string): never => {
  throw new BrokenValue(problem)
}

const text: Read = (given) =>
  typeof given === 'string' || typeof given === 'number' ? String(given) : broken('is no text')
export const short =
  (max: number): Read =>
  (given) => {
    const value = String(text(given))
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim()
    return [...value].length <= max ? value : broken(`is longer than ${max} characters`)
  }
const KEY = /^[\w.:@/-]{1,100}$/
export const key: Read = (given) =>
  KEY.test(String(text(given))) ? String(given) : broken('is no id: letters, digits and . : @ / _ - only')
const integer: Read = (given) => {
  const value = String(text(given)).trim()
  return /^-?\d{1,12}$/.test(value) ? Number(value) : broken('is no whole number')
}
/** The engine takes 30 February for 2 March. */
const isInCalendar = (value: string) => {
  const [year, month, day] = value.slice(0, 10).split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}
const ZONE = /(Z|[+-]\d\d:?\d\d)$/
/** ISO 8601, in UTC where it doesn't say otherwise, or seconds since 1970. */
const time: Read = (given) => {
  const value = String(text(given)).trim()
  if (/^\d{9,11}$/.test(value)) return Number(value)
  const isDate = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?)?/.test(value)
  const ms = isDate ? Date.parse(value.length > 10 && !ZONE.test(value) ? `${value.replace(' ', 'T')}Z` : value) : NaN
  if (Number.isNaN(ms)) return broken('is no time')
  return isInCalendar(value) ? Math.floor(ms / 1000) : broken('is a day that no calendar has')
}
const yes: Read = (given) => {
  const value = String(given).trim().toLowerCase()
  if (['true', 'yes', '1'].includes(value)) return true
  return ['false', 'no', '0'].includes(value) ? false : broken('is neither yes nor no')
}
const list: Read = (given) =>
  Array.isArray(given) && given.every((one) => typeof one === 'string')
    ? given
    : typeof given === 'string'
      ? given.split(/[,\s]+/).filter(Boolean)
      : broken('is no list of words')
const oneOf =
  (...words: string[]): Read =>
  (given) =>
    words.includes(String(given)) ? String(given) : broken(`is none of ${words.join(', ')}`)
export const e_mail: Read = (given) => {
  const value = mailbox(String(text(given)))
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) && value.length <= 500 ? value : broken('is no e-mail address')
}
const website: Read = (given) => {
  const value = String(text(given)).trim()
  return /^https?:\/\/\S+$/i.test(value) && URL.canParse(value) && value.length <= WEBSITE_MAX
    ? value
    : broken('is no web address')
}
/** As it can be here. */
const username: Read = (given) => usernameFrom(String(short(100)(given)))

/** As the old site had it, without its host. */
const address: Read = (given) => {
  const value = String(text(given)).trim()
  return /^\/[^\s#]{1,500}$/.test(value) ? value : broken('is no path: it begins with / and has no spaces')
}

export interface Column {
  read: Read
  isNeeded?: true
}
const needed = (read: Read): Column => ({ read, isNeeded: true })
const maybe = (read: Read): Column => ({ read })

const TITLE_MAX = 300
const written = {
  id: needed(key),
  text: needed(text),
  format: maybe(oneOf('markdown', 'html')),
  member: maybe(key),
  member_name: maybe(short(DISPLAY_NAME.max)),
  created_at: needed(time),
  edited_at: maybe(time),
  editor: maybe(key),
  score: maybe(integer),
  license: maybe(short(100)),
  address: maybe(address),
}

export const TABLES = {
  tags: { name: needed(short(100)), description: maybe(text), address: maybe(address) },
  members: {
    id: needed(key),
    name: needed(short(DISPLAY_NAME.max)),
    username: maybe(username),
    e_mail: maybe(e_mail),
    bio: maybe(text),
    website: maybe(website),
    location: maybe(short(LOCATION_MAX)),
    reputation: maybe(integer),
    created_at: needed(time),
    last_seen_at: maybe(time),
    address: maybe(address),
  },
  votes: {
    question: maybe(key),
    answer: maybe(key),
    direction: needed(oneOf('up', 'down')),
  },
  questions: {
    ...written,
    title: needed(short(TITLE_MAX)),
    tags: maybe(list),
    views: maybe(integer),
    bookmarks: maybe(integer),
    active_at: maybe(time),
    closed_at: maybe(time),
    closed_for: maybe(oneOf('duplicate', 'off_topic', 'unclear')),
    duplicate_of: maybe(key),
  },
  answers: { ...written, question: needed(key), accepted: maybe(yes) },
  comments: {
    id: needed(key),
    question: maybe(key),
    answer: maybe(key),
    text: needed(text),
    format: maybe(oneOf('markdown', 'html')),
    member: maybe(key),
    member_name: maybe(short(DISPLAY_NAME.max)),
    created_at: needed(time),
    score: maybe(integer),
  },
} satisfies Record<string, Record<string, Column>>

export type TableName = keyof typeof TABLES
export type Given = Record<string, unknown>
export type Values = Record<string, Value | undefined>

export const columnsOf = (table: TableName): Record<string, Column> => TABLES[table]

const isEmpty = (given: unknown) => given === undefined || given === null || given === ''

/** The values of a row; all that is wrong with it is said at once, by column. */
export const valuesOf = (table: TableName, given: Given): Values => {
  const values: Values = {}
  const problems: string[] = []
  for (const [name, { read, isNeeded }] of Object.entries(columnsOf(table))) {
    if (isEmpty(given[name])) {
      if (isNeeded) problems.push(`column ${name} is empty`)
      continue
    }
    try {
      values[name] = read(given[name])
    } catch (error) {
      if (!(error instanceof BrokenValue)) throw error
      problems.push(`column ${name} ${error.message}`)
    }
  }
  if (problems.length) throw new BrokenRow(problems.join('; '))
  return values
}
