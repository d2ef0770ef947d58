import { importTags, importTagTexts } from '../tags.ts'
import { readTag, type TagText } from './records.ts'
import { batches, type Import, type NumberedRecord, withTexts } from '../batches.ts'
import { records } from './files.ts'

/** @returns of what is said of tags, of which. */
export const bringTags = async (one: Import) => {
  const tagOf = new Map<string, string>()
  for await (const batch of batches(records(one, 'Tags', readTag), one.batch)) {
    for (const {
      record: { key, text_keys },
    } of batch)
      for (const text_key of text_keys) tagOf.set(text_key, key)
    one.tally.note(
      'Tags',
      await importTags(
        one.app,
        one.site,
        batch.map(({ record: { key, name } }) => ({ key, name })),
      ),
    )
  }
  return tagOf
}

/** A tag's text is its excerpt, then its wiki; its author is the last one who edited either. */
export const bringTagTexts = async (one: Import, tagOf: Map<string, string>, said: NumberedRecord<TagText>[]) => {
  const tags = [
    ...Map.groupBy(
      said.filter(({ record }) => tagOf.has(record.key)),
      ({ record }) => tagOf.get(record.key)!,
    ),
  ].map(([key, parts]) => {
    const [
      {
        line,
        record: { author, created_at },
      },
    ] = parts.toSorted((a, b) => b.record.created_at - a.record.created_at) as [NumberedRecord<TagText>]
    return {
      key,
      line,
      author,
      created_at,
      post_keys: parts.map(({ record }) => record.key),
      html: parts
        .toSorted((a, b) => a.record.part - b.record.part)
        .map(({ record }) => record.html)
        .join(''),
    }
  })
  for (let at = 0; at < tags.length; at += one.batch) {
    const batch = tags.slice(at, at + one.batch)
    const ready = await withTexts(
      one,
      'Posts',
      batch,
      batch.map(({ html }) => ({ kind: 'bio', html })),
    )
    const { added, present } = await importTagTexts(
      one.app,
      one.site,
      ready.map(({ key, post_keys, author, created_at, text: { original_text, parsed_text } }) => ({
        key,
        post_keys,
        author,
        created_at,
        original_text,
        parsed_text,
      })),
    )
    for (const { key, line, post_keys } of ready) {
      one.tally.count('Posts', added.has(key) ? 'added' : present.has(key) ? 'present' : 'other', post_keys.length)
      if (!added.has(key) && !present.has(key)) one.tally.remark('Posts', line, DESCRIBED)
    }
  }
  one.tally.count('Posts', 'other', said.filter(({ record }) => !tagOf.has(record.key)).length)
}

const DESCRIBED = 'the tag that it describes has a description here, which stays'
