import { sql } from 'kysely'
import type { Db } from '../../src/db/dialect.ts'
import type { Ledger } from './writers.ts'

/** Acts and what must come with each; where one is there without the other, half of something has been kept. */
const HALVES: Record<string, string> = {
  'posts without the one event of their beginning': `select posts.id from posts where (select count(*) from events
    where events.object_id = posts.id and events.type = case posts.kind
    when 'question' then 'question.asked' else 'answer.given' end) <> 1`,
  'beginnings without a post': `select events.id from events where type in ('question.asked', 'answer.given')
    and not exists (select 1 from posts where posts.id = events.object_id)`,
  'comments without their event': `select comments.id from comments where (select count(*) from events
    where events.object_id = comments.id and events.type = 'comment.added') <> 1`,
  "votes that the events don't tell of": `select posts.id from posts where (select count(*) from votes where votes.post_id = posts.id)
    <> (select coalesce(sum(case type when 'vote.cast' then 1 else -1 end), 0) from events
    where events.object_id = posts.id and events.object_type = posts.kind and type in ('vote.cast', 'vote.withdrawn'))`,
  "edits that the events don't tell of": `select posts.id from posts where (select count(*) from revisions
    where revisions.object_type = posts.kind and revisions.object_id = posts.id)
    <> 1 + (select count(*) from events where events.object_id = posts.id and type in ('answer.edited', 'question.edited'))`,
  "answers of which the asker wasn't told": `select answers.id from posts as answers
    inner join posts as questions on questions.id = answers.question_id where answers.kind = 'answer'
    and answers.user_id <> questions.user_id
    and (select count(*) from notifications where notifications.user_id = questions.user_id
    and action = 'answer_the_question' and answer_id = answers.id) <> 1`,
  "comments of which the author wasn't told": `select comments.id from comments
    inner join posts on posts.id = comments.post_id where posts.user_id <> comments.user_id
    and (select count(*) from notifications where notifications.user_id = posts.user_id and comment_id = comments.id) <> 1`,
  "acceptances of which the answerer wasn't told": `select questions.id from posts as questions
    inner join posts as answers on answers.id = questions.accepted_answer_id where answers.user_id <> questions.user_id
    and not exists (select 1 from notifications where notifications.user_id = answers.user_id
    and action = 'accept_answer' and answer_id = answers.id)`,
  'acceptances that brought nothing': `select questions.id from posts as questions
    inner join posts as answers on answers.id = questions.accepted_answer_id where answers.user_id <> questions.user_id
    and (select coalesce(sum(points), 0) from reputation_entries where cause = 'acceptance:' || answers.id and taken_back_at = 0) <> 17`,
  'upvotes that brought nothing, though the day had room': `select votes.id from votes
    inner join posts on posts.id = votes.post_id where direction = 'up'
    and not exists (select 1 from reputation_entries where cause = 'vote:' || votes.id and user_id = posts.user_id and taken_back_at = 0)
    and (select coalesce(max(total), 0) from (select sum(points) as total from reputation_entries as day
    where day.user_id = posts.user_id and day.capped = 1 group by created_at / 86400) as days) < 200`,
}

/** Nothing is there by half, whatever was acknowledged. */
export const findHalves = async (db: Db) => {
  const found: string[] = []
  for (const [says, query] of Object.entries(HALVES)) {
    const { rows } = await sql.raw<{ id: number }>(query).execute(db)
    if (rows.length)
      found.push(
        `${says}: ${rows
          .slice(0, 10)
          .map(({ id }) => id)
          .join(', ')}`,
      )
  }
  return found
}

const differences = (what: string, kept: Map<unknown, unknown>, said: Map<unknown, unknown>) => [
  ...[...said]
    .filter(([key, value]) => kept.get(key) !== value)
    .map(
      ([key, value]) =>
        `${what} ${String(key)} was acknowledged as ${JSON.stringify(value)} and is ${JSON.stringify(kept.get(key))}`,
    ),
  ...[...kept.keys()]
    .filter((key) => !said.has(key))
    .map((key) => `${what} ${String(key)} is there, and nobody was told so`),
]

/** All that was acknowledged is there and is so, and nothing twice. To be asked when nothing is on its way; `seeded` is what the site began with. */
export const findLosses = async (db: Db, ledger: Ledger, seeded: number) => {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'kind', 'user_id', 'original_text', 'accepted_answer_id'])
    .where('id', '>', seeded)
    .execute()
  const comments = await db.selectFrom('comments').select(['id', 'post_id', 'user_id']).execute()
  const votes = await db.selectFrom('votes').select(['post_id', 'user_id', 'direction']).execute()
  return [
    ...differences(
      'the post',
      new Map(posts.map((row) => [row.id, `${row.kind} of ${row.user_id}: ${row.original_text}`])),
      new Map(ledger.posts.map((post) => [post.number, `${post.kind} of ${post.user_id}: ${post.text}`])),
    ),
    ...differences(
      'the comment',
      new Map(comments.map((row) => [row.id, `${row.post_id} ${row.user_id}`])),
      new Map([...ledger.comments].map(([id, { post, user_id }]) => [id, `${post} ${user_id}`])),
    ),
    ...differences(
      'the vote',
      new Map(votes.map((row) => [`${row.post_id} ${row.user_id}`, row.direction])),
      ledger.votes,
    ),
    ...differences(
      'the acceptance by',
      new Map(posts.filter((row) => row.accepted_answer_id).map((row) => [row.id, row.accepted_answer_id])),
      ledger.accepted,
    ),
  ]
}
