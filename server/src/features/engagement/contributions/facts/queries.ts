import { type RawBuilder, sql } from 'kysely'
import type { Within } from '../../../../db/checks.ts'
import type { DB } from '../../../../db/tables.ts'
import { listed } from '../../../../db/visible.ts'
import { DAY } from '../../../../lib/clock.ts'

// What users did, from the posts, comments, revisions and entries themselves, as far as everybody's lists show it.

/** When it was: a day, or all of them. */
type When = (column: string) => RawBuilder<unknown>

const dayOf = (column: string) => sql`${sql.ref(column)} - ${sql.ref(column)} % ${sql.lit(DAY)}`

const SOURCES: ((within: Within, when: When) => RawBuilder<unknown>)[] = [
  (
    within,
    when,
  ) => sql`select user_id, ${dayOf('created_at')} as starts_at, points as reputation, 0 as posts, 0 as comments, 0 as edits from reputation_entries
    where ${within('user_id')} and taken_back_at = 0 and reason <> 'opening' and ${when('created_at')}`,
  (within, when) => sql`select posts.user_id, ${dayOf('posts.created_at')}, 0, 1, 0, 0 from posts
    where ${within('posts.user_id')} and posts.kind in ('question', 'answer') and ${listed(null)} and ${when('posts.created_at')}`,
  (within, when) => sql`select comments.user_id, ${dayOf('comments.created_at')}, 0, 0, 1, 0 from comments
    inner join posts on posts.id = comments.post_id
    where ${within('comments.user_id')} and comments.status = 1 and ${listed(null)} and ${when('comments.created_at')}`,
  (within, when) => sql`select revisions.user_id, ${dayOf('revisions.created_at')}, 0, 0, 0, 1 from revisions
    where ${within('revisions.user_id')} and revisions.number > 1 and ${when('revisions.created_at')} and (revisions.object_type = 'tag'
      or exists (select 1 from posts where posts.id = revisions.object_id and posts.user_id <> revisions.user_id and ${listed(null)}))`,
]

const always: When = () => sql`1 = 1`

/** Each thing by itself, with the day it was on. */
export const things = (within: Within, when: When = always) =>
  sql.join(
    SOURCES.map((source) => source(within, when)),
    sql` union all `,
  )

export type Figures = Pick<DB['contributions'], 'reputation' | 'posts' | 'comments' | 'edits'>
export const FIGURES = ['reputation', 'posts', 'comments', 'edits'] as const

/** The same by user and day. */
export const days = (within: Within, when: When = always) => sql<
  Figures & { user_id: number; starts_at: number }
>`select user_id, starts_at, ${sql.join(FIGURES.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
  from (${things(within, when)}) as things group by user_id, starts_at`

export const UNDER_TAGS = ['answers', 'answer_score', 'questions', 'question_score'] as const

/** What users wrote under each tag. */
export const underTags = (within: Within) => sql<DB['tag_contributions']>`select posts.user_id, question_tags.tag_id,
    sum(case posts.kind when 'answer' then 1 else 0 end) as answers, sum(case posts.kind when 'answer' then posts.score else 0 end) as answer_score,
    sum(case posts.kind when 'question' then 1 else 0 end) as questions, sum(case posts.kind when 'question' then posts.score else 0 end) as question_score
  from posts inner join question_tags on question_tags.question_id = posts.question_id
  where ${within('posts.user_id')} and posts.kind in ('question', 'answer') and ${listed(null)}
  group by posts.user_id, question_tags.tag_id`
