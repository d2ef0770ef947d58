import type { Import } from '../batches.ts'
import { rendered } from '../batches.ts'
import { importUsers } from '../users.ts'
import { records } from './files.ts'
import { readUser } from './records.ts'

export const importAllUsers = async (one: Import) => {
  const source = rendered(one, records(one, 'Users', readUser), {
    file: 'Users',
    kind: 'user',
    keyOf: ({ record }) => record.key,
    texts: (users) => users.map(({ html }) => ({ kind: 'bio', html })),
  })
  for await (const batch of source)
    one.tally.note(
      'Users',
      await importUsers(
        one,
        batch.map(({ record, text }) => ({ ...record.record, bio: text.original_text, bio_html: text.parsed_text })),
      ),
    )
}
