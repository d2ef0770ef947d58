import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { idColumn, isPostgres, wide } from '../dialect.ts'
import { CATALOG } from './0027-badge-catalog.ts'

type Table = CreateTableBuilder<any, any>
const numbers = (db: Kysely<any>, names: string[]) => (table: Table) =>
  names.reduce<Table>((t, name) => t.addColumn(name, wide(db), (c) => c.notNull().defaultTo(0)), table)
const texts = (names: string[]) => (table: Table) =>
  names.reduce<Table>((t, name) => t.addColumn(name, 'text', (c) => c.notNull().defaultTo('')), table)

/** Existing clients know the first badge by this number. */
const FIRST_ID = 6

const fill = async (db: Kysely<any>) => {
  await db
    .insertInto('badges')
    .values(
      CATALOG.map(({ code, icon, level, group_id, each, activity, count = 1, conditions = [] }, place) => ({
        id: FIRST_ID + place,
        code,
        words: '{}',
        icon,
        level,
        group_id,
        activity,
        rule: JSON.stringify({ activity, count, conditions }),
        is_single: each ? 0 : 1,
        status: 1,
      })),
    )
    .execute()
  if (isPostgres(db))
    await sql`select setval(pg_get_serial_sequence('badges', 'id'), (select max(id) from badges))`.execute(db)
}

/** Badges, who has them, and what some of them count: shared addresses, links that were followed, days of visits, answers that were read. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('badges')
    .addColumn('id', ...idColumn(db))
    .$call(texts(['code', 'words', 'icon', 'activity', 'rule']))
    .$call(numbers(db, ['level', 'group_id', 'is_single', 'status', 'award_count', 'created_at', 'updated_at']))
    .execute()
  await sql`create unique index badges_code on badges (code) where code <> ''`.execute(db)
  await db.schema
    .createTable('badge_awards')
    .addColumn('id', ...idColumn(db))
    .$call(numbers(db, ['user_id', 'badge_id']))
    .$call(texts(['award_key', 'object_type']))
    .$call(numbers(db, ['object_id', 'question_id', 'awarded_by']))
    .$call(texts(['reason']))
    .$call(numbers(db, ['created_at', 'taken_back_at', 'taken_back_by']))
    .$call(texts(['taken_back_reason']))
    .execute()
  await sql`create unique index badge_awards_once on badge_awards (badge_id, user_id, award_key)`.execute(db)
  await sql`create index badge_awards_user on badge_awards (user_id, created_at desc, id desc)`.execute(db)
  await sql`create index badge_awards_badge on badge_awards (badge_id, created_at desc, id desc)`.execute(db)
  await sql`create index badge_awards_object on badge_awards (object_type, object_id) where object_id > 0`.execute(db)

  await db.schema
    .createTable('post_shares')
    .$call(numbers(db, ['user_id', 'post_id', 'visitors']))
    .$call(texts(['sketch']))
    .$call(numbers(db, ['created_at']))
    .addPrimaryKeyConstraint('post_shares_pk', ['user_id', 'post_id'])
    .execute()
  await sql`create index post_shares_post on post_shares (post_id)`.execute(db)
  await db.schema
    .createTable('link_visits')
    .addColumn('id', ...idColumn(db))
    .$call(numbers(db, ['post_id']))
    .$call(texts(['link_hash']))
    .$call(numbers(db, ['visitors']))
    .$call(texts(['sketch']))
    .$call(numbers(db, ['created_at']))
    .execute()
  await sql`create unique index link_visits_link on link_visits (post_id, link_hash)`.execute(db)
  await db.schema
    .createTable('user_visits')
    .addColumn('user_id', wide(db), (c) => c.primaryKey())
    .$call(numbers(db, ['last_day', 'days', 'most_days', 'guidelines_at']))
    .execute()
  await db.schema
    .createTable('answers_read')
    .$call(numbers(db, ['user_id', 'question_id', 'answer_id']))
    .addPrimaryKeyConstraint('answers_read_pk', ['user_id', 'question_id', 'answer_id'])
    .execute()
  await sql`create index answers_read_question on answers_read (question_id)`.execute(db)

  // What a rule counts is found by the user.
  await sql`create index revisions_edits on revisions (user_id, object_id) where number > 1`.execute(db)
  await sql`create index reports_user on reports (user_id)`.execute(db)
  await sql`create index comment_votes_user on comment_votes (user_id, created_at)`.execute(db)
  await sql`create index invitations_inviter on invitations (inviter_id)`.execute(db)
  await sql`create index events_accepting on events (actor_id) where type = 'answer.accepted'`.execute(db)
  await sql`create index users_joined on users (created_at)`.execute(db)
  await sql`create index notifications_badges on notifications (user_id, id) where action = 'earned_badge' and is_read = 0`.execute(
    db,
  )
  await fill(db)
}
