import type { EndpointAnswer } from '@askwell/plugin-kit'

// RFC 7644: how replies look.

const TYPE = 'application/scim+json; charset=utf-8'

export const answered = (body: object, status = 200, more: Record<string, string> = {}): EndpointAnswer => ({
  status,
  headers: { 'content-type': TYPE, ...more },
  body: JSON.stringify(body),
})

/** Something that the directory has to be told, with the standard's word for it where there is one. */
export class Failure extends Error {
  readonly status: number
  readonly scimType: string | undefined
  constructor(status: number, message: string, scimType?: string) {
    super(message)
    this.status = status
    this.scimType = scimType
  }
}

export const failed = (status: number, detail: string, scimType?: string): EndpointAnswer =>
  answered(
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      detail,
      ...(scimType && { scimType }),
    },
    status,
  )

export const listed = (
  Resources: object[],
  { totalResults, startIndex }: { totalResults: number; startIndex: number },
) =>
  answered({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults,
    startIndex,
    itemsPerPage: Resources.length,
    Resources,
  })

/** Which page of a list is asked for. */
export const pageIn = (query: Record<string, string | undefined>, most: number) => ({
  startIndex: Math.max(1, Math.floor(Number(query.startIndex) || 1)),
  count: Math.min(most, Math.max(0, Math.floor(Number(query.count ?? most)) || 0)),
})

export const read = (body: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    /* said below */
  }
  throw new Failure(400, 'The body is no JSON object', 'invalidSyntax')
}
