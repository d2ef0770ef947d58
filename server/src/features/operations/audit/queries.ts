import type { ObjectType } from '@askwell/contract/ids.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import type { Db } from '../../../db/dialect.ts'
import { currentActing } from '../../../lib/acting.ts'
import type { Actor } from '../../../lib/actor.ts'
import { partOf } from './part-of.ts'

export interface AuditEntry {
  /** 0 for the command line and the site itself. */
  actor_id: number
  /** The session it was done in; without it, the one of the call that is being answered. */
  session_id?: number
  /** A noun and what happened to it, like an event: `badge.taken_back`. */
  action: string
  object_type: ObjectType | 'setting' | 'plugin' | 'task' | 'command' | 'site'
  /** 0 where it has none but a name. */
  object_id: number
  name?: string
  /** Whom it was done to, or whose the thing is. */
  user_id?: number
  /** The question it belongs to. */
  question_id?: number
  /** What it was and what it is now, as far as it changed; null where there is nothing. Never a secret: only that it is another one. */
  before: unknown
  after: unknown
}

type Recorder = { db: Db; now(): number }

const origin = ({ actor_id, session_id }: AuditEntry) => {
  const acting = currentActing()
  if (session_id) return { session_id, via: 'session' as const }
  if (acting?.actor_id === actor_id) return { session_id: acting.session_id, via: acting.via }
  return { session_id: 0, via: 'site' as const }
}

/** The one way to write down what somebody who looks after the site has done: in the transaction in which they do it. Entries are never changed. */
export const recordAudit = async ({ db, now }: Recorder, entry: AuditEntry) => {
  const { before, after, ...row } = entry
  await db
    .insertInto('audit_entries')
    .values({
      ...row,
      ...origin(entry),
      kind: row.action.split('.', 1)[0]!,
      part: partOf(row.action),
      user_id: row.user_id ?? (row.object_type === 'user' ? row.object_id : 0),
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      created_at: now(),
    })
    .execute()
}

/** The same for what members may do too: only staff are recorded. */
export const recordStaffAct = async (
  tx: Recorder,
  actor: Pick<Actor, 'id' | 'role_id'>,
  entry: Omit<AuditEntry, 'actor_id' | 'session_id'>,
) => {
  if (isStaff(actor)) await recordAudit(tx, { ...entry, actor_id: actor.id })
}

/** Long work was begun, stopped or continued. */
export const recordTask = (
  tx: Recorder,
  actor_id: number,
  action: string,
  { id, kind }: { id: number; kind: string },
) =>
  recordAudit(tx, {
    actor_id,
    action,
    object_type: 'task',
    object_id: id,
    name: kind,
    before: null,
    after: null,
  })

const OLD_AT_ONCE = 1000

/** The oldest ones, so many at most. @returns how many went. */
export const deleteOldEntries = async (db: Db, until: number) => {
  const old = db.selectFrom('audit_entries').select('id').where('created_at', '<', until).orderBy('created_at')
  const { numDeletedRows } = await db
    .deleteFrom('audit_entries')
    .where('id', 'in', old.limit(OLD_AT_ONCE))
    .executeTakeFirstOrThrow()
  return { isAll: Number(numDeletedRows) < OLD_AT_ONCE }
}

const NOTHING = { before: 'null', after: 'null' }

/** Of an erased account nothing stays but a number: neither do its former names. */
export const forgetNames = (db: Db, user_id: number) =>
  db
    .updateTable('audit_entries')
    .set(NOTHING)
    .where('user_id', '=', user_id)
    .where('kind', 'in', ['user', 'suspension'])
    .execute()

/** Comments are erased with their post, and so is what they once said. */
export const forgetComments = (db: Db, post_ids: number[]) =>
  db
    .updateTable('audit_entries')
    .set(NOTHING)
    .where('object_type', '=', 'comment')
    .where('object_id', 'in', (eb) => eb.selectFrom('comments').select('id').where('post_id', 'in', post_ids))
    .execute()
