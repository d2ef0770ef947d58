import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Db, findSchemaFaults } from '../../../db/dialect.ts'
import { inLists, isAnswer, isQuestion, listed } from '../../../db/visible.ts'
import { DAY, HOUR, NEVER } from '../../../lib/clock.ts'
import { findSetting } from '../settings/queries.ts'
import { engineOf } from '../../content/search/queries.ts'

/** The range of a table that one statement checks. */
export interface Range {
  after: number
  upTo: number
}
type Within = (column: string) => RawBuilder<SqlBool>
type Id = number | string

/** What must be true for every row of a table. One statement for each check and range, so that a site in use is seen as of one moment. */
interface Check {
  /** What is wrong with the rows it finds. */
  says: string
  rows: (within: Within, db: Db, now: number) => RawBuilder<{ id: Id }>
}
interface Table {
  /** The column by which ranges of the table are checked; empty: all at once. */
  key: string
  checks: Record<string, Check>
}

const check = (says: string, rows: Check['rows']): Check => ({ says, rows })
const missing = (table: string, column: string) =>
  sql<SqlBool>`not exists (select 1 from ${sql.table(table)} as there where there.id = ${sql.ref(column)})`
const missingOrNone = (table: string, column: string) =>
  sql<SqlBool>`(${sql.ref(column)} <> 0 and ${missing(table, column)})`
const wrongRows =
  (table: string, condition: RawBuilder<SqlBool>, key = 'id'): Check['rows'] =>
  (within) =>
    sql<{
      id: Id
    }>`select ${sql.ref(`${table}.${key}`)} as id from ${sql.table(table)} where ${within(`${table}.${key}`)} and (${condition})`

const upMinusDown = sql<number>`coalesce((select sum(case when direction = 'up' then 1 else -1 end) from votes where votes.post_id = posts.id), 0)`
const shownComments = sql<number>`(select count(*) from comments where comments.post_id = posts.id and comments.status = 1)`
const shownAnswers = sql`from posts as answers where answers.question_id = posts.id and ${isAnswer('answers')} and answers.status < 10`
const ownPosts = (kind: 'question' | 'answer') =>
  sql<number>`(select count(*) from posts where posts.user_id = users.id and posts.kind = ${kind} and ${listed(null)})`
const followers = (type: 'question' | 'tag' | 'user', table: string) =>
  sql<number>`(select count(*) from follows where follows.object_type = ${type} and follows.object_id = ${sql.ref(`${table}.id`)})`
const sumInForce = sql<number>`coalesce((select sum(points) from reputation_entries as entries where entries.user_id = users.id and entries.taken_back_at = 0), 0)`

/** A post with a waiting index job isn't wrong. */
const waits = (column: string) => sql<SqlBool>`exists (select 1 from jobs inner join events on events.id = jobs.event_id
  where jobs.effect like '%/indexPost' and events.object_type in ('question', 'answer') and events.object_id = ${sql.ref(column)})`

/** Of all that happened to a question the last, or of several in the same second one of them, but not the asking. When, an imported one may know better, or one that stirred after the clock was set back. */
const otherThanLast: Check['rows'] = (within) => sql<{ id: number }>`
  select posts.id from posts inner join (
      select id as question_id, 'asked' as what, user_id as who, 2 * created_at as at from posts where ${isQuestion()} and ${within('id')}
      union all select id, 'modified', last_editor_id, 2 * edited_at + 1 from posts where ${isQuestion()} and ${within('id')} and edited_at > 0 and last_editor_id > 0
      union all select question_id, 'answered', user_id, 2 * created_at + 1 from posts where ${isAnswer()} and ${within('question_id')} and status < 10
      union all select question_id, 'modified', last_editor_id, 2 * edited_at + 1 from posts where ${isAnswer()} and ${within('question_id')} and status < 10 and edited_at > 0 and last_editor_id > 0
    ) as moments on moments.question_id = posts.id
  where ${isQuestion()} and ${within('posts.id')} group by posts.id
  having coalesce(max(case when what = posts.operation_type and who = posts.operator_id then at end), -1) < max(at)
  and max(case when what <> 'asked' and what = posts.operation_type and who = posts.operator_id and at / 2 = posts.active_at then 1 else 0 end) = 0`

