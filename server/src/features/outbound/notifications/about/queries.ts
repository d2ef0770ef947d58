import { sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'

// What notifications name and quote; whether their reader may see it has been asked before.

/** Enough of the words for an excerpt. */
const QUOTED = 1500

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

export const listPosts = async (db: Db, ids: number[]) =>
  byId(
    ids.length === 0
      ? []
      : await db
          .selectFrom('posts')
          .leftJoin('search_state', 'search_state.post_id', 'posts.id')
          .where('posts.id', 'in', ids)
          .select([
            'posts.id',
            'posts.title',
            'posts.url_title',
            'posts.user_id',
            sql<string | null>`substr(search_state.plain_text, 1, ${sql.lit(QUOTED)})`.as('plain_text'),
          ])
          .execute(),
  )

export const listComments = async (db: Db, ids: number[]) =>
  byId(
    ids.length === 0
      ? []
      : await db.selectFrom('comments').where('id', 'in', ids).select(['id', 'parsed_text']).execute(),
  )

export const listPluginNotices = async (db: Db, ids: number[]) =>
  byId(
    ids.length === 0
      ? []
      : await db.selectFrom('plugin_notices').where('id', 'in', ids).select(['id', 'sender', 'text', 'path']).execute(),
  )

export const listTags = async (db: Db, ids: number[]) =>
  byId(
    ids.length === 0
      ? []
      : await db.selectFrom('tags').where('id', 'in', ids).select(['id', 'slug_name', 'display_name']).execute(),
  )
