import { type Kysely, sql } from 'kysely'
import { idColumn, wide } from '../dialect.ts'

/** By which ways users hear of what. */
const addChannels = async (db: Kysely<any>) => {
  const wideColumn = wide(db)
  await db.schema
    .createTable('channel_choices')
    .addColumn('user_id', wideColumn, (c) => c.primaryKey())
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('mail', 'text', (c) => c.notNull())
    .addColumn('push', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('digest_at', wideColumn, (c) => c.notNull())
    .addColumn('muted_until', wideColumn, (c) => c.notNull())
    .addColumn('quiet_from', wideColumn, (c) => c.notNull())
    .addColumn('quiet_to', wideColumn, (c) => c.notNull())
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .execute()
  await sql`create index channel_choices_digest on channel_choices (digest, digest_at)`.execute(db)
  await db.schema
    .createTable('muted_topics')
    .addColumn('user_id', wideColumn, (c) => c.notNull())
    .addColumn('object_type', 'text', (c) => c.notNull())
    .addColumn('object_id', wideColumn, (c) => c.notNull())
    .addColumn('created_at', wideColumn, (c) => c.notNull())
    .addPrimaryKeyConstraint('muted_topics_pk', ['object_type', 'object_id', 'user_id'])
    .execute()
  await sql`create index muted_topics_user on muted_topics (user_id)`.execute(db)
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('id', ...idColumn(db))
    .addColumn('user_id', wideColumn, (c) => c.notNull())
    .addColumn('endpoint', 'text', (c) => c.notNull())
    .addColumn('p256dh', 'text', (c) => c.notNull())
    .addColumn('auth', 'text', (c) => c.notNull())
    .addColumn('created_at', wideColumn, (c) => c.notNull())
    .execute()
  await sql`create unique index push_subscriptions_endpoint on push_subscriptions (endpoint)`.execute(db)
  await sql`create index push_subscriptions_user on push_subscriptions (user_id)`.execute(db)
}

/** Notifications are listed by kind and in groups, and are new until their tab is opened. Earlier ones are a group each. */
export const up = async (db: Kysely<any>) => {
  for (const column of ['inbox_type', 'group_since', 'is_latest', 'is_seen', 'occasion'])
    await db.schema
      .alterTable('notifications')
      .addColumn(column, wide(db), (c) => c.notNull().defaultTo(0))
      .execute()
  await db.schema
    .alterTable('notifications')
    .addColumn('group_key', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`update notifications set group_since = created_at, is_latest = 1, is_seen = is_read, group_key = 'earlier ' || id,
    inbox_type = case when type = 2 then 0 when action = 'invited_you_to_answer' then 3
      when action in ('up_voted_question', 'down_voted_question', 'up_voted_answer', 'down_voted_answer', 'up_voted_comment') then 2 else 1 end`.execute(
    db,
  )
  for (const statement of [
    `create index notifications_kind on notifications (user_id, inbox_type, updated_at desc, id desc)`,
    `create index notifications_latest on notifications (user_id, inbox_type, updated_at desc, id desc) where is_latest = 1`,
    `create index notifications_group on notifications (user_id, group_key, group_since)`,
    `create index notifications_unseen on notifications (user_id) where is_seen = 0`,
    `create index notifications_old on notifications (updated_at) where is_read = 1`,
    `create unique index notifications_once on notifications (user_id, action, object_id, occasion) where occasion > 0`,
  ])
    await sql.raw(statement).execute(db)
  await addChannels(db)
}
