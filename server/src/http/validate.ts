import { reasonOfFormat } from '@askwell/contract/formats.ts'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { Convert, Default } from 'typebox/value'
import type { FieldRefusal } from '../lib/refusals.ts'

Settings.Set({ maxErrors: 200 }) // all wrong fields are named (rulings 4), not the first eight complaints

const compiled = new WeakMap<TSchema, Validator>()
const validator = (schema: TSchema) => {
  let found = compiled.get(schema)
  if (!found) compiled.set(schema, (found = Compile(schema)))
  return found
}

interface Complaint { keyword: string; instancePath: string; params: Record<string, unknown> }

const refusalOf = ({ keyword, params }: Complaint): Omit<FieldRefusal, 'field'> => {
  switch (keyword) {
    case 'required': return { reason: 'field.required' }
    case 'minLength': return params.limit === 1 ? { reason: 'field.required' } : { reason: 'field.too_short', values: { min: Number(params.limit) } }
    case 'maxLength': return { reason: 'field.too_long', values: { max: Number(params.limit) } }
    case 'minItems': return { reason: 'field.too_few', values: { min: Number(params.limit) } }
    case 'maxItems': return { reason: 'field.too_many', values: { max: Number(params.limit) } }
    case 'minimum': return { reason: 'field.too_small', values: { min: Number(params.limit) } }
    case 'maximum': return { reason: 'field.too_large', values: { max: Number(params.limit) } }
    case 'enum': case 'const': case 'anyOf': return { reason: 'field.not_a_choice' }
    case 'format': return { reason: reasonOfFormat(String(params.format)) }
    case 'pattern': return { reason: 'field.bad_characters' }
    default: return { reason: 'field.bad_type' }
  }
}

/** One complaint per field of the body; what is wrong deeper down is laid to the field it is in. */
const refusals = (complaints: Complaint[]): FieldRefusal[] => {
  const byField = new Map<string, FieldRefusal>()
  for (const complaint of complaints) {
    const top = complaint.instancePath.split('/')[1]
    const missing = complaint.keyword === 'required' ? (complaint.params.requiredProperties as string[]) : []
    for (const field of top ? [top] : missing) if (!byField.has(field)) byField.set(field, { field, ...refusalOf(complaint) })
  }
  return [...byField.values()]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** null and absent mean the same: clients in Go send null for an empty list. */
const withoutNulls = (value: Record<string, unknown>) => Object.fromEntries(Object.entries(value).filter(([, v]) => v !== null && v !== undefined))

export type Checked = { value: Record<string, unknown> } | { refusals: FieldRefusal[] }

/** The value as the schema has it, or what is wrong with it. Texts from an address become the numbers and flags that the schema asks for. */
export const check = (schema: TSchema, sent: unknown, from: 'address' | 'body'): Checked => {
  if (sent !== undefined && sent !== null && !isRecord(sent)) return { refusals: [{ field: '', reason: 'field.bad_type' }] }
  const given = withoutNulls(sent ?? {})
  const value = Default(schema, from === 'address' ? Convert(schema, withoutEmpty(given)) : given) as Record<string, unknown>
  return validator(schema).Check(value) ? { value } : { refusals: refusals(validator(schema).Errors(value)) }
}

/** `?status=` asks for nothing in particular. */
const withoutEmpty = (given: Record<string, unknown>) => Object.fromEntries(Object.entries(given).filter(([, v]) => v !== ''))
