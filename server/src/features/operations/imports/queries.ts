import { ROLE } from '@askwell/contract/roles.ts'
import { type ExpressionBuilder, type Insertable, sql, type SqlBool } from 'kysely'
import { USER_STATUS, type Viewer } from '../../../lib/actor.ts'
import { evenLength, insertMany } from '../../../db/insert-many.ts'
import { containing, type Db } from '../../../db/dialect.ts'
import { inLists, visible } from '../../../db/visible.ts'
import type { DB } from '../../../db/tables.ts'
import { lockComments } from '../../content/comments/queries.ts'
import { lockStates } from '../../content/search/queries.ts'
import { lockTags } from '../../content/tags/queries.ts'

export type OriginKind = DB['import_mappings']['kind']

const ROWS_AT_ONCE = 500

/** Whether the thing whose number stands in this column came from a site. */
export const cameFrom = (site: string, kind: OriginKind, column: string) =>
  sql<SqlBool>`exists (select 1 from import_mappings as origin where origin.site = ${site} and origin.kind = ${kind} and origin.object_id = ${sql.ref(column)})`

/** What a key of the old site became here; for the first imported site, if there were several. */
export const findOrigin = async (db: Db, kind: OriginKind, key: string) =>
  (
    await db
      .selectFrom('import_mappings')
      .select('object_id')
      .where('kind', '=', kind)
      .where('key', '=', key)
      .orderBy('object_id')
      .limit(1)
      .executeTakeFirst()
  )?.object_id

/** What each of these became; those not imported are missing. */
export const listOrigins = async (db: Db, site: string, kind: OriginKind, keys: string[]) => {
  const found = new Map<string, number>()
  for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) {
    const rows = await db
      .selectFrom('import_mappings')
      .select(['key', 'object_id'])
      .where('site', '=', site)
      .where('kind', '=', kind)
      .where('key', 'in', evenLength(keys.slice(at, at + ROWS_AT_ONCE)))
      .execute()
    for (const { key, object_id } of rows) found.set(key, object_id)
  }
  return found
}

/** Whether anything of this kind was imported from there. */
export const hasOrigins = async (db: Db, site: string, kind: OriginKind) =>
  (
    await db
      .selectFrom('import_mappings')
      .select('key')
      .where('site', '=', site)
      .where('kind', '=', kind)
      .limit(1)
      .execute()
  ).length > 0

export const insertOrigins = async (
  db: Db,
  site: string,
  kind: OriginKind,
  made: (readonly [key: string, object_id: number])[],
  { was_here = 0 }: { was_here?: 0 | 1 } = {},
) => {
  await insertMany(
    db,
    'import_mappings',
    made.map(([key, object_id]) => ({ site, kind, key, object_id, was_here })),
  )
}

/** The names of the imported sites. */
export const listSites = async (db: Db) => {
  const found: string[] = []
  for (;;) {
    // One index lookup for each, however much was imported from it.
    const next = await db
      .selectFrom('import_mappings')
      .select(({ fn }) => fn.min('site').as('site'))
      .$if(found.length > 0, (query) => query.where('site', '>', found.at(-1)!))
      .executeTakeFirst()
    if (!next?.site) return found
    found.push(next.site)
  }
}

export type DatedKind = 'user' | 'post'
const DATED = { user: 'users', post: 'posts' } as const satisfies Record<DatedKind, string>

/** The creation times of these imported things. */
export const listCreatedAt = async (db: Db, site: string, kind: DatedKind, keys: string[]) => {
  const origins = await listOrigins(db, site, kind, keys)
  if (origins.size === 0) return new Map<string, number>()
  const rows = await db
    .selectFrom(DATED[kind])
    .select(['id', 'created_at'])
    .where('id', 'in', [...origins.values()])
    .execute()
  const made = new Map(rows.map((row) => [row.id, row.created_at]))
  return new Map([...origins].flatMap(([key, id]) => (made.has(id) ? [[key, made.get(id)!] as const] : [])))
}

/** How many questions and members came from there, up to so many. */
export const countUpTo = async (db: Db, site: string, most: number) => {
  const from = db.selectFrom('import_mappings').where('site', '=', site).limit(most)
  const users = await from.select('key').where('kind', '=', 'user').execute()
  const questions = await from
    .innerJoin('posts', 'posts.id', 'import_mappings.object_id')
    .select('key')
    .where('import_mappings.kind', '=', 'post')
    .where('posts.kind', '=', 'question')
    .execute()
  return { users: users.length, questions: questions.length }
}

/** Whether there are so many questions here, wherever they came from. */
export const hasQuestions = async (db: Db, count: number) =>
  (await db.selectFrom('posts').select('id').where('kind', '=', 'question').limit(count).execute()).length === count

