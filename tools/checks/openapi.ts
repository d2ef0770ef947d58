import { Validator } from '@seriousme/openapi-schema-validator'

/** What a public validator finds wrong with the document of our API. */
export const openapiFaults = async (document: object) => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as Record<string, unknown>)
  if (valid) return []
  return typeof errors === 'string'
    ? [errors]
    : (errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message ?? ''}`)
}
