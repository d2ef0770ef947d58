import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hashSync } from 'bcryptjs'

/** The tables of Apache Answer, as far as they are read. */
const SCHEMA = `
create table "user" (id integer primary key, created_at text, updated_at text, suspended_at text, suspended_until text, deleted_at text,
  last_login_date text, username text, pass text, e_mail text, mail_status integer, notice_status integer, "rank" integer, status integer,
  display_name text, avatar text, bio text, website text, location text);
create table tag (id integer primary key, created_at text, updated_at text, main_tag_id integer, main_tag_slug_name text, slug_name text,
  display_name text, original_text text, parsed_text text, status integer, recommend integer, reserved integer, revision_id integer, user_id integer);
create table question (id integer primary key, created_at text, updated_at text, post_update_time text, user_id integer, last_edit_user_id integer,
  title text, original_text text, parsed_text text, pin integer, "show" integer, status integer, view_count integer, vote_count integer,
  answer_count integer, collection_count integer, accepted_answer_id integer, last_answer_id integer, revision_id integer);
create table answer (id integer primary key, created_at text, updated_at text, question_id integer, user_id integer, last_edit_user_id integer,
  original_text text, parsed_text text, status integer, adopted integer, comment_count integer, vote_count integer, revision_id integer);
create table comment (id integer primary key, created_at text, updated_at text, user_id integer, reply_user_id integer, reply_comment_id integer,
  object_id integer, question_id integer, vote_count integer, status integer, original_text text, parsed_text text);
create table tag_rel (id integer primary key, object_id integer, tag_id integer, status integer);
create table meta (id integer primary key, created_at text, updated_at text, object_id integer, "key" text, value text);
create table revision (id integer primary key, created_at text, updated_at text, user_id integer, object_type integer, object_id integer,
  title text, content text, log text, status integer, review_user_id integer);
create table notification (id integer primary key, created_at text, updated_at text, user_id integer, object_id integer, content text, type integer,
  msg_type integer, is_read integer, status integer);
create table site_info (id integer primary key, created_at text, updated_at text, type text, content text, status integer);
create table badge (id integer primary key, name text);
create table badge_award (id integer primary key, created_at text, user_id integer, badge_id integer, award_key text);
`
export const Q = (n: number) => `1001${String(n).padStart(13, '0')}`
export const A = (n: number) => `1002${String(n).padStart(13, '0')}`
export const T = (n: number) => `1003${String(n).padStart(13, '0')}`
export const C = (n: number) => `1007${String(n).padStart(13, '0')}`
export const PASSWORD = 'correct-horse'

const created_at = '2023-01-02 03:04:05'
const at = { created_at, updated_at: created_at }

/** What a row says that says nothing else. */
const USUAL = {
  user: {
    created_at,
    mail_status: 1,
    status: 1,
    pass: hashSync(PASSWORD, 4),
    rank: 1,
    bio: '',
    website: '',
    location: '',
    avatar: '',
    last_login_date: '',
  },
  tag: { created_at, user_id: 1, status: 1, recommend: 0, reserved: 0, main_tag_id: 0, original_text: '' },
  question: {
    ...at,
    post_update_time: '2023-02-02 00:00:00',
    user_id: 1,
    last_edit_user_id: 0,
    original_text: 'I like it **warm**.',
    status: 1,
    show: 1,
    pin: 1,
    view_count: 12,
    vote_count: 3,
    answer_count: 0,
    collection_count: 0,
    accepted_answer_id: 0,
  },
  answer: {
    ...at,
    user_id: 2,
    last_edit_user_id: 0,
    original_text: 'About 13 degrees.',
    status: 1,
    adopted: 1,
    vote_count: -1,
  },
  comment: { created_at, user_id: 1, vote_count: 0, status: 1, original_text: 'Thanks!' },
  tag_rel: { status: 1 },
  meta: { updated_at: created_at },
  revision: { ...at, user_id: 1, title: '', log: '', status: 0, review_user_id: 0 },
  notification: { ...at, type: 1, msg_type: 1, is_read: 1, status: 1 },
  site_info: { ...at, status: 1 },
  badge: {},
  badge_award: { created_at },
} satisfies Record<string, Record<string, string | number>>

/** The database of a site of Apache Answer in a folder, with rows of our own. */
export const answerSite = (folder: string) => {
  const db = new DatabaseSync(join(folder, 'answer.db'))
  db.exec(SCHEMA)
  return {
    put: (table: keyof typeof USUAL, given: Record<string, string | number>) => {
      const row: Record<string, string | number> = { ...USUAL[table], ...given }
      const names = Object.keys(row).map((name) => `"${name}"`)
      const insert = db.prepare(
        `insert or replace into "${table}" (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      )
      insert.setReadBigInts(true) // their ids are larger than numbers here
      insert.run(...Object.values(row).map((value) => (/^1\d{16}$/.test(String(value)) ? BigInt(value) : value)))
    },
    close: () => db.close(),
  }
}
export type AnswerSite = ReturnType<typeof answerSite>
