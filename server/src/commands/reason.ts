import { storageSentence } from '../db/problem.ts'
import { NewerDatabase } from '../db/migrate.ts'
import { Invalid } from '../lib/errors.ts'
import { DEFAULT_LANGUAGE, translateReason } from '../lib/messages.ts'

/** Why the site or the database refused; undefined for a fault of ours. */
export const reason = (error: unknown) => {
  if (error instanceof Invalid)
    return error.fields
      .map(({ field, reason: name, values }) => `${field}: ${translateReason(DEFAULT_LANGUAGE, name, values)}`)
      .join('\n')
  if (error instanceof NewerDatabase) return error.message
  return storageSentence(error)
}
