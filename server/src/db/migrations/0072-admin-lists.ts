import { type Kysely, sql } from 'kysely'

/** What admins look for on a large site, by indexes that have all of it. The expressions keep other lists away from those of posts. */
export const up = async (db: Kysely<any>) => {
  const index = (name: string, table: string, columns: string, where?: string) =>
    sql.raw(`create index ${name} on ${table} (${columns})${where ? ` where ${where}` : ''}`).execute(db)
  await index('posts_titles', 'posts', 'created_at desc, id desc, title, status', `lower(kind) = 'question'`)
  await sql`drop index posts_by_score`.execute(db)
  await index('posts_by_score', 'posts', `(kind || ''), score, created_at desc, id desc, status`)
  await index('comments_by_score', 'comments', 'score, created_at desc, id desc, status')
  await index('comments_of_question', 'comments', 'question_id, created_at desc, id desc, status')
  await index('reports_open_things', 'reports', 'object_type, object_id', 'status = 1')
  await index('bulk_changes_skipped', 'bulk_changes', 'bulk_act_id, id', `refusal <> ''`)
  await index('bulk_changes_undone', 'bulk_changes', 'bulk_act_id, id', 'undone_at > 0')
  await index('bulk_changes_not_undone', 'bulk_changes', 'bulk_act_id, id', `undo_refusal <> ''`)
  await index('audit_entries_actor_kind', 'audit_entries', 'actor_id, kind, id desc')
  await index('sent_emails_kind', 'sent_emails', 'kind, id desc')
}
