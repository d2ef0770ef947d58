import { sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { evenLength, insertMany } from '../../../../db/insert-many.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import { type OriginKind, wasEntered } from '../queries.ts'

interface Walk {
  site: string
  kind: OriginKind
  /** The last key that was looked at. */
  after: string
  limit: number
}

/** What came from a site, in the order of its keys there. */
export const listMapped = (db: Db, { site, kind, after, limit }: Walk) =>
  db
    .selectFrom('import_mappings')
    .select(['key', 'object_id', 'was_here'])
    .where('site', '=', site)
    .where('kind', '=', kind)
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute()

/** Those of these members who have come from another site, too, or were found by its import. */
export const listMappedElsewhere = async (db: Db, site: string, user_ids: number[]) =>
  (
    await db
      .selectFrom('import_mappings')
      .select('object_id')
      .where('kind', '=', 'user')
      .where('object_id', 'in', evenLength(user_ids))
      .where('site', '<>', site)
      .execute()
  ).map(({ object_id }) => object_id)

export const countMapped = async (db: Db, site: string) =>
  Number(
    (
      await db
        .selectFrom('import_mappings')
        .where('site', '=', site)
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

export const deleteMapped = (db: Db, site: string, kind: OriginKind, ids: number[]) =>
  db
    .deleteFrom('import_mappings')
    .where('site', '=', site)
    .where('kind', '=', kind)
    .where('object_id', 'in', evenLength(ids))
    .execute()

/** The site stays known until everything is counted again, also where the last thing of it has gone before. */
export const markUndone = (db: Db, site: string) =>
  insertMany(db, 'import_mappings', [{ site, kind: 'badge', key: 'undo', object_id: 0 }], {
    behind: 'on conflict do nothing',
  })

/** Awards went with their members, uploads with what they stood in, and settings stay; with them goes the mark. */
export const deleteMappedBelongings = (db: Db, site: string) =>
  db.deleteFrom('import_mappings').where('site', '=', site).where('kind', 'in', ['badge', 'file', 'setting']).execute()

/** The questions that these posts are or belong to. */
export const listQuestionsOf = async (db: Db, post_ids: number[]) =>
  (
    await db
      .selectFrom('posts')
      .select('question_id')
      .distinct()
      .where('id', 'in', evenLength(post_ids))
      .orderBy('question_id')
      .execute()
  ).map((row) => row.question_id)

/** What people do to a thread that is theirs and would be lost: they write. Who only votes or follows loses that. */
const WRITING = [
  'question.edited',
  'answer.given',
  'answer.edited',
  'post.held',
  'revision.suggested',
  'revision.restored',
  'comment.added',
  'comment.edited',
  'comment.held',
  'post.author_changed',
]

/** Posts or comments in these threads that came from nowhere. */
const listOthers = (db: Db, kind: 'post' | 'comment', question_ids: number[]) =>
  db
    .selectFrom(`${kind}s`)
    .select('question_id')
    .where('question_id', 'in', question_ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('import_mappings')
            .select('key')
            .where('kind', '=', kind)
            .whereRef('object_id', '=', `${kind}s.id`),
        ),
      ),
    )

/** Those of these questions under which somebody has written since they came, also where it waits for staff: whatever didn't come along counts. */
export const listWrittenOn = async (db: Db, question_ids: number[]) => {
  const ids = evenLength(question_ids)
  const written = await db
    .selectFrom('events')
    .select('question_id')
    .where('question_id', 'in', ids)
    .where('type', 'in', WRITING)
    .where('actor_id', '>', 0)
    .union(listOthers(db, 'post', ids))
    .union(listOthers(db, 'comment', ids))
    .execute()
  return written.map((row) => row.question_id)
}

export const listTitles = (db: Db, question_ids: number[]) =>
  question_ids.length
    ? db.selectFrom('posts').select(['id', 'title', 'url_title']).where('id', 'in', question_ids).execute()
    : Promise.resolve([])

/** What hangs on these questions, by number. */
export const countHanging = async (db: Db, question_ids: number[]) => {
  const ids = evenLength(question_ids)
  const posts = db.selectFrom('posts').select('id').where('question_id', 'in', ids)
  const count = sql<number | string>`count(*)`.as('count')
  const of = async (query: { executeTakeFirstOrThrow: () => Promise<{ count: number | string }> }) =>
    Number((await query.executeTakeFirstOrThrow()).count)
  return {
    answers: await of(
      db.selectFrom('posts').select(count).where('question_id', 'in', ids).where('kind', '=', 'answer'),
    ),
    comments: await of(db.selectFrom('comments').select(count).where('question_id', 'in', ids)),
    votes: await of(db.selectFrom('votes').select(count).where('post_id', 'in', posts)),
    bookmarks: await of(db.selectFrom('collections').select(count).where('question_id', 'in', ids)),
  }
}

/** Who stands in these threads: their authors, editors and commenters, and those that their imported past names. */
export const listPeopleOf = async (db: Db, question_ids: number[]) => {
  if (question_ids.length === 0) return new Set<number>()
  const ids = evenLength(question_ids)
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'user_id', 'last_editor_id', 'operator_id'])
    .where((eb) => eb.or([eb('id', 'in', ids), eb('question_id', 'in', ids)]))
    .execute()
  const post_ids = posts.map(({ id }) => id)
  const comments = await db.selectFrom('comments').select('user_id').where('question_id', 'in', ids).execute()
  const closings = await db.selectFrom('closings').select('user_id').where('question_id', 'in', ids).execute()
  const found = posts.flatMap((post) => [post.user_id, post.last_editor_id, post.operator_id])
  for (let at = 0; at < post_ids.length; at += POSTS_AT_ONCE) {
    const some = evenLength(post_ids.slice(at, at + POSTS_AT_ONCE))
    const acts = await db
      .selectFrom('imported_acts')
      .select(['user_id', 'payload'])
      .where('post_id', 'in', some)
      .execute()
    const revisions = await db
      .selectFrom('revisions')
      .select('user_id')
      .where('object_type', 'in', ['question', 'answer'])
      .where('object_id', 'in', some)
      .execute()
    found.push(...revisions.map(({ user_id }) => user_id))
    for (const { user_id, payload } of acts)
      found.push(user_id, ...((JSON.parse(payload) as { voter_ids?: number[] }).voter_ids ?? []))
  }
  return new Set([...found, ...[...comments, ...closings].map(({ user_id }) => user_id)])
}
const POSTS_AT_ONCE = 500

