import { NEW_QUESTION_MAILS } from '@askwell/contract/limits.ts'
import type { MailSource } from '@askwell/contract/emails.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import { isFailed } from '../../../db/failed-jobs.ts'
import { visible, visibleComment } from '../../../db/visible.ts'
import { DAY, NEVER } from '../../../lib/clock.ts'
import { MAIL_STATUS, USER_STATUS, type Viewer } from '../../../lib/actor.ts'

export type Choices = Record<MailSource, boolean>

/** As long as somebody hasn't chosen. */
const UNCHOSEN: Choices = { inbox: true, all_new_question: false, all_new_question_for_following_tags: false }

export const findChoices = async (db: Db, user_id: number): Promise<Choices> => {
  const row = await db.selectFrom('mail_choices').selectAll().where('user_id', '=', user_id).executeTakeFirst()
  return row
    ? {
        inbox: row.inbox === 1,
        all_new_question: row.all_new_question === 1,
        all_new_question_for_following_tags: row.all_new_question_for_following_tags === 1,
      }
    : UNCHOSEN
}

const flags = (choices: Choices) =>
  Object.fromEntries(Object.entries(choices).map(([source, on]) => [source, on ? 1 : 0])) as Record<
    keyof Choices,
    0 | 1
  >

export const saveChoices = async (db: Db, user_id: number, choices: Choices) => {
  await db
    .insertInto('mail_choices')
    .values({ user_id, ...flags(choices) })
    .onConflict((on) => on.column('user_id').doUpdateSet(flags(choices)))
    .execute()
}

export const deleteChoicesOf = async (db: Db, user_id: number) => {
  await db.deleteFrom('mail_choices').where('user_id', '=', user_id).execute()
  await db.deleteFrom('question_emails').where('user_id', '=', user_id).execute()
}

export const deleteQuestionEmailsBefore = (db: Db, time: number) =>
  db.deleteFrom('question_emails').where('created_at', '<', time).execute()

export const deleteQuestionEmailsAbout = (db: Db, question_id: number) =>
  db.deleteFrom('question_emails').where('question_id', '=', question_id).execute()

const WEEK = NEW_QUESTION_MAILS.days * DAY

const followsATagOf = (
  question_id: number,
) => sql<SqlBool>`(mail_choices.all_new_question_for_following_tags = 1 and exists (select 1 from follows
  inner join question_tags on question_tags.tag_id = follows.object_id where follows.user_id = users.id
  and follows.object_type = 'tag' and question_tags.question_id = ${question_id}))`
const wantsAll = (
  now: number,
) => sql<SqlBool>`(mail_choices.all_new_question = 1 and (select count(*) from question_emails
  where question_emails.user_id = users.id and source = 'all' and created_at > ${now - WEEK}) < ${NEW_QUESTION_MAILS.mails})`

/** Members with ids from `after` on who want to know of a new question: because of its tags, or because they want all, as far as the week's limit allows. */
export const listWhoWantsQuestion = (
  db: Db,
  { question_id, author_id, now, after }: { question_id: number; author_id: number; now: number; after: number },
  limit: number,
) =>
  db
    .selectFrom('mail_choices')
    .innerJoin('users', 'users.id', 'mail_choices.user_id')
    .where(sql<SqlBool>`(mail_choices.all_new_question = 1 or mail_choices.all_new_question_for_following_tags = 1)`)
    .where('mail_choices.user_id', '>', after)
    .where('users.id', '<>', author_id)
    .where('users.status', '=', USER_STATUS.normal)
    .where('users.mail_status', '=', MAIL_STATUS.activated)
    .where('users.e_mail', 'is not', null)
    .where((eb) => eb.or([followsATagOf(question_id), wantsAll(now)]))
    .select([
      'users.id as user_id',
      sql<'tags' | 'all'>`case when ${followsATagOf(question_id)} then 'tags' else 'all' end`.as('source'),
    ])
    .orderBy('mail_choices.user_id')
    .limit(limit)
    .execute()

interface QuestionEmail {
  user_id: number
  question_id: number
  source: 'all' | 'tags'
  created_at: number
}

/** Records who is about to be e-mailed. @returns those who hadn't been. */
export const insertQuestionEmails = async (db: Db, letters: QuestionEmail[]) =>
  letters.length === 0
    ? []
    : (
        await db
          .insertInto('question_emails')
          .values(letters)
          .onConflict((on) => on.columns(['user_id', 'question_id']).doNothing())
          .returning('user_id')
          .execute()
      ).map((row) => row.user_id)

/** A post as a user may see it at this moment, with its question. */
export const findShownPost = (db: Db, viewer: Viewer, id: number) =>
  db
    .selectFrom('posts')
    .innerJoin('posts as questions', 'questions.id', 'posts.question_id')
    .where('posts.id', '=', id)
    .where('posts.status', '<', 10)
    .where('questions.status', '<', 10)
    .where(visible(viewer))
    .leftJoin('search_state', 'search_state.post_id', 'posts.id')
    .select([
      'search_state.plain_text',
      'posts.kind',
      'posts.user_id',
      'posts.parsed_text',
      'questions.id as question_id',
      'questions.title',
      'questions.url_title',
      'questions.show',
    ])
    .executeTakeFirst()

export const findShownComment = (db: Db, viewer: Viewer, id: number) =>
  db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .innerJoin('posts as questions', 'questions.id', 'comments.question_id')
    .where('comments.id', '=', id)
    .where('comments.status', '=', 1)
    .where('questions.status', '<', 10)
    .where(visibleComment(viewer))
    .select([
      'comments.user_id',
      'comments.parsed_text',
      'comments.reply_user_id',
      'posts.id as post_id',
      'posts.kind',
      'questions.id as question_id',
      'questions.title',
      'questions.url_title',
    ])
    .executeTakeFirst()

export const listTagNames = async (db: Db, question_id: number) =>
  (
    await db
      .selectFrom('question_tags')
      .innerJoin('tags', 'tags.id', 'question_tags.tag_id')
      .where('question_tags.question_id', '=', question_id)
      .orderBy('position')
      .select('tags.display_name')
      .execute()
  ).map((row) => row.display_name)

/** Jobs that send a letter each. */
export const EMAIL_JOBS = ['code.requested/mailCode', 'binding.requested/mailBindingCode', 'email.requested/sendEmail']

const unsent = (db: Db) => db.selectFrom('jobs').where(isFailed(EMAIL_JOBS))

export const countUnsent = async (db: Db) =>
  (
    await unsent(db)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const listUnsent = async (db: Db, limit: number) =>
  (
    await unsent(db)
      .innerJoin('events', 'events.id', 'jobs.event_id')
      .select([
        'jobs.payload',
        'jobs.attempts',
        'jobs.run_at',
        'jobs.last_error',
        'events.created_at as wanted_at',
        'events.object_id as user_id',
      ])
      .orderBy('jobs.id')
      .limit(limit)
      .execute()
  ).map(({ run_at, ...job }) => ({ ...job, next_try_at: run_at >= NEVER ? 0 : run_at }))