export const listTitles = async (db: Db, ids: number[]) =>
  ids.length
    ? (await db.selectFrom('posts').select('title').where('id', 'in', evenLength(ids)).execute()).map(
        ({ title }) => title,
      )
    : []

/** The question each of these posts belongs to. */
export const listQuestionIds = async (db: Db, post_ids: number[]) =>
  new Map(
    post_ids.length
      ? (await db.selectFrom('posts').select(['id', 'question_id']).where('id', 'in', post_ids).execute()).map(
          (row) => [row.id, row.question_id],
        )
      : [],
  )

/** Who wrote these posts, and who commented on them. */
export const listParticipants = async (db: Db, post_ids: number[]) => {
  if (post_ids.length === 0) return []
  const authors = db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.user_id')
    .where('posts.id', 'in', post_ids)
    .select(['posts.id as post_id', 'users.username', 'users.display_name'])
  const commenters = db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .where('comments.post_id', 'in', post_ids)
    .select(['comments.post_id', 'users.username', 'users.display_name'])
  return authors.union(commenters).execute()
}

/** Those of these usernames that a member has or had. */
export const listTakenNames = async (db: Db, names: string[]) => {
  const [now, before] = [
    await db.selectFrom('users').select('username').where('username', 'in', names).execute(),
    await db.selectFrom('former_usernames').select('username').where('username', 'in', names).execute(),
  ]
  return new Set([...now, ...before].map((row) => row.username))
}

/** Those of these usernames that are held by members who didn't come from this site. */
export const listHolders = async (db: Db, site: string, names: string[]) =>
  new Set(
    names.length
      ? (
          await db
            .selectFrom('users')
            .select('username')
            .where('username', 'in', evenLength(names))
            .where(({ not }) => not(cameFrom(site, 'user', 'users.id')))
            .execute()
        ).map(({ username }) => username)
      : [],
  )

/** Whether there is a member who didn't come from this site; staff don't count. */
export const hasForeignMembers = async (db: Db, site: string) =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', ROLE.user)
      .where('status', '<>', USER_STATUS.deleted)
      .where(({ not }) => not(cameFrom(site, 'user', 'users.id')))
      .limit(1)
      .execute()
  ).length > 0

