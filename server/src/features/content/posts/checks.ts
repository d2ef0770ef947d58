import { sql } from 'kysely'
import {
  type Check,
  type CheckedTable,
  check,
  missing,
  missingOrNone,
  wrongRows,
  followers,
} from '../../../db/checks.ts'
import { inLists, isAnswer, isQuestion } from '../../../db/visible.ts'
import { engineOf } from '../search/queries.ts'
import { waits } from '../search/checks.ts'

const upMinusDown = sql<number>`coalesce((select sum(case when direction = 'up' then 1 else -1 end) from votes
  where votes.post_id = posts.id), 0)`
const shownComments = sql<number>`(select count(*) from comments where comments.post_id = posts.id and comments.status = 1)`
const shownAnswers = sql`from posts as answers where answers.question_id = posts.id and ${isAnswer('answers')} and answers.status < 10`
/** Of all that happened to a question the last, or of several in the same second one of them, but not the asking. When, an imported one may know better, or one that stirred after the clock was set back. */
const otherThanLast: Check['rows'] = (within) => sql<{ id: number }>`
  select posts.id from posts inner join (
      select id as question_id, 'asked' as what, user_id as who, 2 * created_at as at from posts where ${isQuestion()} and ${within('id')}
      union all select id, 'modified', last_editor_id, 2 * edited_at + 1 from posts where ${isQuestion()}
      and ${within('id')} and edited_at > 0 and last_editor_id > 0
      union all select question_id, 'answered', user_id, 2 * created_at + 1 from posts where ${isAnswer()}
      and ${within('question_id')} and status < 10
      union all select question_id, 'modified', last_editor_id, 2 * edited_at + 1 from posts where ${isAnswer()}
      and ${within('question_id')} and status < 10 and edited_at > 0 and last_editor_id > 0
    ) as moments on moments.question_id = posts.id
  where ${isQuestion()} and ${within('posts.id')} group by posts.id
  having coalesce(max(case when what = posts.operation_type and who = posts.operator_id then at end), -1) < max(at)
  and max(case when what <> 'asked' and what = posts.operation_type and who = posts.operator_id
  and at / 2 = posts.active_at then 1 else 0 end) = 0`

