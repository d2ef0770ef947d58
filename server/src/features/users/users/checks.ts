import { sql } from 'kysely'
import { type CheckedTable, check, wrongRows, followers } from '../../../db/checks.ts'
import { listed } from '../../../db/visible.ts'
import { DAY } from '../../../lib/clock.ts'

const ownPosts = (kind: 'question' | 'answer') =>
  sql<number>`(select count(*) from posts where posts.user_id = users.id and posts.kind = ${kind} and ${listed(null)})`
const sumInForce = sql<number>`coalesce((select sum(points) from reputation_entries as entries
  where entries.user_id = users.id and entries.taken_back_at = 0), 0)`

/** What must hold of every row. */
export const checks = {
  users: {
    key: 'id',
    checks: {
      'users.status': check(
        "has a status, a role or a state of the address that there isn't",
        wrongRows('users', sql`status not in (1, 9, 10, 11) or role_id not in (1, 2, 3) or mail_status not in (1, 2)`),
      ),
      'users.e_mail': check(
        "has the address of another, or one that isn't written small",
        wrongRows(
          'users',
          sql`e_mail <> lower(e_mail) or exists (select 1 from users as other where other.e_mail = users.e_mail and other.id < users.id)`,
        ),
      ),
      'users.username': check(
        "has the name of another, or one that isn't written small",
        wrongRows(
          'users',
          sql`username <> lower(username) or exists (select 1 from users as other where other.username = users.username
            and other.id < users.id)`,
        ),
      ),
      'users.rank': check(
        'has another reputation than the ledger says',
        wrongRows('users', sql`rank <> ${sumInForce}`),
      ),
      'users.floor': check(
        'has less than the lowest reputation',
        wrongRows(
          'users',
          sql`rank < 1 and exists (select 1 from reputation_entries as entries where entries.user_id = users.id
            and reason = 'user.activated' and taken_back_at = 0)`,
        ),
      ),
      'users.day': check(
        'got more by votes than a day may bring',
        (
          within,
        ) => sql`select distinct user_id as id from reputation_entries where ${within('user_id')} and capped = 1 and taken_back_at = 0
      group by user_id, created_at / ${sql.lit(DAY)} having sum(points) > 200`,
      ),
      'users.follow_count': check(
        'is followed by another number',
        wrongRows('users', sql`follow_count <> ${followers('user', 'users')}`),
      ),
      'users.question_count': check(
        'has another number of questions or answers',
        wrongRows('users', sql`question_count <> ${ownPosts('question')} or answer_count <> ${ownPosts('answer')}`),
      ),
      'users.names': check(
        "can't be found by the name",
        wrongRows(
          'users',
          sql`not exists (select 1 from user_names where user_names.user_id = users.id and user_names.word = users.username)
            and not exists (select 1 from jobs where effect = 'site.imported/countAnew')`,
        ),
      ),
      'users.suspension_note': check(
        "has a note, a beginning or an end of a suspension, and isn't suspended",
        wrongRows(
          'users',
          sql`(status <> 9 and (suspension_note <> '' or suspended_at <> 0 or suspended_until <> 0))
      or (status = 9 and suspended_until <> 0 and suspended_until < suspended_at)`,
        ),
      ),
      'users.avatar_custom': check(
        'has an avatar that was never uploaded',
        wrongRows(
          'users',
          sql`avatar_type = 'custom' and not exists (select 1 from files
            where '/uploads/' || files.path = users.avatar_custom and deleted_at = 0)`,
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
