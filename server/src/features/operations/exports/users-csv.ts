import { ROLE, ROLES } from '@askwell/contract/roles.ts'
import papaparse from 'papaparse'
import type { Db } from '../../../db/dialect.ts'
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

/** What begins like a formula gets an apostrophe before it: spreadsheets would run it, and members choose their names. */
const lines = (rows: (string | number)[][]) => `${papaparse.unparse(rows, { escapeFormulae: true })}\r\n`

/** Accounts that aren't deleted. It begins with a byte order mark, or Excel would take the text for another encoding. */
export async function* exportedUsers(db: Db) {
  yield `\uFEFF${lines([COLUMNS])}`
  for (let after = 0; ;) {
    const users = await listUsersAfter(db, after, AT_ONCE)
    if (users.length === 0) return
    yield lines(users.map(cells))
    after = users.at(-1)!.id
  }
}
