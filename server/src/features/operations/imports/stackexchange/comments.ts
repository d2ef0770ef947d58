import { importComments } from '../comments.ts'
import { readComment } from './records.ts'
import { type Import, records, rendered } from './batches.ts'

export const bringComments = async (one: Import) => {
  const source = rendered(
    one,
    'Comments',
    records(one, 'Comments', readComment),
    ({ key }) => key,
    (comments) => comments.map(({ original_text }) => ({ kind: 'comment', text: original_text })),
  )
  for await (const batch of source) {
    const brought = await importComments(
      one.app,
      one.site,
      batch.map(({ record, text }) => ({ ...record, parsed_text: text.parsed_text })),
    )
    one.tally.note('Comments', brought)
    one.tally.files.Comments.other += brought.orphans.length // under tag wikis and the like
  }
}
