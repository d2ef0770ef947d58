import { importActs } from '../acts.ts'
import { type Import, type NumberedRecord, rendered } from '../batches.ts'
import { importPosts, type ImportedPost } from '../posts.ts'
import { listOrigins } from '../queries.ts'
import { type Fields, records, type Remark } from './files.ts'
import { readPostOrTagText, type TagText } from './records.ts'

interface Found {
  /** What is said of tags, which stands among the posts. */
  saidOfTags: NumberedRecord<TagText>[]
  /** Posts of other kinds. */
  passedOver: Set<string>
  /** When the questions were closed that are. */
  closedAt: Map<string, number>
}

/** When nobody's own posts became everybody's. */
const bringCommunityOwned = async (one: Import, owned: Map<string, number>) => {
  const all = [...owned]
  for (let at = 0; at < all.length; at += one.batch)
    await importActs(
      one.app,
      one.site,
      all.slice(at, at + one.batch).map(([post_key, created_at]) => ({
        key: 'community_owned',
        post_key,
        type: 'community_owned',
        author: null,
        voters: [],
        created_at,
      })),
    )
}

export const bringPosts = async (one: Import): Promise<Found & { finish: () => Promise<void> }> => {
  const found: Found = { saidOfTags: [], passedOver: new Set(), closedAt: new Map() }
  const owned = new Map<string, number>()
  /** Answer → the question whose asker chose it, known when the question is read. */
  const chosen = new Map<string, { question_key: string; line: number }>()
  const readOne = (fields: Fields, remark: Remark) => {
    const record = readPostOrTagText(fields, remark)
    if (!record?.post) found.passedOver.add(fields.Id ?? '')
    return record
  }
  async function* read() {
    for await (const {
      line,
      record: { post, tagText },
    } of records(one, 'Posts', readOne)) {
      if (tagText) found.saidOfTags.push({ line, record: tagText })
      if (!post) continue
      const { key, accepted_key, closed_at, community_at } = post.record
      if (accepted_key) chosen.set(accepted_key, { question_key: key, line })
      if (closed_at) found.closedAt.set(key, closed_at)
      if (community_at) owned.set(key, community_at)
      yield { line, record: post }
    }
  }
  /** @returns answers whose question isn't there yet. */
  const bring = async (posts: { line: number; post: ImportedPost }[]) => {
    for (const { post } of posts)
      if (post.kind === 'answer') post.accepted = chosen.get(post.key)?.question_key === post.question_key
    const brought = await importPosts(
      one,
      posts.map(({ post }) => post),
    )
    one.tally.note('Posts', brought)
    const orphans = new Set(brought.orphans)
    for (const { post } of posts) if (!orphans.has(post.key)) chosen.delete(post.key)
    return posts.filter(({ post }) => orphans.has(post.key))
  }
  // A question comes before its answers, but for a few that were moved or merged: those wait until the end.
  const waiting: { line: number; post: ImportedPost }[] = []
  for await (const batch of rendered(one, read(), {
    file: 'Posts',
    kind: 'post',
    keyOf: ({ record }) => record.key,
    texts: (posts) => posts.map(({ record, html }) => ({ kind: 'post', title: record.title, html })),
  }))
    waiting.push(
      ...(await bring(
        batch.map(
          ({
            line,
            record: {
              record: { accepted_key: _a, closed_at: _c, community_at: _o, ...post },
            },
            text,
          }) => ({ line, post: { ...post, ...text, accepted: false } }),
        ),
      )),
    )
  for (let at = 0; at < waiting.length; at += one.batch)
    for (const { line, post } of await bring(waiting.slice(at, at + one.batch)))
      one.tally.complain('Posts', line, `its question ${post.question_key} isn't there`)
  await remarkMissing(one, chosen)
  return { ...found, finish: () => bringCommunityOwned(one, owned) }
}

/** Questions whose accepted answer came neither now nor before. */
const remarkMissing = async (one: Import, chosen: Map<string, { line: number }>) => {
  const keys = [...chosen.keys()]
  const known = await listOrigins(one.app.db, one.site, 'post', keys)
  for (const [key, { line }] of chosen)
    if (!known.has(key)) one.tally.remark('Posts', line, `its accepted answer ${key} isn't there`)
}
