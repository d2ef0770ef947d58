import { DISPLAY_NAME, LOCATION_MAX } from '@askwell/contract/limits.ts'
import { dumpNames, stageDump, type StagedTables } from '../sql-dumps/staging.ts'
import { cut, isTrue, staged, type StagedForm, type StagedRow, time, webAddress } from '../staged.ts'

// AskBot 0.7 and later, from its PostgreSQL or MySQL dump. Older versions keep what is known of a member with the account itself.

const PROFILE = {
  email_isvalid: 'text',
  reputation: 'integer',
  website: 'text',
  location: 'text',
  real_name: 'text',
  last_seen: 'text',
} as const

const TABLES: StagedTables = {
  auth_user: {
    columns: { id: 'integer', username: 'text', email: 'text', date_joined: 'text', about: 'text', ...PROFILE },
    key: ['id'],
  },
  askbot_userprofile: { columns: { auth_user_ptr_id: 'integer', ...PROFILE }, key: ['auth_user_ptr_id'] },
  askbot_localizeduserprofile: {
    columns: { id: 'integer', auth_user_id: 'integer', about: 'text' },
    key: ['id'],
    indexes: [['auth_user_id']],
  },
  askbot_thread: {
    columns: {
      id: 'integer',
      title: 'text',
      tagnames: 'text',
      view_count: 'integer',
      favourite_count: 'integer',
      last_activity_at: 'text',
      closed: 'text',
      closed_at: 'text',
      close_reason: 'integer',
      accepted_answer_id: 'integer',
      deleted: 'text',
      approved: 'text',
    },
    key: ['id'],
  },
  askbot_post: {
    columns: {
      id: 'integer',
      post_type: 'text',
      parent_id: 'integer',
      thread_id: 'integer',
      author_id: 'integer',
      added_at: 'text',
      endorsed: 'text',
      approved: 'text',
      deleted: 'text',
      is_anonymous: 'text',
      points: 'integer',
      score: 'integer',
      last_edited_at: 'text',
      last_edited_by_id: 'integer',
      text: 'text',
    },
    key: ['id'],
    indexes: [['thread_id']],
  },
  tag: {
    columns: { id: 'integer', name: 'text', deleted: 'text', tag_wiki_id: 'integer', used_count: 'integer' },
    key: ['id'],
  },
  livesettings_setting: {
    columns: { id: 'integer', key: 'text', value: 'text' },
    key: ['id'],
    keep: (row) => (row.key === 'ASKBOT_CLOSED_FORUM_MODE' ? row : undefined),
  },
  // Who may see it, where a site has groups.
  auth_group: { columns: { id: 'integer', name: 'text' }, key: ['id'] },
  askbot_thread_groups: {
    columns: { id: 'integer', thread_id: 'integer', group_id: 'integer' },
    key: ['id'],
    indexes: [['thread_id']],
  },
  askbot_post_groups: {
    columns: { id: 'integer', post_id: 'integer', group_id: 'integer' },
    key: ['id'],
    indexes: [['post_id']],
  },
}

const CLOSED_FOR: Record<number, string> = { 1: 'duplicate', 2: 'off_topic', 4: 'unclear' }

/** Sites with the other editor keep HTML; Markdown doesn't begin with a tag of a paragraph. */
const textOf = ({ text }: StagedRow) => ({
  text,
  ...(/^\s*<(?:p|div|h[1-6]|[ou]l|pre|table|blockquote)[\s>]/i.test(String(text ?? '')) && { format: 'html' }),
})

/** Who asked to stay unnamed does. */
const writtenBy = ({ author_id, username, is_anonymous }: StagedRow) =>
  isTrue(is_anonymous)
    ? { member_name: 'anonymous' }
    : { member: author_id, member_name: cut(username, DISPLAY_NAME.max) }

const editOf = ({ last_edited_at, last_edited_by_id, is_anonymous }: StagedRow) =>
  last_edited_at
    ? { edited_at: time(last_edited_at), editor: isTrue(is_anonymous) ? undefined : last_edited_by_id }
    : {}

const isHidden = (row: StagedRow) =>
  isTrue(row.deleted) || row.approved === 'f' || row.approved === '0' || row.is_private === 1

/** Shown to some groups, and not to the one that everybody is in. */
const privateOf = (table: string, column: string, id: string) => `(
  exists (select 1 from ${table} g where g.${column} = ${id})
  and not exists (select 1 from ${table} g join auth_group a on a.id = g.group_id where g.${column} = ${id} and a.name = 'everyone'))`

const POST = `p.line_, p.id, p.parent_id, p.author_id, p.added_at, p.deleted, p.approved, p.is_anonymous, coalesce(p.points, p.score) as points,
  p.last_edited_at, p.last_edited_by_id, p.text, u.username,
  ${privateOf('askbot_post_groups', 'post_id', 'p.id')} or ${privateOf('askbot_thread_groups', 'thread_id', 'p.thread_id')} as is_private,
  t.id as thread, t.deleted as thread_deleted, t.approved as thread_approved`
const FROM = `askbot_post p
  left join auth_user u on u.id = p.author_id
  left join askbot_thread t on t.id = p.thread_id`
const isThreadHidden = (row: StagedRow) =>
  isTrue(row.thread_deleted) || row.thread_approved === 'f' || row.thread_approved === '0'

