import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../../../events/events.ts'
import { hasOrigins, listOrigins, type OriginKind } from '../queries.ts'
import { importComments } from '../comments.ts'
import { importPosts, type ImportedPost } from '../posts.ts'
import { importTags, importTagTexts } from '../tags.ts'
import { importMembers } from '../members.ts'
import { bringClosings } from './closings.ts'
import { bringHistories } from './histories.ts'
import { inOrder } from './in-order.ts'
import { BrokenRow, readComment, readMember, readPostOrTagText, readTag, type TagText } from './records.ts'
import { createRendering, type Rendering } from './rendering.ts'
import type { Texts } from '../../../../lib/imported-text.ts'
import { readRows } from './rows.ts'
import { Stopped } from './import-stopped.ts'
import { type AnyFile, createTally, type File, FILES, MORE_FILES, type Report, type Tally } from './tally.ts'

const KINDS = { Tags: 'tag', Users: 'user', Posts: 'post', Comments: 'comment' } satisfies Record<File, OriginKind>
/** Rows that are written at once: while they are, others wait, and then the disk is waited for. */
const BATCH = { alone: 500, shared: 50 }

export class NotADump extends Error {}

export interface ImportOptions {
  /** The old site's name: importing the same again adds nothing. */
  site: string
  /** The stemming language of the site's search index. */
  language: string
  progress: (done: number, total: number, what: string) => void
  signal: AbortSignal
  shared: boolean
}

interface Import extends ImportOptions {
  app: App
  folder: string
  tally: Tally
  /** Called with the number of bytes read. */
  onBytes: (file: AnyFile, bytes: number) => void
  /** Rows that are written at once. */
  batch: number
  rendering: Rendering
}

interface NumberedRecord<T> {
  line: number
  record: T
}

const pathOf = (folder: string, file: AnyFile) => join(folder, `${file}.xml`)

const bytesOf = (folder: string, file: AnyFile) => statSync(pathOf(folder, file)).size

/** The records of a file; a row without anything useful is counted, a broken one reported. */
async function* records<T>(
  { folder, tally, onBytes, signal }: Import,
  file: File,
  read: (fields: Record<string, string>) => T | undefined,
): AsyncGenerator<NumberedRecord<T>> {
  for await (const row of readRows(pathOf(folder, file), (bytes) => onBytes(file, bytes))) {
    if (signal.aborted) throw new Stopped()
    if ('isCut' in row) {
      tally.noteCut(file, row.line)
      continue
    }
    tally.files[file].rows++
    if ('problem' in row) {
      tally.complain(file, row.line, row.problem)
      continue
    }
    try {
      const record = read(row.fields)
      if (record === undefined) tally.files[file].other++
      else yield { line: row.line, record }
    } catch (error) {
      if (!(error instanceof BrokenRow)) throw error
      tally.complain(file, row.line, error.message)
    }
  }
}

async function* batches<T>(source: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of source) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

/** Each with its text rendered; a text that can't be rendered is reported. */
const withTexts = async <P extends { line: number }>(
  { tally, rendering }: Import,
  file: File,
  batch: P[],
  texts: Texts,
) => {
  const made = await rendering.run(texts)
  return batch.flatMap((placed, at) => {
    const text = made[at]!
    if (typeof text !== 'string') return [{ ...placed, text }]
    tally.complain(file, placed.line, text)
    return []
  })
}

/** Batches of what isn't here yet, with the texts made ready; while one is written, the threads have the next. */
async function* rendered<T>(
  one: Import,
  file: File,
  source: AsyncIterable<NumberedRecord<T>>,
  keyOf: (record: T) => string,
  texts: (batch: T[]) => Texts,
) {
  const isFirst = !(await hasOrigins(one.app.db, one.site, KINDS[file]))
  const unknown = async (all: NumberedRecord<T>[]) => {
    if (isFirst) return all
    const known = await listOrigins(
      one.app.db,
      one.site,
      KINDS[file],
      all.map(({ record }) => keyOf(record)),
    )
    const batch = all.filter(({ record }) => !known.has(keyOf(record)))
    one.tally.note(file, { added: 0, present: all.length - batch.length })
    return batch
  }
  yield* inOrder(
    batches(source, one.batch),
    async (all) => {
      const batch = await unknown(all)
      return withTexts(one, file, batch, texts(batch.map(({ record }) => record)))
    },
    one.rendering.threads * 2,
  )
}

/** @returns of what is said of tags, of which. */
const bringTags = async (one: Import) => {
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
const bringTagTexts = async (one: Import, tagOf: Map<string, string>, said: NumberedRecord<TagText>[]) => {
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
      count: parts.length,
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
    const added = await importTagTexts(
      one.app,
      one.site,
      ready.map(({ key, author, created_at, text: { original_text, parsed_text } }) => ({
        key,
        author,
        created_at,
        original_text,
        parsed_text,
      })),
    )
    for (const { key, count } of ready)
      one.tally.note('Posts', added.has(key) ? { added: count, present: 0 } : { added: 0, present: count })
  }
  one.tally.files.Posts.other += said.filter(({ record }) => !tagOf.has(record.key)).length
}

const bringMembers = async (one: Import) => {
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

/** @returns what is said of tags, which stands among the posts. */
const bringPosts = async (one: Import) => {
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

const bringComments = async (one: Import) => {
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

/** A folder that isn't a dump is refused before anything of it is read. */
export const ensureDump = (folder: string) => {
  const missing = FILES.filter((file) => !existsSync(pathOf(folder, file)))
  if (missing.length) throw new NotADump(`${folder} lacks ${missing.map((file) => `${file}.xml`).join(', ')}.`)
}

/** Imports a community from its public dump: tags, members, questions, answers and comments, with their scores. */
export const importStackExchange = async (app: App, folder: string, wishes: ImportOptions): Promise<Report> => {
  ensureDump(folder)
  const wanted = [...FILES, ...MORE_FILES].filter((file) => existsSync(pathOf(folder, file)))
  const tally = createTally(wanted)
  const total = wanted.reduce((sum, file) => sum + bytesOf(folder, file), 0)
  let read = 0
  const one: Import = {
    ...wishes,
    app,
    folder,
    tally,
    onBytes: (file, bytes) => wishes.progress((read += bytes), total, file),
    batch: wishes.shared ? BATCH.shared : BATCH.alone,
    rendering: createRendering(wishes),
  }
  try {
    const tagOf = await bringTags(one)
    tally.finish('Tags')
    await bringMembers(one)
    tally.finish('Users')
    await bringTagTexts(one, tagOf, await bringPosts(one))
    tally.finish('Posts')
    await bringComments(one)
    tally.finish('Comments')
    await bringHistories(app, one, folder)
    await bringClosings(app, one, folder)
    tally.finish('PostHistory', 'PostLinks')
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
  } finally {
    await one.rendering.close()
  }
  return tally.report()
}
