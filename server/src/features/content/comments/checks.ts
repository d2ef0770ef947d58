import { sql } from 'kysely'
import { type CheckedTable, check, missing, wrongRows } from '../../../db/checks.ts'

/** What must hold of every row. */
export const checks = {
  comments: {
    key: 'id',
    checks: {
      'comments.post_id': check(
        "is on a post, under a question or by a member that doesn't exist",
        wrongRows(
          'comments',
          sql`${missing('users', 'comments.user_id')}
      or not exists (select 1 from posts where posts.id = comments.post_id and posts.question_id = comments.question_id)`,
        ),
      ),
      'comments.reply_comment_id': check(
        "answers a comment that isn't under the same post",
        wrongRows(
          'comments',
          sql`reply_comment_id <> 0
      and not exists (select 1 from comments as replied where replied.id = comments.reply_comment_id
      and replied.post_id = comments.post_id)`,
        ),
      ),
      'comments.status': check("has a status that there isn't", wrongRows('comments', sql`status not in (1, 10, 11)`)),
      'reviews.missing_comment': check(
        'waits for review, and is in no queue',
        wrongRows(
          'comments',
          sql`status = 11 and not exists (select 1 from reviews where reviews.post_id = comments.post_id
            and reviews.comment_id = comments.id)`,
        ),
      ),
      'comments.score': check(
        'has another score than its votes make',
        wrongRows(
          'comments',
          sql`score <> carried_score + (select count(*) from comment_votes where comment_votes.comment_id = comments.id)`,
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
