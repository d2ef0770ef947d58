import { ROLE, ROLES } from '@askwell/contract/roles.ts'
import type { Db } from '../../../db/dialect.ts'
import { CSV_START, csvLines } from '../../../lib/csv.ts'
import { statusName } from '../../users/users/policy.ts'
import { listUsersAfter } from './queries.ts'

const AT_ONCE = 500

const COLUMNS = [
  'id',
  'username',
  'name',
  'email',
  'role',
  'status',
  'reputation',
  'questions',
  'answers',
  'created',
  'last_login',
]

const time = (at: number) => (at ? new Date(at * 1000).toISOString() : '')

type Row = Awaited<ReturnType<typeof listUsersAfter>>[number]
const cells = (user: Row) => [
  user.id,
  user.username,
  user.display_name,
  user.e_mail ?? '',
  ROLES.find((role) => ROLE[role] === user.role_id) ?? '',
  statusName(user),
  user.rank,
  user.question_count,
  user.answer_count,
  time(user.created_at),
  time(user.last_login_at),
]

/** Accounts that aren't deleted. */
export async function* exportedUsers(db: Db) {
  yield CSV_START + csvLines([COLUMNS])
  for (let after = 0; ;) {
    const users = await listUsersAfter(db, after, AT_ONCE)
    if (users.length === 0) return
    yield csvLines(users.map(cells))
    after = users.at(-1)!.id
  }
}
