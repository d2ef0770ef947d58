import { ACTIVE_TASK } from '@askwell/contract/tasks.ts'
import { type Db, locking, skippingLocked } from '../../db/dialect.ts'
import type { DB } from '../../db/tables.ts'

/** Seconds that a process has for a task before it has to say that it is still at it. */
export const TASK_LEASE = 60

/** So often a task is taken up without coming further; more often, and it is what ends the process. */
export const CLAIMS_MAX = 3

/** Waiting, or given up by a process that is gone. The new number of attempts says whose it is from now on. */
export const claimTasks = (db: Db, now: number, kinds: string[]) =>
  db
    .updateTable('tasks')
    .set((eb) => ({
      status: eb.case().when('status', '=', 'stopping').then('stopping').else('running').end() as never,
      locked_until: now + TASK_LEASE,
      attempts: eb('attempts', '+', 1),
      claims: eb('claims', '+', 1),
      updated_at: now,
    }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('tasks')
        .select('id')
        .where('status', 'in', ACTIVE_TASK)
        .where('locked_until', '<=', now)
        .where('kind', 'in', kinds)
        .$call(skippingLocked(db) as never),
    )
    .returning(['id', 'kind', 'args', 'state', 'status', 'done', 'total', 'what', 'attempts', 'claims'])
    .execute()

type TaskChange = Partial<
  Pick<
    DB['tasks'],
    'status' | 'state' | 'attempts' | 'claims' | 'what' | 'done' | 'total' | 'result' | 'error' | 'ended_at'
  >
>

/** By the process that has it. @returns its status, or undefined if another process has taken it over. */
export const saveTask = async (
  db: Db,
  { id, attempts }: { id: number; attempts: number },
  change: TaskChange,
  { now, locked_until }: { now: number; locked_until: number },
) =>
  (
    await db
      .updateTable('tasks')
      .set({ ...change, updated_at: now, locked_until })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('status', 'in', ['running', 'stopping'])
      .returning('status')
      .executeTakeFirst()
  )?.status

/** What those of a kind have saved, as far as they have. */
export const listTaskStates = (db: Db, kind: string) =>
  db.selectFrom('tasks').select(['id', 'state']).where('kind', '=', kind).where('state', '<>', '').execute()

/** Of one that nobody is at. */
export const setTaskState = (db: Db, id: number, state: string) =>
  db.updateTable('tasks').set({ state }).where('id', '=', id).execute()

/** There is no other process: the one that had them is gone. */
export const releaseTasks = (db: Db) =>
  db.updateTable('tasks').set({ locked_until: 0 }).where('status', 'in', ['running', 'stopping']).execute()

export const insertTask = async (db: Db, task: { kind: string; args: string; user_id: number }, now: number) =>
  (
    await db
      .insertInto('tasks')
      .values({
        ...task,
        state: '',
        status: 'waiting',
        what: '',
        done: 0,
        total: 0,
        result: '',
        error: '',
        attempts: 0,
        claims: 0,
        locked_until: 0,
        created_at: now,
        updated_at: now,
        ended_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

export const lockTask = (db: Db, id: number) =>
  db.selectFrom('tasks').selectAll().where('id', '=', id).$call(locking(db)).executeTakeFirst()

export const setTaskStatus = (db: Db, id: number, status: DB['tasks']['status'], now: number) =>
  db
    .updateTable('tasks')
    .set({
      status,
      updated_at: now,
      error: '',
      claims: 0,
      ...(status === 'stopped' ? { ended_at: now } : { ended_at: 0 }),
    })
    .where('id', '=', id)
    .execute()
