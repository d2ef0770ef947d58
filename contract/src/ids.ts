/** Object types and their numbers. */
export const OBJECT_TYPES = {
  question: 1,
  answer: 2,
  tag: 3,
  user: 4,
  collection: 6,
  comment: 7,
  report: 8,
  badge: 9,
  badge_award: 10,
  /** Ours, as are those from 90 on. */
  bulk_act: 90,
} as const
export type ObjectType = keyof typeof OBJECT_TYPES

const NAMES = new Map<number, ObjectType>(
  Object.entries(OBJECT_TYPES).map(([name, code]) => [code, name as ObjectType]),
)

/** In the API an id is `1`, three digits of type, thirteen of number: 10010000000000042 is question 42. */
export const objectId = (type: ObjectType, number: number | null) =>
  number ? `1${String(OBJECT_TYPES[type]).padStart(3, '0')}${String(number).padStart(13, '0')}` : '0'

// The short form writes type and number, each plus 100, in base 62 with the last digit first: badge 6 is L1I1.
// With 100 added a type has two digits, so the number begins at the third.
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const SALT = 100

const shorten = (number: number) => {
  let digits = ''
  for (let rest = number + SALT; rest > 0; rest = Math.floor(rest / 62)) digits += DIGITS[rest % 62]
  return digits
}
const lengthen = (digits: string) => [...digits].reduceRight((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0) - SALT

export const shortId = (type: ObjectType, number: number | null) =>
  number ? shorten(OBJECT_TYPES[type]) + shorten(number) : '0'

const checked = (code: number, number: number) => {
  const type = NAMES.get(code)
  return type && number > 0 && Number.isSafeInteger(number) ? { type, number } : null
}

/** Reads both forms; null for anything else. */
export const parseObjectId = (id: string): { type: ObjectType; number: number } | null => {
  const long = /^1(\d{3})(\d{13})$/.exec(id)
  if (long) return checked(Number(long[1]), Number(long[2]))
  const short = /^([0-9a-zA-Z]{2})([0-9a-zA-Z]{1,9})$/.exec(id)
  if (!short) return null
  const found = checked(lengthen(short[1]!), lengthen(short[2]!))
  // A zero at the end would be a second name for the same thing.
  return found && shortId(found.type, found.number) === id ? found : null
}

/** The number of an object of this type, or 0, which no row has: what can't be read is simply not found. */
export const numberOf = (type: ObjectType, id: string) => {
  const parsed = parseObjectId(id)
  return parsed?.type === type ? parsed.number : 0
}

/** The number of a user or a notification, whose id is written as it is; or 0, as above. */
export const userNumber = (id: string) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0)
