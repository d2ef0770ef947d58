import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { AnObjectId, Done, flag, nullable, ObjectId, oneOf, partly, text } from './shapes.ts'

/** What one can be told of, as its reader thinks of it. Each notification belongs to one. */
export const CHANNEL_EVENTS = [
  'answers',
  'comments',
  'mentions',
  'invites',
  'changes',
  'followed',
  'votes',
  'decisions',
  'plugins',
  'achievements',
] as const
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number]

/** `site`: it counts as new under the bell; it is in the list in any case. */
export const CHANNELS = ['site', 'mail', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** Points have no words of their own, so they are told on the site only. */
export const CHANNELS_OF = (event: ChannelEvent): readonly Channel[] => (event === 'achievements' ? ['site'] : CHANNELS)

/** As long as somebody hasn't chosen. Push begins with a device that asks for it. */
export const CHANNEL_DEFAULTS: Record<Channel, ChannelEvent[]> = {
  site: [...CHANNEL_EVENTS],
  mail: ['answers', 'comments', 'invites'],
  push: ['answers', 'comments', 'mentions', 'invites', 'changes', 'decisions'],
}

/** A way that a plugin brings; whoever hasn't chosen is told nothing by it. */
export const PluginChannelChoice = Type.Object({
  slug_name: text({ min: 1, max: 60 }),
  events: Type.Array(oneOf(CHANNEL_EVENTS), { maxItems: CHANNEL_EVENTS.length }),
})
const MOST_PLUGINS = 50

export const DIGESTS = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]

const events = Type.Array(oneOf(CHANNEL_EVENTS), { maxItems: CHANNEL_EVENTS.length })
const minute = Type.Integer({ minimum: 0, maximum: 24 * 60 - 1 })

export const ChannelChoices = Type.Object({
  site: events,
  mail: events,
  push: events,
  /** What isn't named stays. */
  plugins: Type.Array(PluginChannelChoice, { maxItems: MOST_PLUGINS }),
  digest: oneOf(DIGESTS),
  /** Until then nothing is mailed or pushed; 0: no pause. */
  muted_until: Type.Integer({ minimum: 0, maximum: 10_000_000_000 }),
  /** Nothing is mailed or pushed at once between these minutes of the day, but kept until they are over. Both alike: never. */
  quiet_from: minute,
  quiet_to: minute,
  /** IANA name; empty: the site's. */
  time_zone: text({ max: 64 }),
})
export type ChannelChoices = Static<typeof ChannelChoices>

export const MutedTopic = Type.Object({
  object_id: ObjectId,
  /** The question's title, or the tag's name. */
  title: Type.String(),
  /** The tag's slug; empty for a question. */
  slug_name: Type.String(),
  /** Of a question: with `object_id` it makes its address. */
  url_title: Type.String(),
})

const own = { access: 'logged-in', visibility: 'own' } as const

export const channelChoices = endpoint({
  ...own,
  method: 'GET',
  path: '/user/notification/channels',
  summary: 'By which ways one hears of what, and when not',
  rate: 'read',
  reply: Type.Object({
    ...ChannelChoices.properties,
    /** All that are in use. */
    plugins: Type.Array(Type.Object({ ...PluginChannelChoice.properties, name: Type.String() })),
    /** For a browser that wants to be pushed to (VAPID). */
    push_key: Type.String(),
    /** Browsers that are pushed to. */
    devices: Type.Integer(),
  }),
})
export const saveChannelChoices = endpoint({
  ...own,
  method: 'PUT',
  path: '/user/notification/channels',
  summary: 'Say by which ways one wants to hear of what, and when not; what isn’t sent stays',
  rate: 'write',
  body: partly(ChannelChoices),
  reply: Done,
})

export const mutedTopics = endpoint({
  method: 'GET',
  path: '/user/notification/muted',
  summary: 'Questions and tags that one wants to hear nothing of',
  access: 'logged-in',
  visibility: 'site',
  personal: true,
  rate: 'read',
  query: Type.Object({ object_id: Type.Optional(AnObjectId) }),
  reply: Type.Object({ list: Type.Array(MutedTopic) }),
})
export const muteTopic = endpoint({
  method: 'PUT',
  path: '/user/notification/muted',
  summary: 'Hear nothing of a question or a tag any more, or again',
  access: 'logged-in',
  visibility: 'site',
  personal: true,
  rate: 'write',
  body: Type.Object({ object_id: AnObjectId, mute: flag(true) }),
  reply: Done,
})

/** As a browser's `PushSubscription` says it. */
export const PushSubscription = Type.Object({
  endpoint: text({ min: 1, max: 1000 }, 'optional-web-address'),
  keys: Type.Object({ p256dh: text({ min: 1, max: 200 }), auth: text({ min: 1, max: 100 }) }),
})
export const subscribePush = endpoint({
  ...own,
  method: 'POST',
  path: '/user/notification/push',
  summary: 'Push notifications to this browser',
  rate: 'write',
  body: PushSubscription,
  reply: Done,
})
export const unsubscribePush = endpoint({
  ...own,
  method: 'DELETE',
  path: '/user/notification/push',
  summary: 'Push nothing more to this browser, or to none at all',
  rate: 'write',
  body: Type.Object({ endpoint: Type.Optional(nullable(Type.String({ maxLength: 1000 }))) }),
  reply: Done,
})
