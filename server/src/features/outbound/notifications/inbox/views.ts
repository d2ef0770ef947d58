import { objectId, type ObjectType } from '@askwell/contract/ids.ts'
import type { MessageKey } from '@askwell/contract/message-keys.ts'
import type { InboxType, Notification, NotificationGroup, NotificationType } from '@askwell/contract/notifications.ts'
import type { UserCard } from '@askwell/contract/shapes.ts'
import type { Db } from '../../../../db/dialect.ts'
import { offsetOf, type Page, pageOf } from '../../../../db/page.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { translate } from '../../../../lib/messages.ts'
import { excerpt, plainText } from '../../../../lib/plain-text.ts'
import { wordsIn } from '../../../engagement/badges/views.ts'
import { userCards } from '../../../users/users/views.ts'
import { channelEventOf, INBOX, type InboxAction } from '../policy.ts'
import { TYPE } from '../queries.ts'
import { listComments, listPluginNotices, listPosts, listTags } from '../about/queries.ts'
import { listAwarded } from '../badges/queries.ts'
import * as queries from './queries.ts'

const EXCERPT_MAX = 160
/** The count of a list is exact so far. */
const COUNTED = 1000
/** So many of a group are looked at, the newest. */
const GROUP_MAX = 100
const NAMED_PEOPLE = 3

/** The rest is about the question. */
const ABOUT_ANSWER = new Set(['update_answer', 'accept_answer'])

type Shown = Omit<Notification, 'id'>

const inboxTypeOf = (inbox_type: InboxType) => (inbox_type === 'all' ? undefined : INBOX[inbox_type])

/** What each says, all loaded together. The rows are of one reader, who may see what they are about. */
const contents = async (db: Db, rows: queries.Row[], language: string): Promise<Map<number, Shown>> => {
  const posts = await listPosts(db, [...new Set(rows.flatMap((row) => [row.question_id, row.answer_id]))])
  const comments = await listComments(db, [...new Set(rows.map((row) => row.comment_id))])
  const tags = await listTags(db, [...new Set(rows.flatMap((row) => (row.object_type === 'tag' ? row.object_id : [])))])
  const badges = await listAwarded(db, [
    ...new Set(rows.flatMap((row) => (row.object_type === 'badge_award' ? row.object_id : []))),
  ])
  const notices = await listPluginNotices(db, [
    ...new Set(rows.flatMap((row) => (row.object_type === 'plugin_notice' ? row.object_id : []))),
  ])
  const people = await userCards(db, [
    ...new Set(rows.flatMap((row) => [row.actor_id, row.object_type === 'user' ? row.object_id : 0].filter(Boolean))),
  ])
  const excerptOf = ({ question_id, answer_id, comment_id }: queries.Row) => {
    const comment = comments.get(comment_id)
    return excerpt(
      comment ? plainText(comment.parsed_text) : (posts.get(answer_id || question_id)?.plain_text ?? ''),
      EXCERPT_MAX,
    )
  }
  const shown = (row: queries.Row): Shown => {
    const question = posts.get(row.question_id)
    const tag = row.object_type === 'tag' ? tags.get(row.object_id) : undefined
    const badge = row.object_type === 'badge_award' ? badges.get(row.object_id) : undefined
    const corrected = row.object_type === 'user'
    const told = row.object_type === 'plugin_notice' ? notices.get(row.object_id) : undefined
    const name = tag?.display_name ?? told?.text ?? (badge && wordsIn(badge, language).name)
    return {
      ...(row.actor_id > 0 && { user_info: people.get(row.actor_id)! }),
      object_info: {
        title: question?.title ?? name ?? '',
        url_title: question?.url_title ?? '',
        username: corrected ? people.get(row.object_id)!.username : '',
        slug_name: tag?.slug_name ?? '',
        is_own: posts.get(ABOUT_ANSWER.has(row.action) ? row.answer_id : row.question_id)?.user_id === row.user_id,
        ...(told
          ? { object_id: objectId('user', row.user_id), object_type: 'user', plugin: told.sender, path: told.path }
          : {
              object_id: objectId(row.object_type as ObjectType, row.object_id),
              object_type: row.object_type as Shown['object_info']['object_type'],
            }),
        object_map: {
          question: objectId('question', row.question_id),
          answer: objectId('answer', row.answer_id),
          comment: row.comment_id ? objectId('comment', row.comment_id) : '',
          ...(badge && { badge_id: objectId('badge', badge.badge_id) }),
        },
      },
      rank: row.rank,
      ...((row.type === TYPE.inbox || badge || corrected) && {
        notification_action: translate(language, `notifications.did.${row.action}` as MessageKey, {
          plugin: told?.sender ?? '',
        }),
      }),
      action: row.action,
      excerpt: excerptOf(row),
      is_read: row.is_read === 1,
      update_time: row.updated_at,
    }
  }
  return new Map(rows.map((row) => [row.id, shown(row)]))
}

