import { numberOf, objectId } from '@askwell/contract/ids.ts'
import type { FlaggedPost } from '@askwell/contract/reviews.ts'
import type { Paged } from '@askwell/contract/shapes.ts'
import type { Db } from '../../../db/dialect.ts'
import { type Page, pageOf } from '../../../db/page.ts'
import { reasonOf } from '../../operations/settings/views.ts'
import { tagChipsOrWaiting } from '../tags/views.ts'
import { mentionsFor } from '../../users/users/mentions/shown-mentions.ts'
import { userCards } from '../../users/users/views.ts'
import { type Flagged, versionOfComment, versionOfPost } from './policy.ts'
import { countFlags, listFlags, listReviewed, listReviewedComments } from './queries.ts'

type Reviewed = Awaited<ReturnType<typeof listReviewed>>[number]
type ReviewedComment = Awaited<ReturnType<typeof listReviewedComments>>[number]

/** What is read once for all things of a page. */
interface Around {
  posts: Map<number, Reviewed>
  tags: Awaited<ReturnType<typeof tagChipsOrWaiting>>
  users: Awaited<ReturnType<typeof userCards>>
  shown: Awaited<ReturnType<typeof mentionsFor>>
}

/** What a review item says of the thread that its thing is in. */
const threadOf = ({ posts, tags }: Around, post_id: number) => {
  const { question_id, title, url_title, show, answer_count, accepted_answer_id, kind } = posts.get(post_id)!
  return {
    thread: {
      question_id: objectId('question', question_id),
      title,
      url_title,
      tags: tags.get(question_id)!,
      object_show_status: show as 1 | 2,
      answer_id: kind === 'answer' ? objectId('answer', post_id) : '',
    },
    counts: {
      answer_count,
      answer_accepted: kind === 'answer' ? accepted_answer_id === post_id : accepted_answer_id !== 0,
    },
  }
}

const textOf = ({ users, shown }: Around, row: Reviewed | ReviewedComment) => ({
  original_text: row.original_text,
  parsed_text: shown(row.parsed_text),
  created_at: row.created_at,
  object_status: row.status as 1 | 2 | 10 | 11,
  author_user_info: users.get(row.user_id)!,
})

const reviewedPost = (around: Around, row: Reviewed) => {
  const { thread, counts } = threadOf(around, row.id)
  const object_id = objectId(row.kind, row.id)
  return {
    counts,
    version: versionOfPost(row),
    post: { ...thread, ...textOf(around, row), object_type: row.kind, object_id, comment_id: '' },
  }
}

const reviewedComment = (around: Around, row: ReviewedComment) => {
  const { thread, counts } = threadOf(around, row.post_id)
  const comment_id = objectId('comment', row.id)
  return {
    counts,
    version: versionOfComment(row),
    post: {
      ...thread,
      ...textOf(around, row),
      object_type: 'comment' as const,
      object_id: comment_id,
      comment_id,
    },
  }
}

/** The questions, answers and comments that review items are about, by type and number. For staff, who see all of them. */
export const reviewedThings = async (db: Db, things: { type: Flagged; id: number }[]) => {
  const comments = await listReviewedComments(
    db,
    things.filter(({ type }) => type === 'comment').map(({ id }) => id),
  )
  const rows = await listReviewed(db, [
    ...things.filter(({ type }) => type !== 'comment').map(({ id }) => id),
    ...comments.map(({ post_id }) => post_id),
  ])
  const around: Around = {
    posts: new Map(rows.map((row) => [row.id, row])),
    tags: await tagChipsOrWaiting(
      db,
      rows.map(({ question_id, status }) => ({ id: question_id, status })),
    ),
    users: await userCards(
      db,
      [...rows, ...comments].map(({ user_id }) => user_id),
    ),
    shown: await mentionsFor(
      db,
      [...rows, ...comments].map(({ parsed_text }) => parsed_text),
    ),
  }
  return new Map<string, ReturnType<typeof reviewedPost | typeof reviewedComment>>([
    ...rows.map((row) => [`${row.kind} ${row.id}`, reviewedPost(around, row)] as const),
    ...comments.map((row) => [`comment ${row.id}`, reviewedComment(around, row)] as const),
  ])
}

/** Undecided flags, oldest first; a single one if it is named. */
export const flaggedList = async (
  db: Db,
  { flag_id, ...page }: Page & { flag_id?: string },
  language: string,
): Promise<Paged<FlaggedPost>> => {
  const id = flag_id ? numberOf('report', flag_id) : undefined
  const reports = await listFlags(db, { ...page, id })
  const things = await reviewedThings(
    db,
    reports.map(({ object_type, object_id }) => ({ type: object_type, id: object_id })),
  )
  const reporters = await userCards(
    db,
    reports.map(({ user_id }) => user_id),
  )
  const list = reports.map((report) => {
    const { post, counts } = things.get(`${report.object_type} ${report.object_id}`)!
    return {
      flag_id: objectId('report', report.id),
      ...post,
      ...counts,
      submit_at: report.created_at,
      submitter_user: reporters.get(report.user_id)!,
      reason: reasonOf(report.reason_type, language),
      reason_content: report.content,
    }
  })
  return pageOf(list, await countFlags(db, id), page)
}
