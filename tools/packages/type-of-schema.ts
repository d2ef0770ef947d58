import type { TSchema } from 'typebox'

interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  default?: unknown
}

const PLAIN: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

const literal = (value: unknown) => JSON.stringify(value)

const isUnion = (schema: Schema) => !('const' in schema) && (schema.enum ?? schema.anyOf ?? []).length > 1

const ofObject = ({ properties = {}, required = [] }: Schema, way: 'sent' | 'answered') => {
  const fields = Object.entries(properties).map(([name, schema]) => {
    // What has a default is always there in an answer, and may be left out of what is sent.
    const isOptional = !required.includes(name) || (way === 'sent' && 'default' in schema)
    return `${/^\w+$/.test(name) ? name : literal(name)}${isOptional ? '?' : ''}: ${written(schema, way)}`
  })
  return fields.length ? `{ ${fields.join('; ')} }` : '{}'
}

const written = (schema: Schema, way: 'sent' | 'answered'): string => {
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((one) => written(one, way)).join(' | ')
  if (schema.items)
    return isUnion(schema.items) ? `(${written(schema.items, way)})[]` : `${written(schema.items, way)}[]`
  if (schema.patternProperties) {
    const [value] = Object.values(schema.patternProperties)
    return `Record<string, ${written(value!, way)}>`
  }
  if (schema.type === 'object') return ofObject(schema, way)
  if (schema.type === undefined) return 'unknown'
  const plain = PLAIN[schema.type]
  if (!plain) throw new Error(`the client knows no type for ${literal(schema)}`)
  return plain
}

/** The type that a schema describes, as TypeScript. */
export const typeOf = (schema: TSchema, way: 'sent' | 'answered') =>
  written(JSON.parse(JSON.stringify(schema)) as Schema, way)
