import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import {
  type Action,
  type FIXED,
  type Figures,
  type Level,
  type Privilege,
  PRIVILEGES,
  rankNeeded,
} from './privileges.ts'
import { nullable, oneOf } from './shapes.ts'
import { OPERATION_NAMES, type OperationName, stepOf } from './states.ts'

// What each role may, put together from what the server asks: reputation (privileges.ts), states of posts (states.ts), and the access of calls.

/** Parts of the contract (`index.ts`) with calls for one role; words: powers.area_* */
export const AREAS = {
  moderator: ['audit', 'comments', 'reputation', 'reviews'],
  admin: [
    'administration',
    'audit',
    'backups',
    'badges',
    'bulk',
    'configuration',
    'contentAdministration',
    'exports',
    'imports',
    'jobs',
    'mails',
    'meaning',
    'plugins',
    'rateLimits',
    'settings',
    'siteInvitations',
    'slowQueries',
    'staffLogins',
    'storage',
    'tasks',
    'userAdministration',
  ],
} as const
type Area = (typeof AREAS)['moderator' | 'admin'][number]

/** Of the actions that only a role opens, those that are no operation on a post. */
const ACTS = [
  'answer.accept',
  'comment.edit',
  'comment.delete',
  'tag.delete',
  'tag.undeleted',
  'tag.merge',
  'tag.use_reserved_tag',
  'tag.edit_slug_name',
] as const satisfies (keyof typeof FIXED)[]
/** The one whose question or comment it is may, too. */
const OWN: readonly string[] = ['answer.accept', 'comment.edit', 'comment.delete'] satisfies (typeof ACTS)[number][]

export const POWER_GROUPS = ['reputation', 'moderation', 'administration'] as const

export interface PowerKey {
  group: (typeof POWER_GROUPS)[number]
  /** words: privileges.* and powers.* */
  key: `privileges.${Privilege}` | `powers.${(typeof ACTS)[number] | `post_${OperationName}` | `area_${Area}`}`
  /** What members need: so much reputation, that it is their own, or null: they may not. */
  members: number | 'own' | null
  moderators: boolean
}

const own = (is: boolean) => (is ? ('own' as const) : null)

/** Everything that not all may, by these figures. Admins may all of it. */
export const powersOf = (level: Level, custom: Figures): PowerKey[] => [
  ...(Object.keys(PRIVILEGES) as Privilege[]).map((privilege): PowerKey => ({
    group: 'reputation',
    key: `privileges.${privilege}`,
    members: rankNeeded(privilege satisfies Action, level, custom),
    moderators: true,
  })),
  ...OPERATION_NAMES.map((name): PowerKey => {
    const { who } = stepOf(name)
    return {
      group: who === 'admin' ? 'administration' : 'moderation',
      key: `powers.post_${name}`,
      members: own(who === 'author'),
      moderators: who !== 'admin',
    }
  }),
  ...ACTS.map((act): PowerKey => ({
    group: 'moderation',
    key: `powers.${act}`,
    members: own(OWN.includes(act)),
    moderators: true,
  })),
  ...AREAS.moderator.map((area): PowerKey => ({
    group: 'moderation',
    key: `powers.area_${area}`,
    members: null,
    moderators: true,
  })),
  // What moderators may there is said once.
  ...AREAS.admin
    .filter((area) => !(AREAS.moderator as readonly string[]).includes(area))
    .map((area): PowerKey => ({
      group: 'administration',
      key: `powers.area_${area}`,
      members: null,
      moderators: false,
    })),
]

export const Power = Type.Object({
  group: oneOf(POWER_GROUPS),
  key: Type.String(),
  /** What it is, in a sentence. */
  name: Type.String(),
  /** Reputation that members need; null where reputation doesn't open it. */
  rank: nullable(Type.Integer()),
  /** Members may do it to what is their own. */
  own: Type.Boolean(),
  moderators: Type.Boolean(),
})
export type Power = Static<typeof Power>

/** Ours. */
export const rolePowers = endpoint({
  prefix: 'admin',
  method: 'GET',
  path: '/roles/powers',
  summary: 'What members, moderators and admins may; admins may all of it',
  access: 'moderator',
  visibility: 'staff',
  rate: 'admin',
  reply: Type.Array(Power),
})