/** Those of these members whose account somebody has used or looked after since it came: they have logged in, or staff have changed it. */
export const listClaimed = (db: Db, user_ids: number[]) =>
  db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', evenLength(user_ids))
    .where((eb) =>
      eb.or([
        // Those that came along are bcrypt's, until they are used.
        eb.and([eb('password_hash', 'is not', null), eb('password_hash', 'not like', '$2%')]),
        eb('role_id', '<>', ROLE.user),
        wasEntered(eb),
        eb.exists(
          eb
            .selectFrom('audit_entries')
            .select('id')
            .where('object_type', '=', 'user')
            .whereRef('object_id', '=', 'users.id'),
        ),
        eb.exists(eb.selectFrom('user_notes').select('id').whereRef('user_id', '=', 'users.id')),
      ]),
    )
    .execute()

/** Those of these members who still stand beside something. */
export const listNamed = async (db: Db, user_ids: number[]) =>
  new Set(
    (
      await db
        .selectFrom('users')
        .select('id')
        .where('id', 'in', evenLength(user_ids))
        .where((eb) =>
          eb.or([
            eb.exists(eb.selectFrom('posts').select('posts.id').whereRef('posts.user_id', '=', 'users.id')),
            eb.exists(eb.selectFrom('comments').select('comments.id').whereRef('comments.user_id', '=', 'users.id')),
            eb.exists(
              eb
                .selectFrom('files')
                .select('files.id')
                .whereRef('files.user_id', '=', 'users.id')
                .where('deleted_at', '=', 0)
                .where('source', '<>', 'avatar'),
            ),
            eb.exists(eb.selectFrom('revisions').select('revisions.id').whereRef('revisions.user_id', '=', 'users.id')),
          ]),
        )
        .execute()
    ).map(({ id }) => id),
  )

/** Those of these tags that only the import made, and nothing bears or names any more. */
export const listUnused = async (db: Db, site: string, tag_ids: number[]) =>
  (
    await db
      .selectFrom('tags')
      .select('id')
      .where('id', 'in', evenLength(tag_ids))
      .where('user_id', '=', 0)
      .where('recommend', '=', 0)
      .where('reserved', '=', 0)
      .where((eb) =>
        eb.not(
          eb.or([
            eb.exists(eb.selectFrom('question_tags').select('tag_id').whereRef('tag_id', '=', 'tags.id')),
            eb.exists(eb.selectFrom('tags as other').select('other.id').whereRef('other.main_tag_id', '=', 'tags.id')),
            eb.exists(
              eb
                .selectFrom('follows')
                .select('user_id')
                .where('object_type', '=', 'tag')
                .whereRef('object_id', '=', 'tags.id'),
            ),
            eb.exists(
              eb
                .selectFrom('events')
                .select('events.id')
                .where('object_type', '=', 'tag')
                .whereRef('object_id', '=', 'tags.id'),
            ),
            eb.exists(
              eb
                .selectFrom('import_mappings')
                .select('key')
                .where('site', '<>', site)
                .where('kind', '=', 'tag')
                .whereRef('object_id', '=', 'tags.id'),
            ),
          ]),
        ),
      )
      .execute()
  ).map(({ id }) => id)

export const deleteAddressesOfThings = (db: Db, kind: 'user' | 'tag', ids: number[]) =>
  db.deleteFrom('imported_addresses').where('kind', '=', kind).where('object_id', 'in', evenLength(ids)).execute()
