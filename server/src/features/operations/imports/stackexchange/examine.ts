import type { OriginKind } from '../queries.ts'
import { COUNTED, type Fields, type Reading, records, type Remark } from './files.ts'
import { readComment, readPostOrTagText, readTag, readUser } from './records.ts'

interface Found {
  key: string
  kind: OriginKind
}
type Read = (fields: Fields, remark: Remark) => Found | undefined

/** As the import reads them, so that what is broken there is broken here. A text about a tag comes in where its tag does. */
const readers = (): Record<(typeof COUNTED)[number], Read> => {
  const tagTexts = new Set<string>()
  return {
    Tags: (fields) => {
      const tag = readTag(fields)
      for (const key of tag.text_keys) tagTexts.add(key)
      return { key: tag.key, kind: 'tag' }
    },
    Users: (fields, remark) => ({ key: readUser(fields, remark).record.key, kind: 'user' }),
    Posts: (fields, remark) => {
      const { post, tagText } = readPostOrTagText(fields, remark) ?? {}
      if (post) return { key: post.record.key, kind: 'post' }
      return tagText && tagTexts.has(tagText.key) ? { key: tagText.key, kind: 'tag_text' } : undefined
    },
    Comments: (fields) => ({ key: readComment(fields).key, kind: 'comment' }),
  }
}

export async function* examine(one: Reading) {
  const reader = readers()
  for (const file of COUNTED) for await (const { record } of records(one, file, reader[file])) yield { file, ...record }
}
