import { join } from 'node:path'
import type { Import } from '../batches.ts'
import { rendered } from '../batches.ts'
import { importUsers } from '../users.ts'
import type { Selection } from '../selection.ts'
import { Stopped } from '../import-stopped.ts'
import { fileName, records } from './files.ts'
import { readUser } from './records.ts'
import { readRows } from './rows.ts'

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

/** What is wrong with a row is said as it comes in. */
export async function* namedMembers(folder: string, signal: AbortSignal, selection?: Selection) {
  for await (const row of readRows(
    join(folder, fileName('Users')),
    () => {},
    (name) => name === 'Id' || name === 'DisplayName',
  )) {
    if (signal.aborted) throw new Stopped()
    if (!('fields' in row)) continue
    const { Id, DisplayName } = row.fields
    if (Id && DisplayName && (!selection || selection.members.has(Id)))
      yield { line: row.line, key: Id, display_name: DisplayName }
  }
}
