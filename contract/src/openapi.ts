import type { TSchema } from 'typebox'
import { type Access, type Endpoint, PREFIX } from './endpoint.ts'

interface Json {
  [key: string]: unknown
}
interface ObjectSchema {
  properties: Record<string, Json>
  required?: string[]
}

const plain = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T
const propertiesOf = (schema: TSchema) => plain(schema as unknown as ObjectSchema)

/** As a caller may send it: fields with a default may be left out. */
const asSent = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asSent)
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asSent(part)])) as Json &
    Partial<ObjectSchema>
  if (!Array.isArray(schema.required) || !schema.properties) return schema
  const required = schema.required.filter((name) => !('default' in schema.properties![name]!))
  const { required: _, ...rest } = schema
  return required.length ? { ...rest, required } : rest
}

const parameters = (place: 'path' | 'query', schema: TSchema) => {
  const { properties, required = [] } = propertiesOf(schema)
  return Object.entries(properties).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && !('default' in type)),
    schema: type,
  }))
}

const requestBody = ({ body, multipart }: Endpoint) => {
  const schema = asSent(plain(body)) as Json & ObjectSchema
  if (multipart)
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            ...schema,
            properties: { ...schema.properties, file: { type: 'string', format: 'binary' } },
            required: [...(schema.required ?? []), 'file'],
          },
        },
      },
    }
  if (!Object.keys(schema.properties).length) return undefined
  return { required: (schema.required ?? []).length > 0, content: { 'application/json': { schema } } }
}

const envelope = (data: unknown) => ({
  type: 'object',
  required: ['code', 'reason', 'msg', 'data'],
  properties: { code: { const: 200 }, reason: { const: 'base.success' }, msg: { type: 'string' }, data },
})

const FAILURES: Record<string, string> = {
  BadRequest: 'The request makes no sense; `data` may list the fields at fault.',
  Unauthorized: 'A login is needed.',
  Forbidden: 'Not allowed; `data.type` may be `inactive`, `suspended` or `url_expired`.',
  NotFound: 'Not there, or not to be seen.',
  Conflict: 'It has changed meanwhile.',
  TooMany: 'Too many calls; `data.retry_after` says in how many seconds to come again.',
  ServerError: 'A fault of the server.',
}
const failure = (name: string) => ({ $ref: `#/components/responses/${name}` })

const responses = ({ access, visibility, reply }: Endpoint) => ({
  200: { description: 'Done', content: { 'application/json': { schema: envelope(plain(reply)) } } },
  400: failure('BadRequest'),
  ...((access !== 'anyone' || visibility === 'site') && { 401: failure('Unauthorized') }),
  403: failure('Forbidden'),
  404: failure('NotFound'),
  409: failure('Conflict'),
  429: failure('TooMany'),
  500: failure('ServerError'),
})

const security = (access: Access) => (access === 'anyone' ? [{}, { token: [] }] : [{ token: [] }])
const address = ({ prefix, path }: Endpoint) => (PREFIX[prefix] + path).replace(/:(\w+)/g, '{$1}')

const operation = (name: string, e: Endpoint) => ({
  operationId: name,
  summary: e.summary,
  tags: [e.prefix === 'admin' ? 'admin' : e.path.split('/')[1]!],
  security: security(e.access),
  parameters: [...parameters('path', e.params), ...parameters('query', e.query)],
  ...(e.method !== 'GET' && { requestBody: requestBody(e) }),
  responses: responses(e),
  'x-access': e.access,
  'x-visibility': e.visibility,
  'x-rate': e.rate,
  ...(e.whileSuspended && { 'x-while-suspended': true }),
  ...(e.repeatable && { 'x-repeatable': true }),
})

const COMPONENTS = {
  securitySchemes: {
    token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The bare access token' },
  },
  schemas: {
    Failure: {
      type: 'object',
      required: ['code', 'reason', 'msg', 'data'],
      properties: {
        code: { type: 'integer', description: 'The HTTP status again' },
        reason: { type: 'string', description: 'Why, as a name' },
        msg: { type: 'string', description: 'Why, in the language of Accept-Language' },
        data: {
          anyOf: [
            { type: 'null' },
            {
              type: 'array',
              items: {
                type: 'object',
                required: ['error_field', 'error_msg'],
                properties: { error_field: { type: 'string' }, error_msg: { type: 'string' } },
              },
            },
            { type: 'object' },
          ],
        },
      },
    },
  },
  responses: Object.fromEntries(
    Object.entries(FAILURES).map(([name, description]) => [
      name,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
    ]),
  ),
}

/** Calls by their names as an OpenAPI 3.1 document. */
export const openApiDocument = (
  calls: Record<string, Endpoint>,
  about: { title: string; version: string; url: string },
) => {
  const paths: Record<string, Json> = {}
  for (const [name, e] of Object.entries(calls)) (paths[address(e)] ??= {})[e.method.toLowerCase()] = operation(name, e)
  return plain({
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: about.version,
      // Of the program; linters miss it otherwise.
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: about.url }],
    paths,
    components: COMPONENTS,
  })
}
