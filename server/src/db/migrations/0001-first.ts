import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { createSearchIndex } from '../search-tables.ts'
import { idColumn, wide } from '../dialect.ts'

type Table = CreateTableBuilder<any, any>

/** Columns that are never null: numbers start at 0, texts empty. */
const numbers = (db: Kysely<any>, names: string[]) => (table: Table) =>
  names.reduce<Table>((t, name) => t.addColumn(name, wide(db), (c) => c.notNull().defaultTo(0)), table)
const texts = (names: string[]) => (table: Table) =>
  names.reduce<Table>((t, name) => t.addColumn(name, 'text', (c) => c.notNull().defaultTo('')), table)

export const up = async (db: Kysely<any>) => {
  const n = (...names: string[]) => numbers(db, names)
  const t = (...names: string[]) => texts(names)
  const withId = (name: string) => db.schema.createTable(name).addColumn('id', ...idColumn(db))
  const index = (name: string, table: string, columns: string, where?: string) =>
    sql.raw(`create index ${name} on ${table} (${columns})${where ? ` where ${where}` : ''}`).execute(db)
  const unique = (name: string, table: string, columns: string) =>
    sql.raw(`create unique index ${name} on ${table} (${columns})`).execute(db)

  await withId('users')
    .$call(
      t(
        'username',
        'display_name',
        'avatar_type',
        'avatar_custom',
        'bio',
        'bio_html',
        'website',
        'location',
        'language',
        'color_scheme',
      ),
    )
    .addColumn('e_mail', 'text')
    .addColumn('password_hash', 'text')
    .$call(
      n(
        'role_id',
        'status',
        'mail_status',
        'notice_status',
        'rank',
        'question_count',
        'answer_count',
        'follow_count',
        'created_at',
        'last_login_at',
        'suspended_at',
        'suspended_until',
        'deleted_at',
      ),
    )
    .execute()
  await unique('users_username', 'users', 'username')
  await unique('users_e_mail', 'users', 'e_mail')
  await index('users_rank', 'users', 'rank desc, id')
  await index('users_role', 'users', 'role_id, id', 'role_id > 1')
  await index('users_status', 'users', 'status, id desc')
  await db.schema
    .createTable('former_usernames')
    .addColumn('username', 'text', (c) => c.primaryKey())
    .$call(n('user_id', 'created_at'))
    .execute()

  await withId('sessions')
    .$call(t('token_hash'))
    .$call(n('user_id', 'created_at', 'used_at', 'expires_at'))
    .execute()
  await unique('sessions_token', 'sessions', 'token_hash')
  await index('sessions_user', 'sessions', 'user_id, used_at')
  await index('sessions_expiry', 'sessions', 'expires_at')
  await withId('codes')
    .$call(t('code_hash', 'purpose', 'e_mail'))
    .$call(n('user_id', 'created_at', 'expires_at'))
    .addColumn('used_at', wide(db))
    .execute()
  await unique('codes_hash', 'codes', 'code_hash')
  await index('codes_user', 'codes', 'user_id, purpose')

  // Numbers before the long texts: SQLite reads a row from its beginning, and lists need the numbers only.
  await withId('posts')
    .$call(t('kind'))
    .$call(
      n(
        'question_id',
        'user_id',
        'status',
        'show',
        'pin',
        'score',
        'carried_score',
        'view_count',
        'unique_view_count',
        'answer_count',
        'comment_count',
        'collection_count',
        'follow_count',
        'linked_count',
        'accepted_answer_id',
        'last_answer_id',
        'hot_score',
        'created_at',
        'updated_at',
        'edited_at',
        'active_at',
        'operator_id',
        'last_editor_id',
        'revision_id',
        'deleted_at',
        'deleted_by',
      ),
    )
    .$call(t('operation_type', 'title', 'url_title', 'description', 'original_text', 'parsed_text'))
    .execute()
  // Each order of the lists is one index over what lists show; pinned ones come first in all of them.
  const listed = `kind = 'question' and show = 1 and status < 10`
  for (const [order, columns] of Object.entries({
    newest: 'created_at desc',
    active: 'active_at desc',
    hot: 'hot_score desc',
    score: 'score desc, view_count desc',
    frequent: 'linked_count desc',
  }))
    await index(`questions_${order}`, 'posts', `pin desc, ${columns}, id desc`, listed)
  await index('questions_unanswered', 'posts', 'pin desc, created_at desc, id desc', `${listed} and answer_count = 0`)
  await index('answers_of_question', 'posts', 'question_id, created_at', `kind = 'answer'`)
  await index('posts_of_user', 'posts', 'user_id, kind, created_at desc')
  await index('posts_by_status', 'posts', 'status, kind, id desc', 'status >= 10')
  await db.schema
    .createTable('question_links')
    .$call(n('from_post_id', 'from_question_id', 'to_question_id', 'created_at'))
    .addPrimaryKeyConstraint('question_links_pk', ['from_post_id', 'to_question_id'])
    .execute()
  await index('question_links_to', 'question_links', 'to_question_id, from_question_id')
  await withId('revisions')
    .$call(t('object_type'))
    .$call(n('object_id', 'user_id'))
    .$call(t('title', 'original_text', 'parsed_text', 'slugs', 'log'))
    .$call(n('status', 'created_at'))
    .execute()
  await index('revisions_object', 'revisions', 'object_type, object_id, id')
  await index('revisions_waiting', 'revisions', 'object_type, id', 'status = 1')

  await withId('tags')
    .$call(t('slug_name', 'display_name', 'original_text', 'parsed_text', 'description'))
    .$call(
      n(
        'main_tag_id',
        'question_count',
        'follow_count',
        'recommend',
        'reserved',
        'status',
        'user_id',
        'revision_id',
        'created_at',
        'updated_at',
      ),
    )
    .execute()
  await unique('tags_slug', 'tags', 'slug_name')
  await index('tags_popular', 'tags', 'question_count desc, id', 'status = 1 and main_tag_id = 0')
  await index('tags_name', 'tags', 'slug_name', 'status = 1 and main_tag_id = 0')
  await index('tags_newest', 'tags', 'created_at desc, id desc', 'status = 1 and main_tag_id = 0')
  await index('tags_synonyms', 'tags', 'main_tag_id', 'main_tag_id > 0')
  await db.schema
    .createTable('question_tags')
    .$call(n('question_id', 'tag_id', 'position'))
    .addPrimaryKeyConstraint('question_tags_pk', ['question_id', 'tag_id'])
    .execute()
  await unique('question_tags_tag', 'question_tags', 'tag_id, question_id')

  await withId('comments')
    .$call(n('post_id', 'question_id', 'user_id', 'reply_comment_id', 'reply_user_id'))
    .$call(t('original_text', 'parsed_text'))
    .$call(n('score', 'carried_score', 'status', 'created_at', 'updated_at'))
    .execute()
  await index('comments_post', 'comments', 'post_id, created_at, id')
  await index('comments_user', 'comments', 'user_id, created_at desc')

  await withId('votes').$call(n('post_id', 'user_id')).$call(t('direction')).$call(n('created_at')).execute()
  await unique('votes_once', 'votes', 'post_id, user_id')
  await index('votes_of_user', 'votes', 'user_id, created_at desc')
  await index('votes_recent', 'votes', 'created_at')
  await db.schema
    .createTable('comment_votes')
    .$call(n('comment_id', 'user_id', 'created_at'))
    .addPrimaryKeyConstraint('comment_votes_pk', ['comment_id', 'user_id'])
    .execute()

  await withId('reputation_entries')
    .$call(n('user_id', 'points'))
    .$call(t('reason', 'cause'))
    .$call(n('capped', 'post_id', 'trigger_user_id', 'created_at', 'taken_back_at'))
    .execute()
  await index('reputation_user', 'reputation_entries', 'user_id, created_at desc, id desc')
  await index('reputation_cause', 'reputation_entries', 'cause')
  await index('reputation_recent', 'reputation_entries', 'created_at')

  await withId('notifications')
    .$call(n('user_id', 'type'))
    .$call(t('action'))
    .$call(n('actor_id'))
    .$call(t('object_type'))
    .$call(n('object_id', 'question_id', 'answer_id', 'comment_id', 'rank', 'is_read', 'created_at', 'updated_at'))
    .execute()
  await index('notifications_user', 'notifications', 'user_id, type, updated_at desc, id desc')
  await index('notifications_object', 'notifications', 'object_type, object_id, user_id')
  await index('notifications_unread', 'notifications', 'user_id, type', 'is_read = 0')

  await withId('events')
    .$call(t('type'))
    .$call(n('actor_id'))
    .$call(t('object_type'))
    .$call(n('object_id', 'question_id'))
    .$call(t('payload'))
    .$call(n('created_at'))
    .execute()
  await index('events_object', 'events', 'object_type, object_id, id')
  await index('events_question', 'events', 'question_id, id')
  await withId('jobs')
    .$call(t('effect'))
    .$call(n('event_id'))
    .$call(t('payload'))
    .$call(n('run_at', 'attempts', 'locked_until'))
    .addColumn('last_error', 'text')
    .execute()
  await index('jobs_due', 'jobs', 'run_at, locked_until')
  await db.schema
    .createTable('repeats')
    .addColumn('call_hash', 'text', (c) => c.primaryKey())
    .$call(t('result'))
    .$call(n('created_at'))
    .execute()
  await index('repeats_age', 'repeats', 'created_at')

  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .$call(n('value'))
    .execute()
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .$call(t('value'))
    .$call(n('updated_at'))
    .execute()
  await withId('files')
    .$call(t('path', 'source', 'mime'))
    .$call(n('user_id', 'bytes', 'width', 'height', 'created_at', 'deleted_at'))
    .execute()
  await unique('files_path', 'files', 'path')
  await db.schema
    .createTable('origins')
    .$call(t('site', 'kind', 'key'))
    .$call(n('object_id'))
    .addPrimaryKeyConstraint('origins_pk', ['site', 'kind', 'key'])
    .execute()
  await index('origins_key', 'origins', 'kind, key')
  await db.schema
    .createTable('search_state')
    .addColumn('post_id', wide(db), (c) => c.primaryKey())
    .$call(n('indexed_at'))
    .execute()
  await createSearchIndex(db)
}
