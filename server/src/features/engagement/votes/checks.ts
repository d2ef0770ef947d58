import { sql } from 'kysely'
import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  votes: {
    key: 'id',
    checks: {
      'votes.post_id': check(
        "is on a post or by a member that doesn't exist",
        wrongRows('votes', sql`${missing('posts', 'votes.post_id')} or ${missing('users', 'votes.user_id')}`),
      ),
      'votes.user_id': check(
        "is a vote on one's own post",
        wrongRows(
          'votes',
          sql`exists (select 1 from posts where posts.id = votes.post_id and posts.user_id = votes.user_id)`,
        ),
      ),
      'votes.direction': check('is neither up nor down', wrongRows('votes', sql`direction not in ('up', 'down')`)),
      'votes.twice': check(
        'is a second vote of one member on one post',
        wrongRows(
          'votes',
          sql`exists (select 1 from votes as other where other.post_id = votes.post_id and other.user_id = votes.user_id
            and other.id < votes.id)`,
        ),
      ),
    },
  },
  comment_votes: {
    key: 'comment_id',
    checks: {
      'comment_votes.comment_id': check(
        'has a vote by nobody, or on no comment',
        wrongRows(
          'comment_votes',
          sql`${missing('comments', 'comment_votes.comment_id')} or ${missing('users', 'comment_votes.user_id')}`,
          'comment_id',
        ),
      ),
      'comment_votes.user_id': check(
        "has its author's own vote",
        wrongRows(
          'comment_votes',
          sql`exists (select 1 from comments where comments.id = comment_votes.comment_id and comments.user_id = comment_votes.user_id)`,
          'comment_id',
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
