import { EMPTY_IS_NONE, NEAREST } from '@askwell/contract/shapes.ts'
import type { TSchema } from 'typebox'

/** The parts of a schema that leniency needs. */
interface Shape {
  type?: string
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  [NEAREST]?: boolean
  [EMPTY_IS_NONE]?: boolean
}

const INTEGER = /^[+-]?\d+(\.0+)?$/
const FLAGS: Record<string, boolean> = { true: true, '1': true, false: false, '0': false }

const isNumber = ({ type }: Shape) => type === 'integer' || type === 'number'

const asNumber = (value: unknown) => (typeof value === 'string' && INTEGER.test(value) ? Number(value) : value)

const asFlag = (value: unknown) => {
  const word = typeof value === 'string' ? value.toLowerCase() : value === 0 || value === 1 ? String(value) : ''
  return Object.hasOwn(FLAGS, word) ? FLAGS[word] : value
}

/** A size or a page out of bounds becomes the nearest within them; below the first it becomes the default. */
const nearest = (value: unknown, { minimum, maximum, default: otherwise }: Shape) => {
  if (typeof value !== 'number') return value
  if (minimum !== undefined && value < minimum) return otherwise
  return maximum !== undefined && value > maximum ? maximum : value
}

const asChoice = (value: unknown, choices: unknown[], shape: Shape) => {
  if (choices.includes(value)) return value
  const number = asNumber(value)
  if (choices.includes(number)) return number
  return shape[NEAREST] && typeof value === 'string' ? shape.default : value
}

const asText = (value: unknown) => (Number.isSafeInteger(value) ? String(value) : value)

/** An empty text where it can't be meant: for a number, a flag, a choice, an id. */
const saysNothing = (value: unknown, shape: Shape) =>
  value === '' &&
  (shape.enum ? !shape.enum.includes('') : isNumber(shape) || shape.type === 'boolean' || shape[EMPTY_IS_NONE] === true)

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fields = (value: object, { properties = {}, required = [] }: Shape) =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, said]) => {
      const shape = Object.hasOwn(properties, name) ? properties[name] : undefined
      // Clients in Go send null for an empty list.
      const given: unknown = said === null && shape?.type === 'array' && required.includes(name) ? [] : said
      const understood = given === null || !shape ? given : meant(shape, given)
      return understood === undefined || understood === null ? [] : [[name, understood]]
    }),
  )

/**
 * What a client means by a value, where there is no doubt: `"20"` for 20, `"true"` for true, 7 for `"7"`, an empty text for no choice, a page size
 * beyond ours for ours. Whatever else isn't as the schema says stays as it came, and is refused. @returns undefined for what says nothing.
 */
export const meant = (schema: TSchema, value: unknown): unknown => {
  const shape = schema as Shape
  if (saysNothing(value, shape)) return undefined
  if (shape.enum) return asChoice(value, shape.enum, shape)
  if (isNumber(shape)) return shape[NEAREST] ? nearest(asNumber(value), shape) : asNumber(value)
  if (shape.type === 'boolean') return asFlag(value)
  if (shape.type === 'string') return asText(value)
  if (shape.type === 'array' && shape.items && Array.isArray(value))
    return value.map((item) => meant(shape.items as TSchema, item) ?? item)
  if (shape.type === 'object' && shape.properties && isObject(value)) return fields(value, shape)
  return value
}
