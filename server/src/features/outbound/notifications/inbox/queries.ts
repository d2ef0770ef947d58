import { sql, type SqlBool } from 'kysely'
import { type Db, isPostgres } from '../../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../../db/page.ts'
import { visible, visibleComment } from '../../../../db/visible.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { TYPE } from '../queries.ts'

/** What a notification is about can still be seen by its reader. One of another kind stands for itself. */
export const aboutVisible = (viewer: Actor) => sql<SqlBool>`case
  when notifications.comment_id > 0 then exists (select 1 from comments inner join posts on posts.id = comments.post_id
    where comments.id = notifications.comment_id and ${visibleComment(viewer)})
  when notifications.question_id > 0 then exists (select 1 from posts
    where posts.id = case when notifications.answer_id > 0 then notifications.answer_id else notifications.question_id end and ${visible(viewer)})
  when notifications.object_type = 'tag' then exists (select 1 from tags
    where tags.id = notifications.object_id${isStaff(viewer) ? sql`` : sql` and tags.status = 1`})
  else 1 = 1 end`

/** Of one tab; of one kind, if `inbox_type` is given. */
export interface Asked {
  viewer: Actor
  type: number
  inbox_type?: number
}

const ofTab = (db: Db, { viewer, type, inbox_type }: Asked) =>
  db
    .selectFrom('notifications')
    .where('user_id', '=', viewer.id)
    .$call((q) =>
      inbox_type === undefined && type === TYPE.inbox
        ? q.where('type', '=', type)
        : q.where('inbox_type', '=', inbox_type ?? 0),
    )

const newestFirst = (db: Db, asked: Asked) =>
  ofTab(db, asked).where(aboutVisible(asked.viewer)).orderBy('updated_at', 'desc').orderBy('id', 'desc')

export const listIds = async (db: Db, { page, page_size, ...asked }: Asked & Page) =>
  (await newestFirst(db, asked).select('id').limit(page_size).offset(offsetOf({ page, page_size })).execute()).map(
    ({ id }) => id,
  )

