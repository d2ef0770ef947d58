import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Dump } from './imports.ts'
import { Done, nullable, oneOf, Time } from './shapes.ts'

// Long work of the site: begun by a call of its own (`awardPast`), then seen, stopped and continued by these.

export const TASK_STATUS = ['waiting', 'running', 'stopping', 'stopped', 'done', 'failed'] as const
/** It hasn't ended yet. */
export const ACTIVE_TASK = ['waiting', 'running', 'stopping'] as const satisfies readonly (typeof TASK_STATUS)[number][]
/** What long work the site does. Each has its words. */
export const TASK_KINDS = [
  'award_past_badges',
  'bulk_act',
  'invite_people',
  'backup',
  'fetch_backup',
  'reindex',
  'export',
  'fetch_dump',
  'examine_dump',
  'import_dump',
  'examine_undo',
  'undo_import',
  'measure_storage',
  'clean_storage',
  'make_smaller',
  'move_uploads',
  'render_anew',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export const Task = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  status: oneOf(TASK_STATUS),
  /** How much of it is done, and of what; a total of 0 isn't known yet. */
  done: Type.Integer(),
  total: Type.Integer(),
  what: Type.String(),
  /** What came of it, by kind; null until it is done. */
  result: Type.Unknown(),
  /** Why it failed. */
  error: Type.String(),
  /** It was never begun, for what was asked can't be done; asked for otherwise, it is another one. */
  refused: Type.Boolean(),
  /** Which dump it reads, where it does. */
  dump: nullable(Dump),
  /** When what it had brought in was taken back; 0 if it wasn't. */
  undone_at: Time,
  /** The display name of the one who began it. */
  begun_by: Type.String(),
  created_at: Time,
  ended_at: Time,
})
export type Task = Static<typeof Task>

const id = Type.String({ minLength: 1, maxLength: 20 })

/** Ours. The latest ones first, ten at most. */
export const tasks = endpoint({
  prefix: 'admin',
  method: 'GET',
  path: '/tasks',
  summary: 'Long work: how far it is and what came of it',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  /** None: of every kind. */
  query: Type.Object({ kind: Type.String({ maxLength: 50, default: '' }) }),
  reply: Type.Array(Task),
})
/** Ours. It stops at its next step, and goes on from there. */
export const setTaskStatus = endpoint({
  prefix: 'admin',
  method: 'PUT',
  path: '/task/status',
  summary: 'Stop long work, or let it go on',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  body: Type.Object({ id, status: oneOf(['stopped', 'running']) }),
  reply: Done,
})
