import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Export } from '@askwell/contract/exports.ts'
import type { Db } from '../../../db/dialect.ts'
import { urlTitle } from '../../../lib/slug.ts'
import { REVISION_STATUS } from '../../content/revisions/queries.ts'
import { tagChipsOrWaiting } from '../../content/tags/views.ts'
import { createLines, NO_LINES } from './lines.ts'
import { type Comment, markdown, type Post } from './markdown.ts'
import * as queries from './queries.ts'
import type { Scope } from './queries.ts'
import { BATCH } from './views.ts'

/** Those that were ever the text. */
const PUBLIC_REVISIONS = [REVISION_STATUS.first, REVISION_STATUS.applied]
/** The number of Markdown files that a folder can hold comfortably. */
const FOLDER = 1000

export const without = <T extends object>(row: T, names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

/** What an export has written so far, and where it goes. */
export interface Writing {
  folder: string
  scope: Scope
  /** Lines for programs, Markdown for people, or both. */
  format: Export['format']
  count: { questions: number; answers: number; members: number; tags: number; uploads: number }
  noteUploads(text: string): void
  onProgress(done: number, what: string): void
}

/** What is written for people only is read all the same: it is counted, and names uploads. */
export const linesIn = ({ folder, format }: Writing, name: string) =>
  format === 'markdown' ? NO_LINES : createLines(join(folder, name))

type Votes = Map<number, Awaited<ReturnType<typeof queries.listVotesOf>>> | undefined

const shaped = (post: Post, scope: Scope, comments: Map<number, Comment[]>, votes: Votes) => ({
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

const placeOf = (folder: string, { id, title }: Post) =>
  join(
    folder,
    'questions',
    String(Math.floor(id / FOLDER)).padStart(4, '0'),
    `${id}-${urlTitle(title).slice(0, 80)}.md`,
  )

type Lines = typeof NO_LINES

const writeSome = async (db: Db, ids: number[], writing: Writing, threads: Lines, revisions: Lines) => {
  const { folder, scope, format, count, noteUploads, onProgress } = writing
  const posts = await queries.listThreads(db, scope, ids)
  const postIds = posts.map(({ id }) => id)
  const comments = Map.groupBy(await queries.listCommentsOf(db, scope, postIds), ({ post_id }) => post_id)
  const votes =
    scope === 'private' && format !== 'markdown'
      ? Map.groupBy(await queries.listVotesOf(db, postIds), ({ post_id }) => post_id)
      : undefined
  for (const revision of await queries.listRevisionsOf(db, postIds, PUBLIC_REVISIONS)) {
    noteUploads(revision.original_text)
    await revisions.add({ ...revision, slugs: JSON.parse(revision.slugs || '[]') as unknown })
  }
  const answers = Map.groupBy(
    posts.filter(({ kind }) => kind === 'answer'),
    ({ question_id }) => question_id,
  )
  for (const text of [...posts, ...[...comments.values()].flat()]) noteUploads(text.original_text)
  const questions = posts.filter(({ kind }) => kind === 'question')
  const tags = await tagChipsOrWaiting(db, questions)
  for (const question of questions) {
    const own = answers.get(question.id) ?? []
    const slugs = tags.get(question.id)!.map(({ slug_name }) => slug_name)
    await threads.add({
      ...shaped(question, scope, comments, votes),
      tags: slugs,
      answers: own.map((answer) => shaped(answer, scope, comments, votes)),
    })
    if (format !== 'jsonl') {
      const place = placeOf(folder, question)
      await mkdir(dirname(place), { recursive: true })
      await writeFile(place, markdown(question, own, slugs, comments))
    }
    count.answers += own.length
    onProgress(++count.questions, 'questions')
  }
}

/** Questions with all that belongs to them: as lines for programs, and each as a Markdown file, as far as they are wanted. */
export const writeThreads = async (db: Db, writing: Writing) => {
  const threads = linesIn(writing, 'questions.jsonl')
  const revisions = linesIn(writing, 'revisions.jsonl')
  for (let after = 0; ;) {
    const ids = await queries.listQuestionIds(db, writing.scope, after, BATCH)
    if (ids.length === 0) break
    await writeSome(db, ids, writing, threads, revisions)
    after = ids.at(-1)!
  }
  await threads.close()
  await revisions.close()
}