/** What must hold of every row. */
export const checks = {
  question_links: {
    key: 'from_post_id',
    checks: {
      'question_links.from_post_id': check(
        "links, but isn't shown",
        wrongRows(
          'question_links',
          sql`not exists (select 1 from posts inner join posts as question on question.id = posts.question_id
      where posts.id = from_post_id and question.id = from_question_id and posts.status < 10 and ${inLists('question')})`,
          'from_post_id',
        ),
      ),
      'question_links.to_question_id': check(
        'links to itself, or to what is no question',
        wrongRows(
          'question_links',
          sql`to_question_id = from_question_id or not exists (select 1 from posts where posts.id = to_question_id and ${isQuestion()})`,
          'from_post_id',
        ),
      ),
    },
  },
  closings: {
    key: 'question_id',
    checks: {
      'closings.question_id': check(
        'is not closed, and it says why',
        wrongRows(
          'closings',
          sql`not exists (select 1 from posts where posts.id = closings.question_id and ${isQuestion()} and (status = 2
            or (status = 10 and former_status = 2)))`,
          'question_id',
        ),
      ),
      'closings.duplicate_of_id': check(
        'is a duplicate of itself, or of no question',
        wrongRows(
          'closings',
          sql`duplicate_of_id = question_id
      or (duplicate_of_id <> 0 and not exists (select 1 from posts where posts.id = closings.duplicate_of_id and ${isQuestion()}))`,
          'question_id',
        ),
      ),
    },
  },
  posts: {
    key: 'id',
    checks: {
      'posts.kind': check(
        'is neither a question nor an answer to one',
        wrongRows(
          'posts',
          sql`not (${isQuestion()} and question_id = id
      or ${isAnswer()} and exists (select 1 from posts as question where question.id = posts.question_id and ${isQuestion('question')}))`,
        ),
      ),
      'posts.status': check(
        "has a status that there isn't",
        wrongRows(
          'posts',
          sql`status not in (1, 2, 10, 11) or (${isAnswer()} and status = 2) or show not in (1, 2) or pin not in (1, 2)`,
        ),
      ),
      'posts.pin': check('is pinned and in no list', wrongRows('posts', sql`pin = 2 and show = 2`)),
      'posts.former_status': check(
        "remembers being deleted, or how it was before, and isn't",
        wrongRows(
          'posts',
          sql`former_status not in (1, 2, 11) or (status <> 10 and (former_status <> 1 or was_accepted <> 0 or deleted_by <> 0))`,
        ),
      ),
      'closings.missing': check(
        "is closed, and it isn't noted that it is",
        wrongRows(
          'posts',
          sql`${isQuestion()} and (status = 2 or (status = 10 and former_status = 2)) and not exists (select 1
            from closings where closings.question_id = posts.id)`,
        ),
      ),
      'reviews.missing': check(
        'waits for review, and is in no queue',
        wrongRows(
          'posts',
          sql`status = 11 and not exists (select 1 from reviews where reviews.post_id = posts.id and reviews.comment_id = 0)`,
        ),
      ),
      'posts.user_id': check(
        "is by a member, or was last touched by one, who doesn't exist",
        wrongRows(
          'posts',
          sql`${missing('users', 'posts.user_id')} or ${missingOrNone('users', 'posts.operator_id')} or ${missingOrNone('users', 'posts.last_editor_id')}`,
        ),
      ),
      'posts.revision_id': check(
        "doesn't show the text of its last revision",
        wrongRows(
          'posts',
          sql`
      not exists (select 1 from revisions where revisions.id = posts.revision_id and object_type = posts.kind
      and object_id = posts.id and revisions.title = posts.title and revisions.original_text = posts.original_text
        and number = (select max(its.number) from revisions as its where its.object_type = posts.kind
        and its.object_id = posts.id and its.number > 0))`,
        ),
      ),
      'posts.accepted_answer_id': check(
        'has accepted what is no answer to it, or none that is shown',
        wrongRows(
          'posts',
          sql`accepted_answer_id <> 0
      and not exists (select 1 from posts as answer where answer.id = posts.accepted_answer_id and ${isAnswer('answer')}
      and answer.question_id = posts.id and answer.status < 10)`,
        ),
      ),
      'posts.score': check(
        'has another score than its votes make',
        wrongRows('posts', sql`score <> carried_score + ${upMinusDown}`),
      ),
      'posts.comment_count': check(
        'has another number of comments',
        wrongRows('posts', sql`comment_count <> ${shownComments}`),
      ),
      'posts.answer_count': check(
        'has another number of answers, or another last one',
        wrongRows(
          'posts',
          sql`${isQuestion()} and (answer_count <> (select count(*) ${shownAnswers})
      or (case when answer_count = 0 then last_answer_id <> 0 else last_answer_id <> (select answers.id ${shownAnswers}
      order by answers.created_at desc, answers.id desc limit 1) end))`,
        ),
      ),
      'posts.follow_count': check(
        'is followed by another number',
        wrongRows('posts', sql`follow_count <> ${followers('question', 'posts')}`),
      ),
      'posts.collection_count': check(
        'is bookmarked by another number',
        wrongRows(
          'posts',
          sql`collection_count <> carried_collection_count + (select count(*) from collections where collections.question_id = posts.id)`,
        ),
      ),
      'posts.operator_id': check('was last touched by somebody else, or otherwise', otherThanLast),
      'posts.linked_count': check(
        'is linked from another number of questions',
        wrongRows(
          'posts',
          sql`linked_count <> (select count(distinct from_question_id) from question_links where question_links.to_question_id = posts.id)`,
        ),
      ),
      'search.missing': check(
        'is not in the search index',
        (within, db) => sql`select posts.id from posts where ${within('posts.id')} and status < 10
      and not (exists (select 1 from ${engineOf(db).indexed} as indexed where indexed.post_id = posts.id) and exists (select 1
      from search_state where search_state.post_id = posts.id)) and not ${waits('posts.id')}`,
      ),
    },
  },
} satisfies Record<string, CheckedTable>
