import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '@askwell/server/events/events.ts'
import { listOrigins, type OriginKind } from '@askwell/server/features/imports/queries.ts'
import { type Brought, importComments, importMembers, importPosts, importTags, type ImportedPost } from '@askwell/server/features/imports/service.ts'
import { createThreads, inOrder } from '../threads.ts'
import { BrokenRow, readComment, readMember, readPost, readTag } from './records.ts'
import type { Rendered, Texts } from './rendering-thread.ts'
import { readRows } from './rows.ts'

const FILES = ['Tags', 'Users', 'Posts', 'Comments'] as const
type File = (typeof FILES)[number]
const KINDS = { Tags: 'tag', Users: 'user', Posts: 'post', Comments: 'comment' } satisfies Record<File, OriginKind>
const BATCH = 200
const COMPLAINTS = 1000

export interface Complaint { file: File; line: number; problem: string }
export interface FileReport { rows: number; added: number; present: number; /** Of a kind that isn't brought in yet. */ other: number; broken: number }
export interface Report { files: Record<File, FileReport>; complaints: Complaint[]; seconds: number; peakMegabytes: number }

export class NotADump extends Error {}

export interface Wishes {
  /** The old site's name: importing the same again adds nothing. */
  site: string
  /** How words are brought to their stems, as the site's index has them. */
  language: string
  onProgress: (file: File, bytes: number) => void
}

export const dumpBytes = (folder: string) => FILES.reduce((sum, file) => sum + (existsSync(join(folder, `${file}.xml`)) ? statSync(join(folder, `${file}.xml`)).size : 0), 0)

interface Placed<T> { line: number; record: T }

async function* batches<T>(source: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of source) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

/** Brings in a community from its public dump: members, tags, questions, answers and comments, with the counts they had. */
export const importStackExchange = async (app: App, folder: string, { site, language, onProgress }: Wishes): Promise<Report> => {
  const missing = FILES.filter((file) => !existsSync(join(folder, `${file}.xml`)))
  if (missing.length) throw new NotADump(`${folder} lacks ${missing.map((file) => `${file}.xml`).join(', ')}.`)
  const began = performance.now()
  const files = Object.fromEntries(FILES.map((file) => [file, { rows: 0, added: 0, present: 0, other: 0, broken: 0 }])) as Record<File, FileReport>
  const complaints: Complaint[] = []
  const complain = (file: File, line: number, problem: string) => {
    files[file].broken++
    if (complaints.length < COMPLAINTS) complaints.push({ file, line, problem })
  }
  let peak = 0
  const note = (file: File, { added, present }: Brought) => {
    files[file].added += added
    files[file].present += present
    peak = Math.max(peak, process.memoryUsage.rss())
  }

  async function* records<T>(file: File, read: (fields: Record<string, string>) => T | undefined): AsyncGenerator<Placed<T>> {
    for await (const row of readRows(join(folder, `${file}.xml`), (bytes) => onProgress(file, bytes))) {
      files[file].rows++
      if ('problem' in row) {
        complain(file, row.line, row.problem)
        continue
      }
      try {
        const record = read(row.fields)
        if (record === undefined) files[file].other++
        else yield { line: row.line, record }
      } catch (error) {
        if (!(error instanceof BrokenRow)) throw error
        complain(file, row.line, error.message)
      }
    }
  }

  const threads = createThreads<{ texts: Texts; language: string }, (Rendered | string)[]>(new URL('./rendering-thread.ts', import.meta.url))
  /** Batches of what isn't here yet, with the texts made ready, some ahead of the batch that is being written. */
  const rendered = <T>(file: File, source: AsyncIterable<Placed<T>>, keyOf: (record: T) => string, texts: (batch: T[]) => Texts) =>
    inOrder(batches(source), async (all) => {
      const known = await listOrigins(app.db, site, KINDS[file], all.map(({ record }) => keyOf(record)))
      const batch = all.filter(({ record }) => !known.has(keyOf(record)))
      files[file].present += known.size
      if (batch.length === 0) return []
      const made = await threads.run({ texts: texts(batch.map(({ record }) => record)), language })
      return batch.flatMap((placed, at) => {
        const text = made[at]!
        if (typeof text !== 'string') return [{ ...placed, text }]
        complain(file, placed.line, text)
        return []
      })
    }, threads.count * 2)

  try {
    for await (const batch of batches(records('Tags', readTag))) note('Tags', await importTags(app, site, batch.map(({ record }) => record)))

    for await (const batch of rendered('Users', records('Users', readMember), ({ record }) => record.key, (members) => members.map(({ html }) => ({ kind: 'bio', html }))))
      note('Users', await importMembers(app, site, batch.map(({ record, text }) => ({ ...record.record, bio: text.original_text, bio_html: text.parsed_text }))))

    // A question comes before its answers, but for a few that were moved or merged: those wait until the end.
    const chosen = new Map<string, string>()
    const waiting: { line: number; post: ImportedPost }[] = []
    const bring = async (posts: { line: number; post: ImportedPost }[]) => {
      for (const { post } of posts) if (post.kind === 'answer') post.accepted = chosen.get(post.key) === post.question_key
      const brought = await importPosts(app, site, posts.map(({ post }) => post))
      note('Posts', brought)
      const orphans = new Set(brought.orphans)
      for (const { post } of posts) if (!orphans.has(post.key)) chosen.delete(post.key)
      return posts.filter(({ post }) => orphans.has(post.key))
    }
    async function* readPosts() {
      for await (const placed of records('Posts', readPost)) {
        const { key, accepted_key } = placed.record.record
        if (accepted_key) chosen.set(accepted_key, key)
        yield placed
      }
    }
    const posts = rendered('Posts', readPosts(), ({ record }) => record.key, (some) => some.map(({ record, html }) => ({ kind: 'post', title: record.title, html })))
    for await (const batch of posts) {
      waiting.push(...(await bring(batch.map(({ line, record: { record: { accepted_key: _, ...post } }, text }) => ({ line, post: { ...post, ...text, accepted: false } })))))
    }
    for (let at = 0; at < waiting.length; at += BATCH)
      for (const { line, post } of await bring(waiting.slice(at, at + BATCH))) complain('Posts', line, `its question ${post.question_key} isn't there`)

    for await (const batch of rendered('Comments', records('Comments', readComment), ({ key }) => key, (comments) => comments.map(({ original_text }) => ({ kind: 'comment', text: original_text })))) {
      const brought = await importComments(app, site, batch.map(({ record, text }) => ({ ...record, parsed_text: text.parsed_text })))
      note('Comments', brought)
      files.Comments.other += brought.orphans.length // under tag wikis and the like
    }
  } finally {
    await threads.close()
  }
  return { files, complaints, seconds: (performance.now() - began) / 1000, peakMegabytes: peak / 1024 / 1024 }
}