/** Counts no further than `most`, so that a very full inbox opens as fast as any other. */
export const countShown = async (db: Db, asked: Asked, most: number) =>
  (
    await db
      .selectFrom(newestFirst(db, asked).select('id').limit(most).as('shown'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Where a page ends: the next begins with what is older. */
export interface Cursor {
  updated_at: number
  id: number
}

const GROUP_COLUMNS = ['id', 'updated_at', 'group_key', 'group_since'] as const

const latestOf = (db: Db, { viewer }: Asked, inbox_type: number) =>
  db
    .selectFrom('notifications')
    .select(GROUP_COLUMNS)
    .where('user_id', '=', viewer.id)
    .where('inbox_type', '=', inbox_type)
    .where('is_latest', '=', sql.lit(1))
const kindsOf = ({ type, inbox_type }: Asked) =>
  type === TYPE.achievement ? [0] : inbox_type === undefined ? [1, 2, 3] : [inbox_type]

export const isOlder = (one: Cursor, other: Cursor) =>
  one.updated_at < other.updated_at || (one.updated_at === other.updated_at && one.id < other.id)

/** The newest of each group, whether it can be seen or not. */
export const listLatest = async (db: Db, asked: Asked, before: Cursor | undefined, limit: number) => {
  const lists = await Promise.all(
    kindsOf(asked).map((inbox_type) =>
      latestOf(db, asked, inbox_type)
        .$if(before !== undefined, (q) =>
          q
            .where('updated_at', '<=', before!.updated_at)
            .where((eb) => eb.or([eb('updated_at', '<', before!.updated_at), eb('id', '<', before!.id)])),
        )
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    ),
  )
  return lists
    .flat()
    .sort((a, b) => (isOlder(a, b) ? 1 : -1))
    .slice(0, limit)
}

/** So many of each kind are looked at, those nearest to the place first. */
const HIDDEN_SCANNED = 500

/** The newest of each group that come before this place and can no longer be seen: what is left of their groups may come after it. */
export const listHiddenLatest = async (db: Db, asked: Asked, until: Cursor, limit: number) =>
  (
    await Promise.all(
      kindsOf(asked).map((inbox_type) =>
        db
          .selectFrom(
            latestOf(db, asked, inbox_type)
              .select(['comment_id', 'question_id', 'answer_id', 'object_type', 'object_id'])
              .where('updated_at', '>=', until.updated_at)
              .where((eb) => eb.or([eb('updated_at', '>', until.updated_at), eb('id', '>=', until.id)]))
              .orderBy('updated_at')
              .orderBy('id')
              .limit(HIDDEN_SCANNED)
              .as('notifications'),
          )
          .select(GROUP_COLUMNS)
          .where(sql<SqlBool>`not (${aboutVisible(asked.viewer)})`)
          .orderBy('updated_at')
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),
    )
  ).flat()

interface GroupName {
  group_key: string
  group_since: number
}

/** PostgreSQL plans one query for all groups; a union of many takes it longer to plan than to run. */
const ofEach = (db: Db, viewer: Actor, groups: GroupName[], most: number) =>
  db
    .selectFrom(
      sql<GroupName>`jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)`.as<'wanted'>(
        sql`wanted (group_key text, group_since bigint)`,
      ),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('notifications')
          .selectAll()
          .where('user_id', '=', viewer.id)
          .whereRef('notifications.group_key', '=', 'wanted.group_key')
          .whereRef('notifications.group_since', '=', 'wanted.group_since')
          .orderBy('updated_at', 'desc')
          .orderBy('id', 'desc')
          .limit(most)
          .as('notifications'),
      (join) => join.onTrue(),
    )
    .selectAll('notifications')
    .where(aboutVisible(viewer))

/** What can be seen of the newest `most` of each of some groups, newest first. */
export const listOfGroups = async (db: Db, viewer: Actor, groups: GroupName[], most: number) => {
  const ofOne = ({ group_key, group_since }: GroupName) =>
    db
      .selectFrom(
        db
          .selectFrom('notifications')
          .selectAll()
          .where('user_id', '=', viewer.id)
          .where('group_key', '=', group_key)
          .where('group_since', '=', group_since)
          .orderBy('updated_at', 'desc')
          .orderBy('id', 'desc')
          .limit(most)
          .as('notifications'),
      )
      .selectAll()
      .where(aboutVisible(viewer))
  const [first, ...others] = groups
  if (!first) return []
  const rows = isPostgres(db)
    ? await ofEach(db, viewer, groups, most).execute()
    : await others.reduce((all, group) => all.unionAll(ofOne(group)), ofOne(first)).execute()
  const byName = Map.groupBy(
    rows.sort((a, b) => (isOlder(a, b) ? 1 : -1)),
    nameOf,
  )
  return groups.map((group) => byName.get(nameOf(group)) ?? [])
}
export const nameOf = ({ group_key, group_since }: GroupName) => `${group_key} ${group_since}`

export const listByIds = async (db: Db, ids: number[]) =>
  ids.length === 0 ? [] : await db.selectFrom('notifications').selectAll().where('id', 'in', ids).execute()
export type Row = Awaited<ReturnType<typeof listByIds>>[number]

export const findUnread = (db: Db, viewer: Actor, id: number) =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .where('is_read', '=', 0)
    .where(aboutVisible(viewer))
    .executeTakeFirst()

export const findOwn = (db: Db, user_id: number, id: number) =>
  db
    .selectFrom('notifications')
    .select(['id', 'group_key', 'group_since', 'is_read'])
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

const READ = { is_read: 1, is_seen: 1 } as const

export const markRead = (db: Db, id: number) => db.updateTable('notifications').set(READ).where('id', '=', id).execute()

export const markGroupRead = (
  db: Db,
  user_id: number,
  { group_key, group_since }: { group_key: string; group_since: number },
) =>
  db
    .updateTable('notifications')
    .set(READ)
    .where('user_id', '=', user_id)
    .where('group_key', '=', group_key)
    .where('group_since', '=', group_since)
    .where('is_read', '=', 0)
    .execute()

/** Marks some of what was there up to `last`. @returns how many. */
export const markUpTo = async (
  db: Db,
  {
    user_id,
    type,
    last,
    flag,
    limit,
  }: { user_id: number; type: number; last: number; flag: 'is_read' | 'is_seen'; limit: number },
) => {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set(flag === 'is_read' ? READ : { is_seen: 1 })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', user_id)
        .where('type', '=', type)
        .where(flag, '=', sql.lit(0))
        .where('id', '<=', last)
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The newest there is. */
export const lastId = async (db: Db) =>
  (await db.selectFrom('notifications').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0
