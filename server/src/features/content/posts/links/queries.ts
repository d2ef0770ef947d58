import type { Insertable } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import type { DB } from '../../../../db/tables.ts'

const ROWS_AT_ONCE = 200

/** The questions that a post links to, or that a question with all its answers does. */
export const listLinksFrom = async (db: Db, from: { post_id: number } | { question_id: number }) =>
  (
    await db
      .selectFrom('question_links')
      .select('to_question_id')
      .distinct()
      .where((eb) =>
        'post_id' in from ? eb('from_post_id', '=', from.post_id) : eb('from_question_id', '=', from.question_id),
      )
      .execute()
  ).map((row) => row.to_question_id)

/** The posts of a question that link anywhere. */
export const deleteLinksOfThread = (db: Db, question_id: number) =>
  db.deleteFrom('question_links').where('from_question_id', '=', question_id).execute()

export const deleteLinks = (db: Db, from_post_id: number, to: number[]) =>
  db.deleteFrom('question_links').where('from_post_id', '=', from_post_id).where('to_question_id', 'in', to).execute()

export const insertLinks = async (db: Db, links: Insertable<DB['question_links']>[]) => {
  for (let at = 0; at < links.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('question_links')
      .values(links.slice(at, at + ROWS_AT_ONCE))
      .onConflict((on) => on.doNothing())
      .execute()
}

/** From and to posts that are gone for good. */
export const deleteLinksOf = (db: Db, post_ids: number[]) =>
  db
    .deleteFrom('question_links')
    .where((eb) => eb.or([eb('from_post_id', 'in', post_ids), eb('to_question_id', 'in', post_ids)]))
    .execute()
