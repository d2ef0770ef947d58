import type { Import } from '../../batches.ts'
import { NOTICES } from '../notices.ts'
import type { AnswerDatabase } from '../queries.ts'
import { FETCHED } from './fetched.ts'

/** What calls tell nobody, or not so that it can be taken over. */
const NEVER_TOLD = {
  passwords: 'it tells nobody; members have new ones sent',
  badges: 'it names them in words only',
  notifications: 'it tells members their own only, and what they are about in words',
  'reasons for closing': 'but for duplicates it tells them in words only',
  'rejected edits': 'it keeps them to itself',
}

/** It was written by `fetchSite`. */
export const cameByApi = ({ tables }: AnswerDatabase) => tables.has(FETCHED)

export const remarkMissing = ({ tally }: Pick<Import, 'tally'>) => {
  for (const [what, why] of Object.entries(NEVER_TOLD))
    tally.remark(NOTICES, 1, `${what} don't come by the API: ${why}`)
}