/** The first admin. */
export const firstAdmin = async (db: Db) =>
  (
    await db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', ROLE.admin)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  )?.id ?? 0

/** Members by their usernames. */
export const listByName = async (db: Db, names: string[]) =>
  new Map(
    names.length
      ? (
          await db.selectFrom('users').select(['id', 'username']).where('username', 'in', evenLength(names)).execute()
        ).map(({ id, username }) => [username, id])
      : [],
  )

/** Members by these addresses. */
export const listByEmail = async (db: Db, e_mails: string[]) =>
  new Map(
    e_mails.length
      ? (await db.selectFrom('users').select(['id', 'e_mail']).where('e_mail', 'in', e_mails).execute()).map((row) => [
          row.e_mail!,
          row.id,
        ])
      : [],
  )

/** Those of these accounts that are of staff, with their usernames. */
export const listStaffAmong = async (db: Db, ids: number[]) =>
  new Map(
    ids.length
      ? (
          await db
            .selectFrom('users')
            .select(['id', 'username'])
            .where('id', 'in', evenLength(ids))
            .where('role_id', '<>', ROLE.user)
            .execute()
        ).map(({ id, username }) => [id, username])
      : [],
  )

/** Somebody has been in the account since it came: they have logged in, or made a way to do so, or a program has one. */
export const wasEntered = (eb: ExpressionBuilder<DB, 'users'>) =>
  eb.or([
    eb.exists(eb.selectFrom('sessions').select('id').whereRef('user_id', '=', 'users.id')),
    eb.exists(
      eb.selectFrom('external_logins').select('id').whereRef('user_id', '=', 'users.id').where('used_at', '>', 0),
    ),
    eb.exists(eb.selectFrom('passkeys').select('id').whereRef('user_id', '=', 'users.id')),
    eb.exists(eb.selectFrom('api_tokens').select('id').whereRef('user_id', '=', 'users.id')),
  ])

export const listEntered = async (db: Db, user_ids: number[]) =>
  new Set(
    user_ids.length
      ? (
          await db
            .selectFrom('users')
            .select('id')
            .where('id', 'in', evenLength(user_ids))
            .where((eb) => wasEntered(eb))
            .execute()
        ).map(({ id }) => id)
      : [],
  )

/** Those of these members who had an account here before they came from there. */
export const listWhoWereHere = async (db: Db, site: string, keys: string[]) =>
  new Set(
    keys.length
      ? (
          await db
            .selectFrom('import_mappings')
            .select('key')
            .where('site', '=', site)
            .where('kind', '=', 'user')
            .where('key', 'in', evenLength(keys))
            .where('was_here', '=', 1)
            .execute()
        ).map(({ key }) => key)
      : [],
  )

/** What a post's address is made of. */
export const findPost = (db: Db, id: number, viewer: Viewer) =>
  db
    .selectFrom('posts')
    .innerJoin('posts as question', 'question.id', 'posts.question_id')
    .where('posts.id', '=', id)
    .where(visible(viewer))
    .select(['posts.kind', 'posts.question_id', 'question.url_title'])
    .executeTakeFirst()

/** The old addresses of these posts, and of their comments, no longer redirect. */
export const deleteOriginsOf = async (db: Db, post_ids: number[]) => {
  await db
    .deleteFrom('import_mappings')
    .where('kind', '=', 'comment')
    .where('object_id', 'in', db.selectFrom('comments').select('id').where('post_id', 'in', post_ids))
    .execute()
  await db.deleteFrom('import_mappings').where('kind', '=', 'post').where('object_id', 'in', post_ids).execute()
}

/** Questions that these posts belong to, of those that lists show. */
export const listLinkable = async (db: Db, post_ids: number[]) =>
  new Map(
    post_ids.length
      ? (
          await db
            .selectFrom('posts')
            .innerJoin('posts as question', 'question.id', 'posts.question_id')
            .select(['posts.id', 'posts.question_id'])
            .where('posts.id', 'in', post_ids)
            .where('posts.status', '<', 10)
            .where(inLists('question'))
            .execute()
        ).map((row) => [row.id, row.question_id])
      : [],
  )

/** Those of these tags that questions have. */
export const listUsedTags = async (db: Db, tag_ids: number[]) =>
  tag_ids.length
    ? (await db.selectFrom('question_tags').select('tag_id').distinct().where('tag_id', 'in', tag_ids).execute()).map(
        (row) => row.tag_id,
      )
    : []

/** Those of these numbers that posts have here. */
export const listTakenPostIds = async (db: Db, ids: number[]) =>
  new Set(
    ids.length
      ? (await db.selectFrom('posts').select('id').where('id', 'in', evenLength(ids)).execute()).map(({ id }) => id)
      : [],
  )

/** What is counted of posts. */
export const listFigures = async (db: Db, post_ids: number[]) =>
  new Map(
    post_ids.length
      ? (
          await db
            .selectFrom('posts')
            .select([
              'id',
              'score',
              'comment_count',
              'answer_count',
              'accepted_answer_id',
              'view_count',
              'collection_count',
              'status',
              'show',
            ])
            .where('id', 'in', evenLength(post_ids))
            .execute()
        ).map((row) => [row.id, row])
      : [],
  )

/** How many questions of a site each tag has, by its slug. For long work: it reads them all. */
export const countQuestionsByTag = async (db: Db, site: string) =>
  new Map(
    (
      await db
        .selectFrom('question_tags')
        .innerJoin('tags', 'tags.id', 'question_tags.tag_id')
        .where('question_id', 'in', (eb) =>
          eb
            .selectFrom('import_mappings')
            .innerJoin('posts', 'posts.id', 'import_mappings.object_id')
            .select('posts.id')
            .where('site', '=', site)
            .where('import_mappings.kind', '=', 'post')
            .where('posts.status', '<', 10),
        )
        .groupBy('slug_name')
        .select(({ fn }) => ['slug_name', fn.countAll<number | string>().as('count')])
        .execute()
    ).map(({ slug_name, count }) => [slug_name, Number(count)]),
  )

export const listPosts = async (db: Db, ids: number[]) =>
  ids.length ? db.selectFrom('posts').select(['id', 'kind', 'question_id']).where('id', 'in', ids).execute() : []

const LEAST_SCORE = 10

/** What these users wrote that was voted for, the oldest first. */
export const listScored = async (db: Db, user_ids: number[]) =>
  user_ids.length
    ? db
        .selectFrom('posts')
        .select(['id', 'kind', 'user_id', 'question_id', 'carried_score'])
        .where('user_id', 'in', user_ids)
        .where('carried_score', '>=', LEAST_SCORE)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    : []

export const listAwardKeys = async (db: Db, user_ids: number[]) =>
  user_ids.length
    ? db.selectFrom('badge_awards').select(['badge_id', 'award_key']).where('user_id', 'in', user_ids).execute()
    : []

export const insertActs = async (db: Db, acts: Insertable<DB['imported_acts']>[]) =>
  (await insertMany(db, 'imported_acts', acts, { behind: 'on conflict do nothing returning id' })).length

export const deleteActsOf = (db: Db, post_ids: number[]) =>
  db.deleteFrom('imported_acts').where('post_id', 'in', post_ids).execute()

export const insertAddresses = (db: Db, addresses: Insertable<DB['imported_addresses']>[]) =>
  insertMany(db, 'imported_addresses', addresses, { behind: 'on conflict do nothing' })

export const listAddresses = (db: Db, paths: string[]) =>
  db.selectFrom('imported_addresses').selectAll().where('path', 'in', evenLength(paths)).execute()

export const hasAddresses = async (db: Db) =>
  (await db.selectFrom('imported_addresses').select('path').limit(1).execute()).length > 0

export const deleteAddressesOf = (db: Db, post_ids: number[]) =>
  db.deleteFrom('imported_addresses').where('kind', '=', 'post').where('object_id', 'in', post_ids).execute()

export const insertProfiles = (db: Db, profiles: Insertable<DB['imported_profiles']>[]) =>
  insertMany(db, 'imported_profiles', profiles)

export const findProfile = (db: Db, user_id: number) =>
  db.selectFrom('imported_profiles').selectAll().where('user_id', '=', user_id).executeTakeFirst()

export const deleteProfilesOf = (db: Db, user_ids: number[]) =>
  db.deleteFrom('imported_profiles').where('user_id', 'in', user_ids).execute()

const FILE_OF = {
  tag: 'Tags',
  tag_text: 'Posts',
  user: 'Users',
  post: 'Posts',
  comment: 'Comments',
  badge: 'Badges',
  file: 'upload',
  setting: 'setting',
} as const satisfies Record<OriginKind, string>

/** How many things of each kind have come from a site, by the files they are in. For long work: it reads that part of the index. */
export const countOrigins = async (db: Db, site: string) => {
  const rows = await db
    .selectFrom('import_mappings')
    .select(({ fn }) => ['kind', fn.countAll<number | string>().as('count')])
    .where('site', '=', site)
    .groupBy('kind')
    .execute()
  const found: Record<string, number> = {}
  for (const { kind, count } of rows) found[FILE_OF[kind]] = (found[FILE_OF[kind]] ?? 0) + Number(count)
  return found
}

/** Things from a site, in the order of their numbers. */
export interface Walk {
  site: string
  /** The last one that was looked at. */
  after: number
  limit: number
}

/** Posts from a site that name its host. */
export const listLinkingPosts = (db: Db, { site, after, limit }: Walk) =>
  db
    .selectFrom('posts')
    .select(['id', 'question_id', 'revision_id', 'created_at', 'original_text', 'parsed_text'])
    .where('id', '>', after)
    .where(containing(db, 'original_text', `${site}/`))
    .where('status', '<', 10)
    .where(cameFrom(site, 'post', 'posts.id'))
    .orderBy('id')
    .limit(limit)
    .execute()

export const listLinkingComments = (db: Db, { site, after, limit }: Walk) =>
  db
    .selectFrom('comments')
    .select(['id', 'original_text', 'parsed_text'])
    .where('id', '>', after)
    .where(containing(db, 'original_text', `${site}/`))
    .where(cameFrom(site, 'comment', 'comments.id'))
    .orderBy('id')
    .limit(limit)
    .execute()

type Locking<M extends string> = (db: Db, ids: number[]) => Promise<Record<'id' | M, number | string>[]>

const unedited =
  <M extends string>(lock: Locking<M>, mark: M) =>
  async <T extends { id: number } & Record<M, number | string>>(db: Db, read: T[]) => {
    if (read.length === 0) return []
    const ids = read.map(({ id }) => id)
    const now = new Map((await lock(db, ids)).map((one) => [one.id, one[mark]]))
    return read.filter((one) => now.get(one.id) === one[mark])
  }

// Those of these that nobody has edited since they were read; they stay so until the transaction ends.
export const lockUneditedPosts = unedited(lockStates, 'revision_id')
export const lockUneditedTags = unedited(lockTags, 'revision_id')
/** No revisions are kept of them. */
export const lockUneditedComments = unedited(lockComments, 'original_text')

/** What the addresses of these posts are made of. */
export const listPlaces = async (db: Db, post_ids: number[]) =>
  new Map(
    post_ids.length
      ? (
          await db
            .selectFrom('posts')
            .innerJoin('posts as question', 'question.id', 'posts.question_id')
            .select(['posts.id', 'posts.kind', 'posts.question_id', 'question.url_title'])
            .where('posts.id', 'in', post_ids)
            .execute()
        ).map((row) => [row.id, row])
      : [],
  )
