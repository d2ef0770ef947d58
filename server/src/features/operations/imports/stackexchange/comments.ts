import { type Import, rendered } from '../batches.ts'
import { importComments } from '../comments.ts'
import { records } from './files.ts'
import { readComment } from './records.ts'

/** `passedOver`: keys of tag wikis and the like, whose comments have no place here. */
export const bringComments = async (one: Import, passedOver: Set<string>) => {
  const source = rendered(one, records(one, 'Comments', readComment), {
    file: 'Comments',
    kind: 'comment',
    keyOf: ({ key }) => key,
    texts: (comments) => comments.map(({ original_text }) => ({ kind: 'comment', text: original_text })),
  })
  for await (const batch of source) {
    const brought = await importComments(
      one.app,
      one.site,
      batch.map(({ record, text }) => ({ ...record, parsed_text: text.parsed_text })),
    )
    one.tally.note('Comments', brought)
    const orphans = new Set(brought.orphans)
    for (const { line, record } of batch)
      if (!orphans.has(record.key)) continue
      else if (passedOver.has(record.post_key)) one.tally.count('Comments', 'other')
      else one.tally.complain('Comments', line, `its post ${record.post_key} isn't there`)
  }
}
