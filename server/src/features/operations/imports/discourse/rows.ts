import { DISPLAY_NAME, LOCATION_MAX } from '@askwell/contract/limits.ts'
import type { RawRow, StagedTables, Staging } from '../sql-dumps/staging.ts'
import { cut, isTrue, type StagedForm, type StagedRow, time, webAddress } from '../staged.ts'
import { htmlOf, isShort, markdownOf, sha1Of, uploadsIn } from './markup.ts'

// Discourse, as its database has it; its public JSON is brought into the same tables. The first post of a topic is the question. Another
// is an answer, unless it replies to one that isn't the question and is short enough to be a comment on it.

const text = (value: RawRow[string]) => (typeof value === 'string' ? value : null)
const named =
  (...names: string[]) =>
  (row: RawRow) =>
    names.includes(String(row.name)) ? row : undefined

export const TABLES: StagedTables = {
  users: {
    columns: {
      id: 'integer',
      username: 'text',
      name: 'text',
      created_at: 'text',
      last_seen_at: 'text',
      active: 'text',
      uploaded_avatar_id: 'integer',
    },
    key: ['id'],
  },
  user_emails: {
    columns: { id: 'integer', user_id: 'integer', email: 'text', primary: 'text' },
    key: ['id'],
    indexes: [['user_id']],
  },
  user_profiles: {
    columns: { user_id: 'integer', location: 'text', website: 'text', bio_raw: 'text' },
    key: ['user_id'],
  },
  // Newer versions have the first of the two.
  user_options: {
    columns: { user_id: 'integer', hide_profile: 'text', hide_profile_and_presence: 'text' },
    key: ['user_id'],
  },
  categories: {
    columns: {
      id: 'integer',
      topic_id: 'integer',
      name: 'text',
      slug: 'text',
      description: 'text',
      read_restricted: 'text',
    },
    key: ['id'],
    indexes: [['topic_id']],
  },
  tags: { columns: { id: 'integer', name: 'text', description: 'text' }, key: ['id'] },
  topic_tags: { columns: { topic_id: 'integer', tag_id: 'integer' }, key: ['topic_id', 'tag_id'] },
  tag_group_memberships: { columns: { tag_id: 'integer', tag_group_id: 'integer' }, indexes: [['tag_id']] },
  tag_group_permissions: { columns: { tag_group_id: 'integer', group_id: 'integer' }, indexes: [['tag_group_id']] },
  topics: {
    columns: {
      id: 'integer',
      title: 'text',
      views: 'integer',
      created_at: 'text',
      bumped_at: 'text',
      category_id: 'integer',
      archetype: 'text',
      deleted_at: 'text',
      visible: 'text',
      closed: 'text',
      archived: 'text',
    },
    key: ['id'],
  },
  posts: {
    columns: {
      id: 'integer',
      user_id: 'integer',
      topic_id: 'integer',
      post_number: 'integer',
      reply_to_post_number: 'integer',
      raw: 'text',
      cooked: 'text',
      created_at: 'text',
      like_count: 'integer',
      post_type: 'integer',
      deleted_at: 'text',
      hidden: 'text',
      user_deleted: 'text',
      version: 'integer',
      last_version_at: 'text',
      last_editor_id: 'integer',
      is_short: 'integer',
    },
    key: ['id'],
    indexes: [['topic_id', 'post_number']],
    // Both texts of every post would be twice what is needed.
    keep: (row) => ({
      ...row,
      cooked: (row.raw ?? null) === null || /upload:/.test(String(row.raw)) ? (row.cooked ?? null) : null,
      is_short: isShort(text(row.raw), text(row.cooked)) ? 1 : 0,
    }),
  },
  topic_custom_fields: {
    columns: { topic_id: 'integer', name: 'text', value: 'text' },
    key: ['topic_id', 'name'],
    keep: named('accepted_answer_post_id'),
  },
  post_custom_fields: {
    columns: { post_id: 'integer', name: 'text', value: 'text' },
    key: ['post_id', 'name'],
    keep: named('is_accepted_answer'),
  },
  // The plugin for accepted answers kept them with the topic or the post, then in a table, then in two.
  discourse_solved_solved_topics: {
    columns: { id: 'integer', topic_id: 'integer', answer_post_id: 'integer' },
    key: ['topic_id'],
    indexes: [['id']],
  },
  discourse_solved_topic_answers: {
    columns: { solved_topic_id: 'integer', answer_post_id: 'integer' },
    indexes: [['answer_post_id']],
  },
  // Of the others nothing is kept but that there are any: a dump without them doesn't say who may read.
  site_settings: {
    columns: { name: 'text', value: 'text' },
    key: ['name'],
    keep: ({ name, value }) => ({ name, value: name === 'login_required' ? value : null }),
  },
  uploads: {
    columns: { id: 'integer', sha1: 'text', url: 'text', original_filename: 'text', secure: 'text' },
    key: ['id'],
    indexes: [['sha1']],
  },
}

