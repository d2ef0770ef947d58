import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { AnObjectId, flag, NEAREST, nullable, ObjectId, oneOf, page, paged, Time, UserCard } from './shapes.ts'

/** The two tabs: what happened, and what one has earned. */
export const NOTIFICATION_TYPES = ['inbox', 'achievement'] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** Kinds within the inbox. */
export const INBOX_TYPES = ['all', 'posts', 'invites', 'votes'] as const
export type InboxType = (typeof INBOX_TYPES)[number]

const type = oneOf(NOTIFICATION_TYPES)
const ofType = {
  type,
  /** Only in the inbox. */
  inbox_type: oneOf(INBOX_TYPES, { default: 'all', [NEAREST]: true }),
}

const ObjectInfo = Type.Object({
  /** Of the question; of a tag or a badge its name; what a plugin says. */
  title: Type.String(),
  object_id: ObjectId,
  /** `user` is ours: the reader's own account, also where a plugin tells them something. */
  object_type: oneOf(['question', 'answer', 'comment', 'tag', 'badge_award', 'user']),
  /** Where it stands. `comment` is empty where it is about none; the others are then `0`. */
  object_map: Type.Object({
    question: Type.Optional(ObjectId),
    answer: Type.Optional(ObjectId),
    comment: Type.Optional(Type.String()),
    badge_id: Type.Optional(ObjectId),
  }),
  /** Ours: with `title` it makes the question's address. */
  url_title: Type.String(),
  /** Ours: of the account that it is about. */
  username: Type.String(),
  /** Ours: a tag's slug. */
  slug_name: Type.String(),
  /** Ours: the reader wrote what was answered, accepted or changed. */
  is_own: Type.Boolean(),
  /** Ours: the name of the plugin that tells it. */
  plugin: Type.Optional(Type.String()),
  /** Ours: where that leads, on this site; empty if nowhere. */
  path: Type.Optional(Type.String()),
})

const what = {
  /** Who did it; nobody where that is not told. */
  user_info: Type.Optional(UserCard),
  object_info: ObjectInfo,
  /** Points won or lost, of an achievement. */
  rank: Type.Integer(),
  /** What happened, in the reader's language. Points need no words. */
  notification_action: Type.Optional(Type.String()),
  /** Ours: what happened, as a name: `answer_the_question`, `answer.voted_up` … */
  action: Type.String(),
  /** Ours: the beginning of the answer or comment, or of the question. */
  excerpt: Type.String(),
  is_read: Type.Boolean(),
  update_time: Time,
}
export const Notification = Type.Object({ id: Type.String(), ...what })
export type Notification = Static<typeof Notification>

/** One line for several of the same kind about the same thing; what is said of a single one is said of the newest. */
export const NotificationGroup = Type.Object({
  /** The id of the newest. */
  id: Type.String(),
  ...what,
  /** How many there are, no further than a hundred. */
  count: Type.Integer(),
  /** How many different people, no further than a hundred; the newest three are named. */
  people_count: Type.Integer(),
  people: Type.Array(UserCard),
})
export type NotificationGroup = Static<typeof NotificationGroup>

export const notifications = endpoint({
  method: 'GET',
  path: '/notification/page',
  summary: 'One’s notifications, newest first; beyond a thousand the count says only that there are more',
  access: 'logged-in',
  visibility: 'site',
  personal: true,
  rate: 'read',
  query: Type.Object({ ...ofType, ...page }),
  reply: paged(Notification),
})

export const notificationGroups = endpoint({
  method: 'GET',
  path: '/notification/group/page',
  summary: 'One’s notifications, those alike together, newest first',
  access: 'logged-in',
  visibility: 'site',
  personal: true,
  rate: 'read',
  query: Type.Object({
    ...ofType,
    /** Goes on from there: the `next` of the page before. */
    before: Type.Optional(Type.String({ maxLength: 40 })),
    size: Type.Integer({ minimum: 1, maximum: 50, default: 20, [NEAREST]: true }),
  }),
  reply: Type.Object({
    list: Type.Array(NotificationGroup),
    /** Empty at the end. */
    next: Type.String(),
  }),
})

export const BadgeAward = Type.Object({
  notification_id: Type.String(),
  badge_id: ObjectId,
  name: Type.String(),
  icon: Type.String(),
  /** 1 bronze, 2 silver, 3 gold. */
  level: Type.Integer(),
})
export type BadgeAward = Static<typeof BadgeAward>

export const NotificationStatus = Type.Object({
  /** New since the tab was last opened. */
  inbox: Type.Integer(),
  achievement: Type.Integer(),
  /** What waits for one in the review queues. */
  revision: Type.Integer(),
  can_revision: Type.Boolean(),
  /** The oldest badge that one has not been shown yet. */
  badge_award: nullable(BadgeAward),
})
export type NotificationStatus = Static<typeof NotificationStatus>

/** Asked every few seconds by every client. */
export const notificationStatus = endpoint({
  method: 'GET',
  path: '/notification/status',
  summary: 'How many new notifications there are',
  access: 'logged-in',
  visibility: 'own',
  rate: 'read',
  reply: NotificationStatus,
})

export const openNotifications = endpoint({
  method: 'PUT',
  path: '/notification/status',
  summary: 'Say that a tab has been opened: nothing in it is new any more',
  access: 'logged-in',
  visibility: 'own',
  rate: 'write',
  body: Type.Object({ type }),
  reply: NotificationStatus,
})

export const readNotification = endpoint({
  method: 'PUT',
  path: '/notification/read/state',
  summary: 'Mark a notification as read',
  access: 'logged-in',
  visibility: 'own',
  rate: 'write',
  body: Type.Object({
    id: AnObjectId,
    /** Ours: with all those in one line with it. */
    group: flag(false),
  }),
  reply: Type.Object({}),
})

export const readNotifications = endpoint({
  method: 'PUT',
  path: '/notification/read/state/all',
  summary: 'Mark all notifications of a tab as read',
  access: 'logged-in',
  visibility: 'own',
  rate: 'write',
  body: Type.Object({ type }),
  reply: Type.Object({}),
})
