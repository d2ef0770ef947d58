import { sql, type SqlBool } from 'kysely'
import { type CheckedTable, check } from '../../../db/checks.ts'
import { days, FIGURES, UNDER_TAGS, underTags } from './facts/queries.ts'

/** What a job is still to count is not off. */
const nothingWaits = sql<SqlBool>`not exists (select 1 from jobs where effect like '%/countThread' or effect like '%/countTag' or effect = 'site.imported/countAnew')`

const named = (names: readonly string[], write: (name: string) => unknown) => sql.join(names.map((name) => write(name)))
const anyLeft = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
    sql` or `,
  )
const WEIGHTS = sql`case period when 'day' then -4 else 1 end`

/** What must hold of every user. */
export const checks = {
  users: {
    key: 'id',
    checks: {
      'users.contributions': check(
        'did something else on some days than is counted',
        (within) => sql`select distinct user_id as id from (
          select user_id from (select * from (${days(within)}) as done
            union all select user_id, starts_at, ${named(FIGURES, (name) => sql`-${sql.ref(name)}`)} from contributions
              where ${within('user_id')} and period = 'day') as compared
            group by user_id, starts_at having ${anyLeft(FIGURES)}
          union all select user_id from (select user_id, ${named(FIGURES, (name) => sql`${sql.ref(name)} * ${WEIGHTS} as ${sql.ref(name)}`)} from contributions
              where ${within('user_id')}) as weighted
            group by user_id having ${anyLeft(FIGURES)}) as found
        where user_id > 0 and ${nothingWaits}`,
      ),
      'users.tag_contributions': check(
        'wrote something else under some tags than is counted',
        (within) => sql`select distinct user_id as id from (
          select user_id from (select user_id, tag_id, ${named(UNDER_TAGS, sql.ref)} from (${underTags(within)}) as wrote
            union all select user_id, tag_id, ${named(UNDER_TAGS, (name) => sql`-${sql.ref(name)}`)} from tag_contributions
              where ${within('user_id')}) as compared
            group by user_id, tag_id having ${anyLeft(UNDER_TAGS)}) as found
        where user_id > 0 and ${nothingWaits}`,
      ),
    },
  },
} satisfies Record<string, CheckedTable>