export const isPrivate = ({ database, counts }: Staging) =>
  counts.has('site_settings')
    ? isTrue(database.prepare("select value from site_settings where name = 'login_required'").get()?.value as string)
    : undefined

/** Moderators' posts are posts; small actions and whispers are not. */
const SHOWN_TYPES = [1, 2]
const isPostShown = (row: StagedRow) =>
  row.deleted_at === null &&
  !isTrue(row.hidden) &&
  !isTrue(row.user_deleted) &&
  SHOWN_TYPES.includes(Number(row.post_type ?? 1))
const isTopicShown = (row: StagedRow) =>
  row.topic === null || // named as missing
  (row.topic_deleted_at === null &&
    row.archetype !== 'private_message' &&
    (row.visible === null || isTrue(row.visible)) &&
    row.read_restricted === 'f' &&
    !row.is_about_category &&
    !row.is_headless)

const ACCEPTED = `(
  exists (select 1 from topic_custom_fields f where f.topic_id = p.topic_id and f.name = 'accepted_answer_post_id' and f.value = cast(p.id as text))
  or exists (select 1 from discourse_solved_solved_topics s where s.topic_id = p.topic_id and s.answer_post_id = p.id)
  or exists (select 1 from discourse_solved_topic_answers a join discourse_solved_solved_topics s on s.id = a.solved_topic_id
    where a.answer_post_id = p.id and s.topic_id = p.topic_id)
  or exists (select 1 from post_custom_fields f where f.post_id = p.id and f.name = 'is_accepted_answer' and f.value = 'true'))`
const POST = `p.*, ${ACCEPTED} as is_accepted, coalesce(nullif(u.name, ''), u.username) as author, t.id as topic, t.deleted_at as topic_deleted_at, t.archetype, t.visible,
  case when t.category_id is null then 'f' else coalesce(k.read_restricted, 't') end as read_restricted,
  exists (select 1 from categories c where c.topic_id = p.topic_id) as is_about_category,
  exists (select 1 from posts h where h.topic_id = p.topic_id and h.post_number = 1 and
    (h.deleted_at is not null or h.hidden = 't' or h.user_deleted = 't')) as is_headless`
const FROM = `posts p
  left join users u on u.id = p.user_id
  left join topics t on t.id = p.topic_id
  left join categories k on k.id = t.category_id`

const writtenBy = ({ user_id, author }: StagedRow) => ({ member: user_id, member_name: cut(author, DISPLAY_NAME.max) })
const editOf = ({ version, last_version_at, last_editor_id }: StagedRow) =>
  Number(version) > 1 ? { edited_at: time(last_version_at), editor: last_editor_id } : {}

