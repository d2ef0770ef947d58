import { LRUCache } from 'lru-cache'
import type { App, EmittedEvent, EventName } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { findUnread, type UnreadBadge } from '../badges/queries.ts'
import { TYPE } from '../queries.ts'
import { countUnseen } from './queries.ts'

export interface Unseen {
  inbox: number
  achievement: number
  /** The oldest badge that they haven't been shown yet. */
  badge: UnreadBadge | undefined
}

/** A thread, or something in it, is seen by others than before. */
const SEEN_BY_OTHERS = new Set<EventName>([
  'question.deleted',
  'question.undeleted',
  'question.approved',
  'question.edited',
  'answer.deleted',
  'answer.undeleted',
  'answer.approved',
  'answer.edited',
  'comment.deleted',
  'comment.undeleted',
  'comment.held',
  'comment.approved',
  'post.held',
  'post.erased',
])
const TAGS = new Set<EventName>(['tag.created', 'tag.deleted', 'tag.undeleted', 'tag.merged', 'tag.parted'])
const PEOPLE = new Set<EventName>(['user.changed', 'user.status_changed', 'user.erased'])
/** Everything may be different. */
const ALL = new Set<EventName>(['settings.changed', 'site.imported', 'badge.changed'])

/** Users who are counted in memory; the rest are counted again when they come back. */
const MOST = 100_000

type Counted = Promise<Unseen>

/**
 * How many new notifications users have, counted once and then known until an event says that it may be another number. Entries are dropped,
 * never changed, so nothing can drift: the next question counts again.
 */
const createMemory = (app: App) => {
  /** By question, and by tag as a negative number: whose new notifications are about it. */
  const topics = new Map<number, Set<number>>()
  const topicsOf = new Map<Counted, number[]>()
  const loading = new Map<Counted, number>()

  const leave = (counted: Counted, user_id: number) => {
    for (const topic of topicsOf.get(counted) ?? []) {
      const users = topics.get(topic)
      users?.delete(user_id)
      if (users?.size === 0) topics.delete(topic)
    }
    topicsOf.delete(counted)
  }
  const users = new LRUCache<number, Counted>({ max: MOST, dispose: leave })

  const dropTopic = (topic: number) => {
    for (const id of topics.get(topic) ?? []) users.delete(id)
    for (const id of loading.values()) users.delete(id) // what they are about isn't known yet
  }
  const hear = ({ name, fact }: EmittedEvent) => {
    if (name === 'notifications.changed') for (const id of fact.user_ids ?? []) users.delete(id)
    else if (SEEN_BY_OTHERS.has(name)) dropTopic(fact.question_id)
    else if (TAGS.has(name)) dropTopic(-fact.object_id)
    else if (PEOPLE.has(name)) users.delete(fact.object_id)
    else if (ALL.has(name)) users.clear()
  }
  app.onCommit((happened) => happened.forEach(hear))

  const load = (viewer: Actor): Counted => {
    const counted = Promise.all([countUnseen(app.db, viewer), findUnread(app.db, viewer.id)]).then(([rows, badge]) => {
      const sum = (type: number) => rows.filter((row) => row.type === type).reduce((total, row) => total + row.shown, 0)
      if (users.peek(viewer.id) === counted) {
        const about = rows.flatMap(({ topic }) => topic || [])
        topicsOf.set(counted, about)
        for (const topic of about) topics.set(topic, (topics.get(topic) ?? new Set()).add(viewer.id))
      }
      return { inbox: sum(TYPE.inbox), achievement: sum(TYPE.achievement), badge }
    })
    loading.set(counted, viewer.id)
    users.set(viewer.id, counted)
    counted
      .catch(() => {
        if (users.peek(viewer.id) === counted) users.delete(viewer.id)
      })
      .finally(() => loading.delete(counted))
    return counted
  }

  return { unseen: (viewer: Actor) => users.get(viewer.id) ?? load(viewer) }
}

const memories = new WeakMap<App, ReturnType<typeof createMemory>>()

export const unseenOf = (app: App, viewer: Actor) => {
  const memory = memories.get(app) ?? createMemory(app)
  memories.set(app, memory)
  return memory.unseen(viewer)
}