export const TABLES: Record<string, Table> = {
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
          sql`exists (select 1 from votes as other where other.post_id = votes.post_id and other.user_id = votes.user_id and other.id < votes.id)`,
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
  reputation_entries: {
    key: 'id',
    checks: {
      'reputation_entries.user_id': check(
        "is about a member or a post that doesn't exist",
        wrongRows(
          'reputation_entries',
          sql`${missing('users', 'reputation_entries.user_id')} or ${missingOrNone('posts', 'reputation_entries.post_id')}`,
        ),
      ),
      'reputation_entries.twice': check(
        'stands in the ledger twice',
        wrongRows(
          'reputation_entries',
          sql`cause <> '' and taken_back_at = 0 and exists (select 1 from reputation_entries as other
      where other.cause = reputation_entries.cause and other.user_id = reputation_entries.user_id and other.reason = reputation_entries.reason and other.taken_back_at = 0 and other.id < reputation_entries.id)`,
        ),
      ),
      'reputation_entries.cause': check(
        'is for a vote that was taken back',
        wrongRows(
          'reputation_entries',
          sql`cause like 'vote:%' and taken_back_at = 0
      and not exists (select 1 from votes where votes.id = case when cause like 'vote:%' then cast(substr(cause, 6) as bigint) end)`,
        ),
      ),
    },
  },
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
      and not exists (select 1 from comments as replied where replied.id = comments.reply_comment_id and replied.post_id = comments.post_id)`,
        ),
      ),
      'comments.status': check("has a status that there isn't", wrongRows('comments', sql`status not in (1, 10, 11)`)),
      'reviews.missing_comment': check(
        'waits for review, and is in no queue',
        wrongRows(
          'comments',
          sql`status = 11 and not exists (select 1 from reviews where reviews.post_id = comments.post_id and reviews.comment_id = comments.id)`,
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
  follows: {
    key: 'object_id',
    checks: {
      'follows.object_id': check(
        "is followed by nobody, or isn't there",
        wrongRows(
          'follows',
          sql`${missing('users', 'follows.user_id')} or not (case object_type
      when 'question' then exists (select 1 from posts where posts.id = object_id and ${isQuestion()}) when 'tag' then exists (select 1 from tags where tags.id = object_id) else exists (select 1 from users where users.id = object_id) end)`,
          'object_id',
        ),
      ),
    },
  },
  collections: {
    key: 'question_id',
    checks: {
      'collections.question_id': check(
        'is bookmarked by nobody, or is no question',
        wrongRows(
          'collections',
          sql`${missing('users', 'collections.user_id')} or not exists (select 1 from posts where posts.id = collections.question_id and ${isQuestion()})`,
          'question_id',
        ),
      ),
    },
  },
  reactions: {
    key: 'post_id',
    checks: {
      'reactions.post_id': check(
        "has a reaction by nobody, or isn't there",
        wrongRows(
          'reactions',
          sql`${missing('users', 'reactions.user_id')} or ${missing('posts', 'reactions.post_id')}`,
          'post_id',
        ),
      ),
      'reactions.emoji': check(
        "has a reaction that there isn't",
        wrongRows('reactions', sql`emoji not in ('heart', 'smile', 'frown')`, 'post_id'),
      ),
    },
  },
  invitations: {
    key: 'question_id',
    checks: {
      'invitations.question_id': check(
        'has invited nobody, or is no question',
        wrongRows(
          'invitations',
          sql`${missing('users', 'invitations.user_id')} or not exists (select 1 from posts where posts.id = invitations.question_id and ${isQuestion()})`,
          'question_id',
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
          sql`not exists (select 1 from posts where posts.id = closings.question_id and ${isQuestion()} and (status = 2 or (status = 10 and former_status = 2)))`,
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
  file_uses: {
    key: 'file_id',
    checks: {
      'file_uses.post_id': check(
        "stands in a post that doesn't exist",
        wrongRows('file_uses', missing('posts', 'file_uses.post_id'), 'file_id'),
      ),
    },
  },
  suggested_files: {
    key: 'file_id',
    checks: {
      'suggested_files.revision_id': check(
        'stands in an edit that nobody has suggested',
        wrongRows('suggested_files', missing('revisions', 'suggested_files.revision_id'), 'file_id'),
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
          sql`${isQuestion()} and (status = 2 or (status = 10 and former_status = 2)) and not exists (select 1 from closings where closings.question_id = posts.id)`,
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
      not exists (select 1 from revisions where revisions.id = posts.revision_id and object_type = posts.kind and object_id = posts.id and revisions.title = posts.title and revisions.original_text = posts.original_text
        and number = (select max(its.number) from revisions as its where its.object_type = posts.kind and its.object_id = posts.id and its.number > 0))`,
        ),
      ),
      'posts.accepted_answer_id': check(
        'has accepted what is no answer to it, or none that is shown',
        wrongRows(
          'posts',
          sql`accepted_answer_id <> 0
      and not exists (select 1 from posts as answer where answer.id = posts.accepted_answer_id and ${isAnswer('answer')} and answer.question_id = posts.id and answer.status < 10)`,
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
      or (case when answer_count = 0 then last_answer_id <> 0 else last_answer_id <> (select answers.id ${shownAnswers} order by answers.created_at desc, answers.id desc limit 1) end))`,
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
          sql`collection_count <> (select count(*) from collections where collections.question_id = posts.id)`,
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
      and not (exists (select 1 from ${engineOf(db).kept} as kept where kept.post_id = posts.id) and exists (select 1 from search_state where search_state.post_id = posts.id)) and not ${waits('posts.id')}`,
      ),
    },
  },
  search_state: {
    key: 'post_id',
    checks: {
      'search.leftover': check(
        "is in the search index and isn't shown",
        (
          within,
          db,
        ) => sql`select post_id as id from (select post_id from ${engineOf(db).kept} as kept union select post_id from search_state) as kept
      where ${within('kept.post_id')} and not exists (select 1 from posts where posts.id = kept.post_id and posts.status < 10) and not ${waits('kept.post_id')}`,
      ),
      // After an update they are filled in step by step.
      'search.plain_text': check(
        'is in the search index without its words, and nothing is going to fill them in',
        wrongRows(
          'search_state',
          sql`plain_text is null and exists (select 1 from posts where posts.id = search_state.post_id and posts.status < 10)
      and not exists (select 1 from jobs where jobs.effect = 'keepWords')`,
          'post_id',
        ),
      ),
    },
  },
  revisions: {
    key: 'id',
    checks: {
      'revisions.object_id': check(
        "is of a thing or by a member that doesn't exist",
        wrongRows(
          'revisions',
          sql`${missingOrNone('users', 'revisions.user_id')}
      or not (case when object_type = 'tag' then exists (select 1 from tags where tags.id = object_id) else exists (select 1 from posts where posts.id = object_id and posts.kind = object_type) end)`,
        ),
      ),
      'revisions.status': check(
        "has a status that there isn't",
        wrongRows('revisions', sql`status not in (0, 1, 2, 3)`),
      ),
      'revisions.number': check(
        'has no place among the texts there were, or one it should not have',
        wrongRows(
          'revisions',
          sql`(status = 0 and number = 0) or (status in (1, 3) and number <> 0) or (status = 2 and number = 0 and decided_at = 0)
      or (number > 1 and not exists (select 1 from revisions as former where former.object_type = revisions.object_type and former.object_id = revisions.object_id and former.number = revisions.number - 1 and former.number > 0))`,
        ),
      ),
      'revisions.decided_by': check(
        'is decided by nobody, or waits and is decided',
        wrongRows(
          'revisions',
          sql`(status = 1 and decided_at <> 0) or (status = 3 and decided_at = 0) or ${missingOrNone('users', 'revisions.decided_by')}`,
        ),
      ),
      'revisions.base_revision_id': check(
        'began from, or goes back to, a text that never was',
        wrongRows(
          'revisions',
          sql`${missingOrNone('revisions', 'revisions.base_revision_id')} or ${missingOrNone('revisions', 'revisions.restored_revision_id')}`,
        ),
      ),
    },
  },
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
          sql`main_tag_id <> 0 and not exists (select 1 from tags as main where main.id = tags.main_tag_id and main.main_tag_id = 0 and main.status = 1)`,
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
          sql`question_count <> (select count(*) from question_tags inner join posts on posts.id = question_tags.question_id where question_tags.tag_id = tags.id and ${inLists()})`,
        ),
      ),
    },
  },
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
          sql`username <> lower(username) or exists (select 1 from users as other where other.username = users.username and other.id < users.id)`,
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
          sql`rank < 1 and exists (select 1 from reputation_entries as entries where entries.user_id = users.id and reason = 'user.activated' and taken_back_at = 0)`,
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
          sql`avatar_type = 'custom' and not exists (select 1 from files where '/uploads/' || files.path = users.avatar_custom and deleted_at = 0)`,
        ),
      ),
    },
  },
  sessions: {
    key: 'id',
    checks: {
      'sessions.user_id': check(
        'is a session of nobody',
        wrongRows('sessions', sql`not exists (select 1 from users where users.id = sessions.user_id)`),
      ),
    },
  },
  api_tokens: {
    key: 'id',
    checks: {
      'api_tokens.user_id': check(
        'is a token of somebody who is gone',
        wrongRows(
          'api_tokens',
          sql`not exists (select 1 from users where users.id = api_tokens.user_id and users.status <> 10)`,
        ),
      ),
    },
  },
  passkeys: {
    key: 'id',
    checks: {
      'passkeys.user_id': check(
        "is a passkey of somebody who doesn't exist",
        wrongRows('passkeys', missing('users', 'passkeys.user_id')),
      ),
    },
  },
  one_time_secrets: {
    key: 'user_id',
    checks: {
      'one_time_secrets.user_id': check(
        "gives one-time passwords to somebody who doesn't exist",
        wrongRows('one_time_secrets', missing('users', 'one_time_secrets.user_id'), 'user_id'),
      ),
    },
  },
  external_logins: {
    key: 'id',
    checks: {
      'external_logins.user_id': check(
        "lets in somebody who doesn't exist",
        wrongRows('external_logins', missing('users', 'external_logins.user_id')),
      ),
      'external_logins.external_id': check(
        "is nobody's elsewhere",
        wrongRows('external_logins', sql`connector = '' or external_id = ''`),
      ),
    },
  },
  member_settings: {
    key: 'user_id',
    checks: {
      'member_settings.user_id': check(
        "is what somebody has set who doesn't exist",
        wrongRows('member_settings', missing('users', 'member_settings.user_id'), 'user_id'),
      ),
    },
  },
  recovery_codes: {
    key: 'user_id',
    checks: {
      'recovery_codes.user_id': check(
        'has recovery codes and no second factor to recover',
        wrongRows(
          'recovery_codes',
          sql`not exists (select 1 from passkeys where passkeys.user_id = recovery_codes.user_id)
      and not exists (select 1 from one_time_secrets where one_time_secrets.user_id = recovery_codes.user_id and confirmed_at > 0)`,
          'user_id',
        ),
      ),
    },
  },
  codes: {
    key: 'id',
    checks: {
      'codes.user_id': check(
        "is a code for somebody who doesn't exist",
        wrongRows('codes', missing('users', 'codes.user_id')),
      ),
    },
  },
  notifications: {
    key: 'id',
    checks: {
      'notifications.user_id': check(
        'is a notice to nobody, or of nothing',
        wrongRows(
          'notifications',
          sql`${missing('users', 'notifications.user_id')} or ${missingOrNone('posts', 'notifications.question_id')}
      or ${missingOrNone('posts', 'notifications.answer_id')} or ${missingOrNone('comments', 'notifications.comment_id')} or is_read not in (0, 1)`,
        ),
      ),
    },
  },
  reports: {
    key: 'id',
    checks: {
      'reports.object_id': check(
        "is by nobody, or about what isn't there",
        wrongRows(
          'reports',
          sql`${missing('users', 'reports.user_id')} or ${missing('posts', 'reports.post_id')} or ${missing('posts', 'reports.question_id')}
      or not (case when object_type = 'comment' then exists (select 1 from comments where comments.id = object_id and comments.post_id = reports.post_id)
        else exists (select 1 from posts where posts.id = object_id and posts.kind = object_type and posts.id = reports.post_id) end)`,
        ),
      ),
      'reports.status': check(
        "is decided by nobody or in no way, or has a status that there isn't",
        wrongRows(
          'reports',
          sql`status not in (1, 2, 3) or (status = 1 and decision <> '') or (status > 1 and decision = '')`,
        ),
      ),
      'reports.waiting': check(
        'waits, though what it is about is deleted',
        wrongRows(
          'reports',
          sql`status = 1 and (case when object_type = 'comment' then exists (select 1 from comments where comments.id = object_id and comments.status = 10)
      else exists (select 1 from posts where posts.id = object_id and posts.status = 10) end)`,
        ),
      ),
    },
  },
  reviews: {
    key: 'id',
    checks: {
      'reviews.post_id': check(
        'is of no post, or by nobody',
        wrongRows('reviews', sql`${missing('posts', 'reviews.post_id')} or ${missing('users', 'reviews.user_id')}`),
      ),
      'reviews.status': check(
        "waits though the text doesn't, or is decided though it does",
        wrongRows(
          'reviews',
          sql`status not in (1, 2, 3)
      or (status = 1) <> (case when comment_id > 0 then exists (select 1 from comments where comments.id = reviews.comment_id and comments.post_id = reviews.post_id and comments.status = 11)
        else exists (select 1 from posts where posts.id = reviews.post_id and posts.status = 11) end)`,
        ),
      ),
    },
  },
  files: {
    key: 'id',
    checks: { 'files.user_id': check('was uploaded by nobody', wrongRows('files', missing('users', 'files.user_id'))) },
  },
  jobs: {
    key: 'id',
    checks: {
      'jobs.event_id': check(
        'follows from nothing that has happened',
        wrongRows('jobs', missingOrNone('events', 'jobs.event_id')),
      ),
      'jobs.last_error': check(
        'was tried again and again and given up',
        wrongRows('jobs', sql`run_at >= ${sql.lit(NEVER)}`),
      ),
      'jobs.locked_until': check(
        'is held for longer than anybody may',
        (within, _db, now) => sql`select id from jobs where ${within('id')} and locked_until > ${now + HOUR}`,
      ),
    },
  },
  mail_choices: {
    key: 'user_id',
    checks: {
      'mail_choices.user_id': check(
        'is the choice of nobody, or no choice',
        wrongRows(
          'mail_choices',
          sql`${missing('users', 'mail_choices.user_id')} or inbox not in (0, 1) or all_new_question not in (0, 1) or all_new_question_for_following_tags not in (0, 1)`,
          'user_id',
        ),
      ),
    },
  },
  question_emails: {
    key: 'question_id',
    checks: {
      'question_emails.question_id': check(
        'was about no question, or to nobody',
        wrongRows(
          'question_emails',
          sql`${missing('posts', 'question_emails.question_id')} or ${missing('users', 'question_emails.user_id')} or source not in ('all', 'tags')`,
          'question_id',
        ),
      ),
    },
  },
  'the rest': {
    key: '',
    checks: {
      'former_usernames.username': check(
        "leads nowhere, or is somebody's name again",
        () => sql`select username as id from former_usernames
      where ${missing('users', 'former_usernames.user_id')} or exists (select 1 from users where users.username = former_usernames.username) limit 1000`,
      ),
      'import_mappings.object_id': check(
        "came from elsewhere and isn't there",
        () => sql`select kind || ' ' || key as id from import_mappings where not (case kind
      when 'user' then exists (select 1 from users where users.id = object_id) when 'post' then exists (select 1 from posts where posts.id = object_id)
      when 'comment' then exists (select 1 from comments where comments.id = object_id) else exists (select 1 from tags where tags.id = object_id) end) limit 1000`,
      ),
      'counters.questions': check(
        'is another number than there are questions',
        () => sql`select name as id from (select 'questions' as name) as wanted
      where coalesce((select value from counters where counters.name = 'questions'), 0) <> (select count(*) from posts where ${inLists()})`,
      ),
      'review_decisions.item_id': check(
        "decides what doesn't wait",
        (_within, _db, now) =>
          sql`select queue || ' ' || item_id as id from review_decisions where held_until < ${now - HOUR} or ${missing('users', 'review_decisions.user_id')} limit 1000`,
      ),
      'users.role_id': check(
        'has no admin who can log in',
        () => sql`select 'the site' as id from (select 1 as one) as site
      where not exists (select 1 from users where role_id = 2 and status = 1 and mail_status = 1)`,
      ),
    },
  },
}

