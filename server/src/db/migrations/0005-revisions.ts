import { type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

/** Texts are counted, so that their order doesn't depend on when they were suggested; a suggestion knows what it began from and how it was decided. */
export const up = async (db: Kysely<any>) => {
  for (const name of ['number', 'base_revision_id', 'restored_revision_id', 'decided_by', 'decided_at']) {
    await db.schema
      .alterTable('revisions')
      .addColumn(name, wide(db), (c) => c.notNull().defaultTo(0))
      .execute()
  }
  await db.schema
    .alterTable('revisions')
    .addColumn('decision_reason', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`update revisions set number = (select count(*) from revisions as earlier
    where earlier.object_type = revisions.object_type and earlier.object_id = revisions.object_id and earlier.id <= revisions.id and earlier.status in (0, 2)) where status in (0, 2)`.execute(
    db,
  )
  await sql`create unique index revisions_number on revisions (object_type, object_id, number) where number > 0`.execute(
    db,
  )
  // Only one edit waits for each object.
  await sql`create unique index revisions_one_waiting on revisions (object_type, object_id) where status = 1`.execute(
    db,
  )
  // For the timeline: what changed a thing's state, without the votes and whatever else happens to it by the thousand.
  await sql`create index events_acts on events (object_type, object_id, id)
    where type in ('question.closed', 'question.reopened', 'question.pinned', 'question.unpinned', 'question.listed', 'question.unlisted', 'question.deleted', 'question.undeleted',
      'answer.deleted', 'answer.undeleted', 'answer.accepted', 'tag.deleted', 'tag.undeleted')`.execute(db)
  await sql`create index events_acceptances on events (question_id, id) where type in ('answer.accepted', 'answer.unaccepted')`.execute(
    db,
  )
  await sql`create index revisions_suggested on revisions (user_id, object_type, object_id) where status in (1, 3)`.execute(
    db,
  )
}
