import { importPosts, type ImportedPost } from '../posts.ts'
import { readPostOrTagText, type TagText } from './records.ts'
import { type Import, type NumberedRecord, records, rendered } from './batches.ts'

/** @returns what is said of tags, which stands among the posts. */
export const bringPosts = async (one: Import) => {
  const saidOfTags: NumberedRecord<TagText>[] = []
  /** Answer → the question whose asker chose it, known when the question is read. */
  const chosen = new Map<string, string>()
  async function* read() {
    for await (const {
      line,
      record: { post, tagText },
    } of records(one, 'Posts', readPostOrTagText)) {
      if (tagText) saidOfTags.push({ line, record: tagText })
      if (!post) continue
      if (post.record.accepted_key) chosen.set(post.record.accepted_key, post.record.key)
      yield { line, record: post }
    }
  }
  /** @returns answers whose question isn't there yet. */
  const bring = async (posts: { line: number; post: ImportedPost }[]) => {
    for (const { post } of posts) if (post.kind === 'answer') post.accepted = chosen.get(post.key) === post.question_key
    const brought = await importPosts(
      one.app,
      one.site,
      posts.map(({ post }) => post),
    )
    one.tally.note('Posts', brought)
    const orphans = new Set(brought.orphans)
    for (const { post } of posts) if (!orphans.has(post.key)) chosen.delete(post.key)
    return posts.filter(({ post }) => orphans.has(post.key))
  }
  // A question comes before its answers, but for a few that were moved or merged: those wait until the end.
  const waiting: { line: number; post: ImportedPost }[] = []
  for await (const batch of rendered(
    one,
    'Posts',
    read(),
    ({ record }) => record.key,
    (posts) => posts.map(({ record, html }) => ({ kind: 'post', title: record.title, html })),
  ))
    waiting.push(
      ...(await bring(
        batch.map(
          ({
            line,
            record: {
              record: { accepted_key: _, ...post },
            },
            text,
          }) => ({ line, post: { ...post, ...text, accepted: false } }),
        ),
      )),
    )
  for (let at = 0; at < waiting.length; at += one.batch)
    for (const { line, post } of await bring(waiting.slice(at, at + one.batch)))
      one.tally.complain('Posts', line, `its question ${post.question_key} isn't there`)
  return saidOfTags
}