/** Every nth key of a table, in order. Counted, not computed from the first and the last: a broken row may have any number. */
export const listMilestones = async (db: Db, table: string, key: string, every: number) => {
  const { rows } = await sql<{
    at: number
  }>`select distinct at from (select ${sql.ref(key)} as at, row_number() over (order by ${sql.ref(key)}) as place from ${sql.table(table)}) as numbered where place % ${every} = 0 order by at`.execute(
    db,
  )
  return rows.map(({ at }) => at)
}

/** Rows for which a check doesn't hold. */
export const listWrong = async (db: Db, { rows }: Check, { after, upTo }: Range, now: number) => {
  const within: Within = (column) => sql<SqlBool>`(${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${upTo})`
  return (await rows(within, db, now).execute(db)).rows.map(({ id }) => id)
}

/** The unique keys that migrations made. */
const UNIQUE = [
  'users_username',
  'users_e_mail',
  'sessions_token',
  'codes_hash',
  'passkeys_credential',
  'api_tokens_hash',
  'external_logins_identity',
  'external_logins_user',
  'question_tags_tag',
  'tags_slug',
  'votes_once',
  'files_path',
  'reports_once',
  'reviews_thing',
  'revisions_number',
  'revisions_one_waiting',
]

/** The damage that the database itself reports, and missing unique keys. */
export const listDamage = (db: Db) => findSchemaFaults(db, UNIQUE)

export const listFiles = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'path', 'bytes'])
    .where('id', '>', after)
    .where('deleted_at', '=', 0)
    .orderBy('id')
    .limit(limit)
    .execute()

export const listKnownPaths = async (db: Db, paths: string[]) =>
  new Set(
    paths.length
      ? (await db.selectFrom('files').select('path').where('path', 'in', paths).execute()).map(({ path }) => path)
      : [],
  )

/** The setting that records a proxy that isn't trusted (http/guards/proxies.ts). */
export const UNBELIEVED_PROXY = 'unbelieved_proxy'

/** Untrusted proxies of the last day. */
export const listUnbelievedProxies = async (db: Db, now: number) => {
  const noted = (await findSetting(db, UNBELIEVED_PROXY)) as { address: string; at: number } | undefined
  return noted && now - noted.at < DAY ? [noted.address] : []
}
