import type { Insertable } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import type { DB } from '../../../../db/tables.ts'
import { isAnswer, listed } from '../../../../db/visible.ts'
import type { Viewer } from '../../../../lib/actor.ts'
import type { Post } from '../queries.ts'

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

const IDS_AT_ONCE = 10_000

/** Ids of questions and answers in any form → the questions they belong to. */
export const questionsOf = async (db: Db, posts: { kind: Post['kind']; id: number }[]) => {
  const found = new Map<number, { kind: Post['kind']; question_id: number }>()
  const ids = [...new Set(posts.map(({ id }) => id))]
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE)
    for (const { id, ...post } of await db
      .selectFrom('posts')
      .select(['id', 'kind', 'question_id'])
      .where('id', 'in', ids.slice(at, at + IDS_AT_ONCE))
      .execute())
      found.set(id, post)
  return posts.map(({ kind, id }) => (found.get(id)?.kind === kind ? found.get(id)!.question_id : 0))
}

/** The texts under a question that are shown with it. */
export const listThreadTexts = (db: Db, question_id: number) =>
  db
    .selectFrom('posts')
    .select(['id', 'original_text'])
    .where('id', '=', question_id)
    .where('status', '<', 10)
    .unionAll(
      db
        .selectFrom('posts')
        .select(['id', 'original_text'])
        .where('question_id', '=', question_id)
        .where(isAnswer())
        .where('status', '<', 10),
    )
    .execute()

/** Of questions their titles, of answers those of their questions: of what lists show this viewer. */
export const listTitlesOf = (db: Db, ids: number[], viewer: Viewer) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('posts')
        .innerJoin('posts as question', 'question.id', 'posts.question_id')
        .select(['posts.id', 'question.title'])
        .where('posts.id', 'in', ids)
        .where(listed(viewer))
        .execute()
