import type { RevisedType } from '@askwell/contract/revisions.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../db/page.ts'
import { visible } from '../../../db/visible.ts'
import type { Viewer } from '../../../lib/actor.ts'

/** The question that each of these answers is for. */
export const mapQuestionsOf = async (db: Db, answer_ids: number[]) => {
  if (answer_ids.length === 0) return new Map<number, number>()
  const rows = await db.selectFrom('posts').select(['id', 'question_id']).where('id', 'in', answer_ids).execute()
  return new Map(rows.map(({ id, question_id }) => [id, question_id]))
}

const QUEUE = 'suggested_post_edit'

/**
 * Suggestions that can be decided on by users who may judge these types: of texts they may see, none of what is deleted, none of their own,
 * none that a reviewer holds but for the staff, and none that somebody has decided on and may still take that back (table review_decisions).
 */
const toReview = (db: Db, { types, viewer }: { types: RevisedType[]; viewer: NonNullable<Viewer> }) =>
  db
    .selectFrom('revisions')
    .where(sql<boolean>`revisions.status = 1`) // as the partial index has it
    .where('revisions.object_type', 'in', types)
    .where('revisions.user_id', '<>', viewer.id)
    .$if(!isStaff(viewer), (q) => q.where('revisions.held_reason', '=', ''))
    .leftJoin('posts', (on) =>
      on.onRef('posts.id', '=', 'revisions.object_id').on('revisions.object_type', '<>', 'tag'),
    )
    .leftJoin('tags', (on) => on.onRef('tags.id', '=', 'revisions.object_id').on('revisions.object_type', '=', 'tag'))
    .where(
      sql<boolean>`case when revisions.object_type = 'tag' then tags.status = 1 else posts.status <> 10 and (${visible(viewer)}) end`,
    )
    .where(
      sql<boolean>`not exists (select 1 from review_decisions as held where held.queue = ${QUEUE} and held.item_id = revisions.id)`,
    )

export const countToReview = async (db: Db, who: Parameters<typeof toReview>[1]) =>
  (
    await toReview(db, who)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Oldest first. */
export const listToReview = (db: Db, { page, page_size, ...who }: Parameters<typeof toReview>[1] & Page) =>
  toReview(db, who)
    .selectAll('revisions')
    .orderBy('revisions.id')
    .limit(page_size)
    .offset(offsetOf({ page, page_size }))
    .execute()
