import { sql } from 'kysely'
import { type CheckedTable, check, missing, missingOrNone, wrongRows } from '../../../db/checks.ts'

const awarded = sql`(select count(*) from badge_awards where badge_awards.badge_id = badges.id and badge_awards.taken_back_at = 0)`

/** What must hold of every row. */
export const checks = {
  badges: {
    key: 'id',
    checks: {
      'badges.award_count': check('counts its awards wrongly', wrongRows('badges', sql`award_count <> ${awarded}`)),
    },
  },
  badge_awards: {
    key: 'id',
    checks: {
      'badge_awards.user_id': check(
        "is somebody's who doesn't exist, or of no badge",
        wrongRows(
          'badge_awards',
          sql`${missing('users', 'badge_awards.user_id')} or ${missing('badges', 'badge_awards.badge_id')}`,
        ),
      ),
      'badge_awards.object_id': check(
        "is for what isn't there",
        wrongRows(
          'badge_awards',
          sql`(object_type in ('question', 'answer') and ${missing('posts', 'badge_awards.object_id')})
            or (object_type = 'comment' and ${missing('comments', 'badge_awards.object_id')})
            or ${missingOrNone('posts', 'badge_awards.question_id')}`,
        ),
      ),
    },
  },
  post_shares: {
    key: 'post_id',
    checks: {
      'post_shares.post_id': check(
        "was shared, and isn't there",
        wrongRows(
          'post_shares',
          sql`${missing('posts', 'post_shares.post_id')} or ${missing('users', 'post_shares.user_id')}`,
          'post_id',
        ),
      ),
    },
  },
  link_visits: {
    key: 'id',
    checks: {
      'link_visits.post_id': check(
        'is of a link in no post',
        wrongRows('link_visits', missing('posts', 'link_visits.post_id')),
      ),
    },
  },
  user_visits: {
    key: 'user_id',
    checks: {
      'user_visits.days': check(
        'has more days in a row than ever',
        wrongRows('user_visits', sql`days > most_days or ${missing('users', 'user_visits.user_id')}`, 'user_id'),
      ),
    },
  },
  answers_read: {
    key: 'question_id',
    checks: {
      'answers_read.answer_id': check(
        'has answers read that are not there',
        wrongRows(
          'answers_read',
          sql`${missing('posts', 'answers_read.answer_id')} or ${missing('users', 'answers_read.user_id')}`,
          'question_id',
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
