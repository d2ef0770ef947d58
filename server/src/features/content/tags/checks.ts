import { sql } from 'kysely'
import { type CheckedTable, check, missing, wrongRows, followers } from '../../../db/checks.ts'
import { inLists, isQuestion } from '../../../db/visible.ts'

/** What must hold of every row. */
export const checks = {
  question_tags: {
    key: 'question_id',
    checks: {
      'question_tags.question_id': check(
        "has a tag that doesn't exist, or is no question",
        wrongRows(
          'question_tags',
          sql`${missing('tags', 'question_tags.tag_id')}
      or not exists (select 1 from posts where posts.id = question_tags.question_id and ${isQuestion()})`,
          'question_id',
        ),
      ),
      'question_tags.tag_id': check(
        'bears another word for a tag',
        wrongRows(
          'question_tags',
          sql`exists (select 1 from tags where tags.id = question_tags.tag_id and tags.main_tag_id <> 0)`,
          'question_id',
        ),
      ),
    },
  },
  tags: {
    key: 'id',
    checks: {
      'tags.status': check("has a status that there isn't", wrongRows('tags', sql`status not in (1, 10)`)),
      'tags.main_tag_id': check(
        'is another word for what is no tag of its own',
        wrongRows(
          'tags',
          sql`main_tag_id <> 0 and not exists (select 1 from tags as main where main.id = tags.main_tag_id
            and main.main_tag_id = 0 and main.status = 1)`,
        ),
      ),
      'tags.slug_name': check(
        'is called like another',
        wrongRows(
          'tags',
          sql`exists (select 1 from tags as other where other.slug_name = tags.slug_name and other.id < tags.id)`,
        ),
      ),
      'tags.follow_count': check(
        'is followed by another number',
        wrongRows('tags', sql`follow_count <> ${followers('tag', 'tags')}`),
      ),
      'tags.question_count': check(
        'has another number of questions',
        wrongRows(
          'tags',
          sql`question_count <> (select count(*) from question_tags
            inner join posts on posts.id = question_tags.question_id where question_tags.tag_id = tags.id and ${inLists()})`,
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