/** With a host where the old site named one without saying how it is reached. */
const reached = (url: unknown) => (typeof url === 'string' ? url.replace(/^\/\//, 'https://') : undefined)

const textOf = ({ raw, cooked }: StagedRow, { database }: Staging) => {
  if (raw === null) return { format: 'html', text: htmlOf(String(cooked ?? '')) }
  const shown = cooked === null ? undefined : uploadsIn(String(cooked))
  return {
    text: markdownOf(String(raw), (short) => {
      const here = shown?.get(short.replace(/\..*$/s, ''))
      if (here) return reached(here)
      const sha1 = sha1Of(short)
      return sha1 && reached(database.prepare('select url from uploads where sha1 = ?').get(sha1)?.url)
    }),
  }
}

/** Replies to replies are followed so far; one that goes on longer is an answer. */
const REPLIES_MAX = 100

/** The post that one comments on; undefined where it is an answer itself. */
const commentedOn = ({ database }: Staging, row: StagedRow) => {
  const find =
    database.prepare(`select p.id, p.topic_id, p.post_number, p.reply_to_post_number, p.is_short, p.deleted_at, p.hidden, p.user_deleted,
    p.post_type, ${ACCEPTED} as is_accepted from posts p where p.topic_id = ? and p.post_number = ? order by p.id limit 1`)
  let here = row
  for (let depth = 0; depth < REPLIES_MAX; depth++) {
    const above =
      here.is_short && !here.is_accepted && Number(here.reply_to_post_number) > 1
        ? (find.get(here.topic_id!, here.reply_to_post_number!) as StagedRow | undefined)
        : undefined
    // A reply to itself, or to a later one, replies to nothing.
    if (!above || !isPostShown(above) || Number(above.post_number) >= Number(here.post_number))
      return here === row ? undefined : here.id!
    here = above
  }
  return undefined
}

/** Categories become tags: a topic has one of them. */
const TAGS_OF = `(select group_concat(g.name, ',') from (
    select t.name from topic_tags j join tags t on t.id = j.tag_id where j.topic_id = p.topic_id and ${visibleTag('t.id')} order by t.id) g)`

function visibleTag(id: string) {
  return `(not exists (select 1 from tag_group_memberships m where m.tag_id = ${id}) or exists (
    select 1 from tag_group_memberships m join tag_group_permissions r on r.tag_group_id = m.tag_group_id
    where m.tag_id = ${id} and r.group_id = 0))`
}

export const formOf = (files: { users?: string; categories?: string } = {}): StagedForm => ({
  tags: [
    {
      of: 'categories',
      ...(files.categories && { fileName: files.categories }),
      sql: 'select * from categories where slug is not null order by id',
      read: ({ id, slug, description, read_restricted }) =>
        isTrue(read_restricted)
          ? undefined
          : { name: slug, description: withoutTags(description), address: `/c/${id}` },
    },
    {
      of: 'tags',
      sql: `select t.*, ${visibleTag('t.id')} as is_visible from tags t order by t.id`,
      read: ({ name, description, is_visible }) =>
        is_visible
          ? { name, description, address: /[\s#]/.test(String(name)) ? undefined : `/tag/${name}` }
          : undefined,
    },
  ],
  members: {
    of: 'users',
    ...(files.users && { fileName: files.users }),
    sql: `select u.*, p.location, p.website, p.bio_raw, o.hide_profile, o.hide_profile_and_presence,
        (select e.email from user_emails e where e.user_id = u.id order by e."primary" in ('t', 'true') desc, e.id limit 1) as email
      from users u left join user_profiles p on p.user_id = u.id left join user_options o on o.user_id = u.id order by u.id`,
    read: (row) => ({
      id: row.id,
      name: cut(row.name || row.username, DISPLAY_NAME.max),
      username: row.username,
      // An account is active once its address is confirmed.
      e_mail: isTrue(row.active) && Number(row.id) > 0 ? row.email : undefined,
      ...(!isTrue(row.hide_profile) &&
        !isTrue(row.hide_profile_and_presence) && {
          bio: row.bio_raw,
          website: webAddress(row.website),
          location: cut(row.location, LOCATION_MAX),
        }),
      created_at: time(row.created_at),
      last_seen_at: time(row.last_seen_at),
      address: `/u/${String(row.username).toLowerCase()}`,
    }),
  },
  questions: {
    of: 'topics',
    sql: `select ${POST}, t.title, t.views, t.bumped_at, t.closed, t.archived, k.slug as category, ${TAGS_OF} as tags
      from ${FROM} where p.post_number = 1 order by p.topic_id`,
    read: (row, staging) =>
      !isPostShown(row) || !isTopicShown(row)
        ? undefined
        : {
            id: row.topic_id,
            title: row.title,
            ...textOf(row, staging),
            ...writtenBy(row),
            ...editOf(row),
            created_at: time(row.created_at),
            active_at: time(row.bumped_at),
            score: row.like_count,
            views: row.views,
            tags: [row.category, ...String(row.tags ?? '').split(',')].map((tag) => String(tag ?? '')).filter(Boolean),
            ...((isTrue(row.closed) || isTrue(row.archived)) && { closed_at: time(row.bumped_at ?? row.created_at) }),
            address: `/t/${row.topic_id}`,
          },
  },
  answers: {
    of: 'posts',
    sql: `select ${POST} from ${FROM} where p.post_number > 1 order by p.topic_id, p.post_number`,
    read: (row, staging) =>
      !isPostShown(row) || !isTopicShown(row)
        ? undefined
        : commentedOn(staging, row)
          ? null
          : {
              id: row.id,
              question: row.topic_id,
              ...textOf(row, staging),
              ...writtenBy(row),
              ...editOf(row),
              created_at: time(row.created_at),
              score: row.like_count,
              accepted: row.is_accepted === 1,
              address: `/t/${row.topic_id}/${row.post_number}`,
            },
  },
  comments: {
    of: 'posts',
    sql: `select ${POST} from ${FROM} where p.post_number > 1 and p.is_short = 1 and p.reply_to_post_number > 1 order by p.topic_id, p.post_number`,
    read: (row, staging) => {
      const answer = isPostShown(row) && isTopicShown(row) ? commentedOn(staging, row) : undefined
      return answer === undefined
        ? null
        : {
            id: row.id,
            answer,
            ...textOf(row, staging),
            ...writtenBy(row),
            created_at: time(row.created_at),
            score: row.like_count,
          }
    },
  },
})

const withoutTags = (html: StagedRow[string] | undefined) => String(html ?? '').replace(/<[^<>]{1,2000}>/g, '')