const FORM: StagedForm = {
  tags: {
    of: 'tag',
    sql: `select t.line_, t.name, t.deleted, p.text, p.deleted as wiki_deleted
      from tag t left join askbot_post p on p.id = t.tag_wiki_id where t.used_count > 0 order by t.id`,
    read: (row) =>
      isTrue(row.deleted)
        ? undefined
        : { name: row.name, description: isTrue(row.wiki_deleted) ? undefined : row.text },
  },
  members: {
    of: 'auth_user',
    sql: `select u.line_, u.id, u.username, u.email, u.date_joined,
        coalesce(p.email_isvalid, u.email_isvalid) as email_isvalid, coalesce(p.reputation, u.reputation) as reputation,
        coalesce(p.website, u.website) as website, coalesce(p.location, u.location) as location,
        coalesce(p.real_name, u.real_name) as real_name, coalesce(p.last_seen, u.last_seen) as last_seen,
        coalesce((select about from askbot_localizeduserprofile l where l.auth_user_id = u.id and about <> '' limit 1), u.about) as about
      from auth_user u left join askbot_userprofile p on p.auth_user_ptr_id = u.id order by u.id`,
    read: (row) => ({
      id: row.id,
      name: cut(row.real_name || row.username, DISPLAY_NAME.max),
      username: row.username,
      // Who hasn't confirmed it can say any address is theirs.
      e_mail: isTrue(row.email_isvalid) ? row.email : undefined,
      bio: row.about,
      website: webAddress(row.website),
      location: cut(row.location, LOCATION_MAX),
      reputation: row.reputation,
      created_at: time(row.date_joined),
      last_seen_at: time(row.last_seen),
      address: `/users/${row.id}`,
    }),
  },
  questions: {
    of: 'askbot_post',
    sql: `select ${POST}, t.title, t.tagnames, t.view_count, t.favourite_count, t.last_activity_at, t.closed, t.closed_at, t.close_reason
      from ${FROM} where p.post_type = 'question' order by p.id`,
    read: (row) =>
      isHidden(row) || isThreadHidden(row)
        ? undefined
        : {
            id: row.id,
            title: row.title,
            ...textOf(row),
            ...writtenBy(row),
            ...editOf(row),
            created_at: time(row.added_at),
            active_at: time(row.last_activity_at),
            score: row.points,
            views: row.view_count,
            bookmarks: row.favourite_count,
            tags: String(row.tagnames ?? '')
              .split(' ')
              .filter(Boolean),
            ...(isTrue(row.closed) && {
              closed_at: time(row.closed_at ?? row.last_activity_at ?? row.added_at),
              closed_for: CLOSED_FOR[Number(row.close_reason)],
            }),
            address: `/question/${row.id}`,
          },
  },
  answers: {
    of: 'askbot_post',
    sql: `select ${POST}, p.endorsed, t.accepted_answer_id, q.id as question, q.deleted as question_deleted, q.approved as question_approved,
        ${privateOf('askbot_post_groups', 'post_id', 'q.id')} as question_private
      from ${FROM} left join askbot_post q on q.id = coalesce(p.parent_id, (
        select min(o.id) from askbot_post o where o.thread_id = p.thread_id and o.post_type = 'question'))
      where p.post_type = 'answer' order by p.id`,
    read: (row) =>
      isHidden(row) || isThreadHidden(row) || isQuestionHidden(row)
        ? undefined
        : {
            id: row.id,
            question: row.question ?? row.parent_id ?? 0,
            ...textOf(row),
            ...writtenBy(row),
            ...editOf(row),
            created_at: time(row.added_at),
            score: row.points,
            accepted: row.accepted_answer_id === row.id || isTrue(row.endorsed),
          },
  },
  comments: {
    of: 'askbot_post',
    sql: `select ${POST}, q.post_type as parent_type, q.deleted as question_deleted, q.approved as question_approved,
        ${privateOf('askbot_post_groups', 'post_id', 'q.id')}
          or (g.id is not null and (g.deleted in ('t', '1') or g.approved in ('f', '0') or ${privateOf('askbot_post_groups', 'post_id', 'g.id')}))
          as question_private
      from ${FROM} left join askbot_post q on q.id = p.parent_id left join askbot_post g on g.id = q.parent_id
      where p.post_type = 'comment' order by p.id`,
    read: (row) =>
      isHidden(row) || isThreadHidden(row) || isQuestionHidden(row)
        ? undefined
        : {
            id: row.id,
            [row.parent_type === 'answer' ? 'answer' : 'question']: row.parent_id,
            ...textOf(row),
            ...writtenBy(row),
            created_at: time(row.added_at),
            score: row.points,
          },
  },
}

const isQuestionHidden = (row: StagedRow) =>
  isHidden({
    deleted: row.question_deleted ?? null,
    approved: row.question_approved ?? null,
    is_private: row.question_private ?? null,
  })

export const askbot = staged({
  names: dumpNames('askbot'),
  stage: (path, doing) => stageDump(path, TABLES, ['askbot_post', 'askbot_thread'], doing),
  form: FORM,
  isPrivate: ({ database }) =>
    database
      .prepare('select value from livesettings_setting')
      .all()
      .some(({ value }) => isTrue(value as string)),
})