export const notificationPage = async (
  db: Db,
  viewer: Actor,
  { type, inbox_type, ...page }: Page & { type: NotificationType; inbox_type: InboxType },
  language: string,
) => {
  const asked = { viewer, type: TYPE[type], ...(type === 'inbox' && { inbox_type: inboxTypeOf(inbox_type) }) }
  const ids = await queries.listIds(db, { ...asked, ...page })
  const rows = await queries.listByIds(db, ids)
  const shown = await contents(db, rows, language)
  const list = ids.flatMap((id) => (shown.has(id) ? [{ id: String(id), ...shown.get(id)! }] : []))
  return pageOf(list, await queries.countShown(db, asked, offsetOf(page) + page.page_size + COUNTED), page)
}

/** One as its reader may see it now; undefined where it is gone or read. */
export const unreadNotification = async (db: Db, viewer: Actor, id: number, language: string) => {
  const row = await queries.findUnread(db, viewer, id)
  const shown = row && (await contents(db, [row], language)).get(row.id)
  if (!row || !shown) return undefined
  const action = row.action as InboxAction
  // Followers are told in batches that name their occasion; the rest but mentions are told with the event itself.
  return { ...shown, event: channelEventOf(action, row.occasion > 0 && action !== 'mention_you') }
}

const cursorOf = (text: string | undefined) => {
  const [, updated_at, id] = /^(\d{1,12})-(\d{1,15})$/.exec(text ?? '') ?? []
  return id === undefined ? undefined : { updated_at: Number(updated_at), id: Number(id) }
}

const cursorText = ({ updated_at, id }: queries.Cursor) => `${updated_at}-${id}`

interface Group {
  place: queries.Cursor
  rows: queries.Row[]
}

/** So many groups are read by one query. */
const GROUPS_AT_ONCE = 50
/** A page looks at no more groups than these, however many of them are hidden. */
const GROUPS_SCANNED = 500

/**
 * Groups in which something can be seen, each in the place of the newest that can: what is hidden must not show by the order.
 * `end` is where one has looked so far; nothing at the end of the inbox.
 */
const groupsFrom = async (db: Db, asked: queries.Asked, before: string | undefined, size: number) => {
  const start = cursorOf(before)
  const groups: Group[] = []
  const known = new Set<string>()
  const take = async (latest: Awaited<ReturnType<typeof queries.listLatest>>) => {
    // Two that were written in the same moment can both count as the newest of their group.
    const fresh = latest.filter((group) => !known.has(queries.nameOf(group)) && known.add(queries.nameOf(group)))
    const found = await queries.listOfGroups(db, asked.viewer, fresh, GROUP_MAX)
    for (const [at, rows] of found.entries()) {
      const [newest, its] = [rows[0], fresh[at]!]
      if (!newest) continue
      const place = queries.isOlder(newest, its) ? newest : its
      if (!start || queries.isOlder(place, start)) groups.push({ place, rows })
    }
  }
  const hidden = start ? await queries.listHiddenLatest(db, asked, start, GROUPS_SCANNED) : []
  for (let at = 0; at < hidden.length; at += GROUPS_AT_ONCE) await take(hidden.slice(at, at + GROUPS_AT_ONCE))
  let cursor = start
  for (let scanned = 0, limit = size + 1; ; limit = GROUPS_AT_ONCE) {
    const latest = await queries.listLatest(db, asked, cursor, limit)
    await take(latest)
    scanned += latest.length
    cursor = latest.at(-1)
    const end = latest.length === limit ? cursor : undefined
    // Older ones may still have others before them.
    const placed = end ? groups.filter(({ place }) => !queries.isOlder(place, end)) : groups
    if (!end || placed.length > size || scanned >= GROUPS_SCANNED)
      return { groups: placed.toSorted((a, b) => (queries.isOlder(a.place, b.place) ? 1 : -1)), end }
  }
}

const peopleOf = (rows: queries.Row[]) => [...new Set(rows.flatMap(({ actor_id }) => actor_id || []))]

export const notificationGroups = async (
  db: Db,
  viewer: Actor,
  { type, inbox_type, before, size }: { type: NotificationType; inbox_type: InboxType; before?: string; size: number },
  language: string,
): Promise<{ list: NotificationGroup[]; next: string }> => {
  const asked = { viewer, type: TYPE[type], ...(type === 'inbox' && { inbox_type: inboxTypeOf(inbox_type) }) }
  const { groups: found, end } = await groupsFrom(db, asked, before, size)
  const groups = found.slice(0, size)
  const last = found.length > size ? groups.at(-1)!.place : end
  const shown = await contents(
    db,
    groups.map(({ rows }) => rows[0]!),
    language,
  )
  const cards = await userCards(db, [...new Set(groups.flatMap(({ rows }) => peopleOf(rows).slice(0, NAMED_PEOPLE)))])
  return {
    list: groups.map(({ rows }) => ({
      id: String(rows[0]!.id),
      ...shown.get(rows[0]!.id)!,
      is_read: rows.every((row) => row.is_read === 1),
      count: rows.length,
      people_count: peopleOf(rows).length,
      people: peopleOf(rows)
        .slice(0, NAMED_PEOPLE)
        .map((id): UserCard => cards.get(id)!),
    })),
    next: last ? cursorText(last) : '',
  }
}
