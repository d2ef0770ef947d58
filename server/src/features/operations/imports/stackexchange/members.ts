import { importMembers } from '../members.ts'
import { readMember } from './records.ts'
import { type Import, records, rendered } from './batches.ts'

export const bringMembers = async (one: Import) => {
  const source = rendered(
    one,
    'Users',
    records(one, 'Users', readMember),
    ({ record }) => record.key,
    (members) => members.map(({ html }) => ({ kind: 'bio', html })),
  )
  for await (const batch of source)
    one.tally.note(
      'Users',
      await importMembers(
        one.app,
        one.site,
        batch.map(({ record, text }) => ({ ...record.record, bio: text.original_text, bio_html: text.parsed_text })),
      ),
    )
}
