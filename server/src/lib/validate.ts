import { reasonOfFormat } from '@askwell/contract/formats.ts'
import { REASONS_KEY } from '@askwell/contract/shapes.ts'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { Clean, Default } from 'typebox/value'
import type { FieldError } from './errors.ts'
import { meant } from './leniency.ts'

Settings.Set({ maxErrors: 200 }) // all wrong fields are named, not the first eight errors

const compiled = new WeakMap<TSchema, Validator>()
const validator = (schema: TSchema) => {
  let found = compiled.get(schema)
  if (!found) compiled.set(schema, (found = Compile(schema)))
  return found
}

interface Complaint {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
}

const refusalOf = ({ keyword, params }: Complaint): Omit<FieldError, 'field'> => {
  switch (keyword) {
    case 'required':
      return { reason: 'field.required' }
    case 'minLength':
      return params.limit === 1
        ? { reason: 'field.required' }
        : { reason: 'field.too_short', values: { min: Number(params.limit) } }
    case 'maxLength':
      return { reason: 'field.too_long', values: { max: Number(params.limit) } }
    case 'minItems':
      return { reason: 'field.too_few', values: { min: Number(params.limit) } }
    case 'maxItems':
      return { reason: 'field.too_many', values: { max: Number(params.limit) } }
    case 'minimum':
      return { reason: 'field.too_small', values: { min: Number(params.limit) } }
    case 'maximum':
      return { reason: 'field.too_large', values: { max: Number(params.limit) } }
    case 'enum':
    case 'const':
    case 'anyOf':
      return { reason: 'field.not_a_choice' }
    case 'format':
      return { reason: reasonOfFormat(String(params.format)) }
    case 'pattern':
      return { reason: 'field.bad_characters' }
    default:
      return { reason: 'field.bad_type' }
  }
}

const ownReasons = (schema: TSchema, field: string) =>
  ((schema as Properties).properties?.[field] as { [REASONS_KEY]?: Record<string, string> } | undefined)?.[REASONS_KEY]

/** One error for each field of the body; errors deeper down count for the field they are in. */
const refusals = (schema: TSchema, complaints: Complaint[]): FieldError[] => {
  const byField = new Map<string, FieldError>()
  for (const complaint of complaints) {
    const top = complaint.instancePath.split('/')[1]
    const missing = complaint.keyword === 'required' ? (complaint.params.requiredProperties as string[]) : []
    for (const field of top ? [top] : missing)
      if (!byField.has(field)) {
        const refusal = refusalOf(complaint)
        // What is wrong deeper down isn't wrong with the field itself.
        const own = complaint.instancePath.split('/').length > 2 ? undefined : ownReasons(schema, field)
        byField.set(field, { field, ...refusal, reason: own?.[refusal.reason] ?? refusal.reason })
      }
  }
  return [...byField.values()]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const NESTED = 4

/** null and absent mean the same, in a list's items too: clients in Go send null for what is empty. */
const withoutNulls = (value: unknown, depth = 0): unknown => {
  if (depth === NESTED) return value
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, depth + 1))
  return isRecord(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, v]) => v !== null && v !== undefined)
          .map(([key, v]) => [key, withoutNulls(v, depth + 1)]),
      )
    : value
}

/** `?status=` means that nothing is chosen. */
const withoutEmpty = (given: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(given).filter(([, v]) => v !== ''))

/** Nothing that is sent here needs more; functions that walk a value call themselves once for each level. */
const DEEPEST = 32
const isTooDeep = (value: unknown, left = DEEPEST): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1)))

/** PostgreSQL can't store this one character, so we don't accept it. */
const hasNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(hasNul)

export type Checked = { value: Record<string, unknown> } | { refusals: FieldError[] }

interface Properties {
  properties?: Record<string, TSchema & { default?: unknown }>
}

/** The values that the schema knows, with its defaults. */
const known = (schema: TSchema, given: Record<string, unknown>) => {
  const value: Record<string, unknown> = {}
  for (const [name, { default: otherwise }] of Object.entries((schema as Properties).properties ?? {})) {
    const said = given[name]
    const meant = said === undefined || said === null || said === '' ? otherwise : said
    if (meant !== undefined) value[name] = meant
  }
  return value
}

/**
 * What the schema knows by name; the rest is ignored. Of a list one item too many is enough to refuse it:
 * the rest of an endless one is not looked at.
 */
const bounded = (schema: TSchema, sent: Record<string, unknown>): Record<string, unknown> => {
  const { properties } = schema as { properties?: Record<string, { maxItems?: number }> }
  if (!properties) return sent
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => Object.hasOwn(sent, name))
      .map(([name, { maxItems = Infinity }]) => {
        const value = sent[name]
        return [name, Array.isArray(value) && value.length > maxItems + 1 ? value.slice(0, maxItems + 1) : value]
      }),
  )
}

/** The value as the schema has it and no field more, or what is wrong with it. Other ways to write the same value are accepted (leniency.ts). */
export const check = (schema: TSchema, said: unknown, from: 'address' | 'body'): Checked => {
  if (said !== undefined && said !== null && !isRecord(said))
    return { refusals: [{ field: '', reason: 'field.bad_type' }] }
  const sent = bounded(schema, said ?? {})
  const deep = Object.keys(said ?? {}).filter((field) => isTooDeep(field in sent ? sent[field] : said![field]))
  if (deep.length) return { refusals: deep.map((field) => ({ field, reason: 'field.too_deep' })) }
  if (from === 'address') {
    // Most values are as the schema wants them: our pages send numbers, not their digits.
    const value = known(schema, sent)
    if (validator(schema).Check(value) && !hasNul(value)) return { value }
  }
  const given = withoutNulls(meant(schema, sent)) as Record<string, unknown>
  const value = Clean(schema, Default(schema, from === 'address' ? withoutEmpty(given) : given)) as Record<
    string,
    unknown
  >
  if (!validator(schema).Check(value)) return { refusals: refusals(schema, validator(schema).Errors(value)) }
  const broken = Object.keys(value).filter((field) => hasNul(value[field]))
  return broken.length ? { refusals: broken.map((field) => ({ field, reason: 'field.bad_characters' })) } : { value }
}
