import type { Dump } from '@askwell/contract/imports.ts'
import * as contract from '@askwell/contract/tasks.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import { continueTask, stopTask } from '../../../events/tasks/service.ts'
import { type Problem, tellProblem } from '../../../db/problem.ts'
import type { Api } from '../../../http/api/perform.ts'
import { userCards } from '../../users/users/views.ts'
import { recordTask } from '../audit/queries.ts'
import { undoneAt } from '../imports/run-state.ts'
import { listTasks } from './queries.ts'

const SHOWN = 10

/** One that failed under an older version says so in plain words. */
const errorOf = (language: string, error: string) => {
  const problem = error.startsWith('{') ? (JSON.parse(error) as Problem) : undefined
  return { error: problem ? tellProblem(language, problem) : error, refused: problem?.refused === true }
}

const OF_DUMPS = ['examine_dump', 'import_dump']
const dumpOf = ({ kind, args }: { kind: string; args: string }): Dump | null => {
  if (!OF_DUMPS.includes(kind)) return null
  const { source, name } = JSON.parse(args) as Dump
  return { source, name }
}

export const routes = (api: Api) => {
  api.on(contract.tasks, async ({ app, query, caller }) => {
    const rows = await listTasks(app.db, query.kind, SHOWN)
    const users = await userCards(
      app.db,
      rows.map(({ user_id }) => user_id),
    )
    return rows.map((row) => ({
      id: String(row.id),
      kind: row.kind,
      status: row.status,
      done: row.done,
      total: row.total,
      what: row.what,
      result: row.result === '' ? null : (JSON.parse(row.result) as unknown),
      ...errorOf(caller.language, row.error),
      dump: dumpOf(row),
      undone_at: undoneAt(row),
      begun_by: users.get(row.user_id)!.display_name,
      created_at: row.created_at,
      ended_at: row.ended_at,
    }))
  })
  api.on(contract.setTaskStatus, async ({ app, actor, body }) => {
    const id = userNumber(body.id)
    const [act, action] = body.status === 'stopped' ? [stopTask, 'task.stopped'] : [continueTask, 'task.continued']
    await act(app, actor.id, id, (tx, task) => recordTask(tx, actor.id, action, task))
    return null
  })
}
