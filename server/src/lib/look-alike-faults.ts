import { findLookAlike } from '@askwell/contract/look-alikes.ts'
import type { FieldError } from './errors.ts'

/** What is wrong with names that somebody chooses: nobody could tell them from those of others. */
export const lookAlikeFaults = (names: string[], field: string): FieldError[] => {
  const alike = names.map(findLookAlike).find((found) => found !== null)
  return alike ? [{ field, reason: 'field.mixed_letters', values: { ...alike } }] : []
}
