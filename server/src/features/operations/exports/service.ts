import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { type Db, storageTrouble } from '../../../db/dialect.ts'
import { atOneMoment } from '../../../db/rows.ts'
import { makeFolder } from '../../../lib/folders.ts'
import { openBelow } from '../../../lib/no-symlinks.ts'
import { urlTitle } from '../../../lib/slug.ts'
import { listUploads } from '../backups/views.ts'
import { COMMENT_STATUS } from '../../content/comments/queries.ts'
import { REVISION_STATUS } from '../../content/revisions/queries.ts'
import { findSettings } from '../settings/queries.ts'
import { tagChipsOrWaiting } from '../../content/tags/views.ts'
import * as queries from './queries.ts'
import type { Scope } from './queries.ts'
import { BATCH, FORMAT, head, time } from './views.ts'

/** Those that were ever the text. */
const PUBLIC_REVISIONS = [REVISION_STATUS.first, REVISION_STATUS.applied]
/** The number of Markdown files that a folder can hold comfortably. */
const FOLDER = 1000

/** Printed for the person at the terminal, in one sentence. */
export class ExportProblem extends Error {}

interface ExportOptions {
  folder: string
  data: string
  scope: Scope
  version: string
  now: number
  onProgress(done: number, what: string): void
}

const without = <T extends object>(row: T, names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

/** One JSON object on each line, so that a large site can be read with little memory. */
const createLines = (path: string) => {
  const stream = createWriteStream(path, { mode: 0o640 })
  stream.on('error', () => {}) // the next write or the end throws it
  return {
    add: async (row: object) => {
      if (!stream.write(`${JSON.stringify(row)}\n`)) await once(stream, 'drain')
    },
    close: () => {
      stream.end()
      return finished(stream)
    },
  }
}

type Post = Awaited<ReturnType<typeof queries.listThreads>>[number]
type Comment = Awaited<ReturnType<typeof queries.listCommentsOf>>[number]

const signed = (post: { user_id: number; author: string | null; created_at: number; score: number }) =>
  `${post.author ?? `user${post.user_id}`}, ${time(post.created_at)}, ${post.score >= 0 ? '+' : ''}${post.score}`
const { pending: WAITING } = COMMENT_STATUS
const quoted = (comments: Comment[]) =>
  comments
    .map(
      (comment) =>
        `\n> **${signed(comment)}**${comment.status === WAITING ? ' (waits for review)' : ''}\n>\n${comment.original_text
          .split(/\r?\n/)
          .map((line) => `> ${line}`)
          .join('\n')}\n`,
    )
    .join('')

const markdown = (question: Post, answers: Post[], tags: string[], comments: Map<number, Comment[]>) =>
  [
    head({
      id: question.id,
      title: question.title,
      tags,
      author: question.author ?? `user${question.user_id}`,
      created_at: time(question.created_at),
      score: question.score,
      views: question.view_count,
      ...(question.pin && { pinned: true }),
      ...(question.status >= 10 && { hidden: true }),
      ...(question.show !== 1 && { unlisted: true }),
    }),
    `\n# ${question.title}\n\n${question.original_text}\n`,
    quoted(comments.get(question.id) ?? []),
    ...answers.map(
      (answer) =>
        `\n---\n\n## ${signed(answer)}${answer.id === question.accepted_answer_id ? ' ✓' : ''}\n\n${answer.original_text}\n${quoted(comments.get(answer.id) ?? [])}`,
    ),
  ].join('')

const grouped = <T, K>(rows: T[], key: (row: T) => K) => {
  const groups = new Map<K, T[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return groups
}

const UPLOAD = /\/uploads\/((?:post|post_attachment|avatar|branding)\/[\w-]+\.\w+)/g

/**
 * Everything in an open format: JSON lines for programs, Markdown for people. `public` is what an anonymous visitor may see; `private` also has the hidden posts,
 * the e-mail addresses, who voted, and every upload. Passwords, sessions, codes and the site's own secrets are in neither.
 */
export const writeExport = async (db: Db, { folder, data, scope, version, now, onProgress }: ExportOptions) => {
  const there = await readdir(folder).catch((error: { code?: string }) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  if (there.length) throw new ExportProblem(`${folder} is not empty; choose another folder.`)
  makeFolder(folder, 0o750)
  return write(db, { folder, data, scope, version, now, onProgress }).catch((error: unknown) => {
    throw storageTrouble(error) === 'full'
      ? new ExportProblem(`There is no room for all of it in ${folder}; what is there so far can be erased.`)
      : error
  })
}

const write = async (db: Db, { folder, data, scope, version, now, onProgress }: ExportOptions) => {
  const uploads = new Set<string>()
  const count = { questions: 0, answers: 0, members: 0, tags: 0, uploads: 0 }
  const noteUploads = (text: string) => {
    for (const [, path] of text.matchAll(UPLOAD)) uploads.add(path!)
  }

  await atOneMoment(db, async (tx) => {
    const {
      general,
      interface: words,
      branding,
    } = (await findSettings(tx, ['general', 'interface', 'branding'])) as Record<string, Record<string, unknown>>
    noteUploads(JSON.stringify(branding ?? {}))
    const { name, short_description, description, site_url } = general ?? {}
    await writeFile(
      join(folder, 'site.json'),
      `${JSON.stringify({ askwell_export: FORMAT, version, made_at: time(now), scope, name, short_description, description, site_url, language: words?.language }, null, 1)}\n`,
    )

    const tagLines = createLines(join(folder, 'tags.jsonl'))
    for (const tag of await queries.listAllTags(tx, scope)) {
      count.tags++
      noteUploads(tag.original_text)
      await tagLines.add(scope === 'public' ? without(tag, ['status']) : tag)
    }
    await tagLines.close()

    const members = createLines(join(folder, 'members.jsonl'))
    for (let after = 0; ;) {
      const rows = await queries.listMembers(tx, after, BATCH)
      if (rows.length === 0) break
      for (const row of rows)
        await members.add(scope === 'public' ? without(row, ['e_mail', 'mail_status', 'language']) : row)
      count.members += rows.length
      after = rows.at(-1)!.id
    }
    await members.close()

    const [threads, revisions] = [
      createLines(join(folder, 'questions.jsonl')),
      createLines(join(folder, 'revisions.jsonl')),
    ]
    for (let after = 0; ;) {
      const ids = await queries.listQuestionIds(tx, scope, after, BATCH)
      if (ids.length === 0) break
      const posts = await queries.listThreads(tx, scope, ids)
      const postIds = posts.map(({ id }) => id)
      const comments = grouped(await queries.listCommentsOf(tx, scope, postIds), ({ post_id }) => post_id)
      const votes =
        scope === 'private' ? grouped(await queries.listVotesOf(tx, postIds), ({ post_id }) => post_id) : undefined
      for (const revision of await queries.listRevisionsOf(tx, postIds, PUBLIC_REVISIONS))
        await revisions.add({ ...revision, slugs: JSON.parse(revision.slugs || '[]') as unknown })
      const answers = grouped(
        posts.filter(({ kind }) => kind === 'answer'),
        ({ question_id }) => question_id,
      )
      for (const post of posts) noteUploads(post.original_text)
      const shaped = (post: Post) => ({
        ...without(post, [
          'kind',
          'question_id',
          ...(post.kind === 'answer' ? ['title', 'view_count', 'accepted_answer_id', 'pin', 'show'] : []),
          ...(scope === 'public' ? ['status', 'show'] : []),
        ]),
        comments: (comments.get(post.id) ?? []).map((comment) =>
          without(comment, ['post_id', ...(scope === 'public' ? ['status'] : [])]),
        ),
        ...(votes && { votes: (votes.get(post.id) ?? []).map((vote) => without(vote, ['post_id'])) }),
      })
      const questions = posts.filter(({ kind }) => kind === 'question')
      const tags = await tagChipsOrWaiting(tx, questions)
      for (const question of questions) {
        const own = answers.get(question.id) ?? []
        const slugs = tags.get(question.id)!.map(({ slug_name }) => slug_name)
        await threads.add({ ...shaped(question), tags: slugs, answers: own.map(shaped) })
        const place = join(
          folder,
          'questions',
          String(Math.floor(question.id / FOLDER)).padStart(4, '0'),
          `${question.id}-${urlTitle(question.title).slice(0, 80)}.md`,
        )
        await mkdir(dirname(place), { recursive: true })
        await writeFile(place, markdown(question, own, slugs, comments))
        count.answers += own.length
        onProgress(++count.questions, 'questions')
      }
      after = ids.at(-1)!
    }
    await threads.close()
    await revisions.close()
  })

  const wanted = scope === 'private' ? (await listUploads(data)).map(({ path }) => path) : [...uploads]
  for (const path of wanted) {
    const place = join(folder, 'uploads', path)
    await mkdir(dirname(place), { recursive: true })
    const source = await openBelow(join(data, 'uploads'), path)
    if (!source) continue // named in a text, but no longer there
    await pipeline(source.createReadStream(), createWriteStream(place))
    count.uploads++
  }
  return count
}
