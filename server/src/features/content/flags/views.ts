import { numberOf, objectId } from '@askwell/contract/ids.ts'
import type { FlaggedPost } from '@askwell/contract/reviews.ts'
import type { Paged } from '@askwell/contract/shapes.ts'
import type { Db } from '../../../db/dialect.ts'
import { type Page, pageOf } from '../../../db/page.ts'
import { reasonOf } from '../../operations/settings/views.ts'
import { tagChipsOrWaiting } from '../tags/views.ts'
import { userCards } from '../../users/users/views.ts'
import { type Flagged, versionOfComment, versionOfPost } from './policy.ts'
import { countReports, listReports, listReviewed, listReviewedComments } from './queries.ts'

const NOTHING = { answer_id: '', comment_id: '' }

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
  const posts = new Map(rows.map((row) => [row.id, row]))
  const tags = await tagChipsOrWaiting(
    db,
    rows.map(({ question_id, status }) => ({ id: question_id, status })),
  )
  const people = await userCards(
    db,
    [...rows, ...comments].map(({ user_id }) => user_id),
  )
  const around = (post_id: number) => {
    const { question_id, title, url_title, show, answer_count, accepted_answer_id, kind } = posts.get(post_id)!
    return {
      its: {
        question_id: objectId('question', question_id),
        title,
        url_title,
        tags: tags.get(question_id)!,
        object_show_status: show as 1 | 2,
      },
      answer_count,
      answer_accepted: kind === 'answer' ? accepted_answer_id === post_id : accepted_answer_id !== 0,
      answer_id: kind === 'answer' ? objectId('answer', post_id) : '',
    }
  }
  const text = (row: {
    user_id: number
    original_text: string
    parsed_text: string
    status: number
    created_at: number
  }) => ({
    original_text: row.original_text,
    parsed_text: row.parsed_text,
    created_at: row.created_at,
    object_status: row.status as 1 | 2 | 10 | 11,
    author_user_info: people.get(row.user_id)!,
  })
  const made = [
    ...rows.map((row) => {
      const { its, answer_id, ...counts } = around(row.id)
      return [
        `${row.kind} ${row.id}`,
        {
          counts,
          version: versionOfPost(row),
          post: {
            ...NOTHING,
            ...its,
            ...text(row),
            object_type: row.kind,
            object_id: objectId(row.kind, row.id),
            answer_id,
          },
        },
      ] as const
    }),
    ...comments.map((row) => {
      const { its, answer_id, ...counts } = around(row.post_id)
      const comment_id = objectId('comment', row.id)
      return [
        `comment ${row.id}`,
        {
          counts,
          version: versionOfComment(row),
          post: { ...its, ...text(row), object_type: 'comment', object_id: comment_id, answer_id, comment_id },
        },
      ] as const
    }),
  ]
  return new Map<string, (typeof made)[number][1]>(made)
}

/** Undecided flags, oldest first; a single one if it is named. */
export const flaggedList = async (
  db: Db,
  { flag_id, ...page }: Page & { flag_id?: string },
  language: string,
): Promise<Paged<FlaggedPost>> => {
  const id = flag_id ? numberOf('report', flag_id) : undefined
  const reports = await listReports(db, { ...page, id })
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
  return pageOf(list, await countReports(db, id), page)
}
