import { Type, type Static } from 'typebox'
import { AVATAR_TYPES } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { Done, oneOf, pageSize, text, UserCard } from './shapes.ts'

/** What isn't sent stays; what the site doesn't let members change is refused. */
export const ProfileDraft = Type.Object({
  display_name: Type.Optional(text(limits.DISPLAY_NAME, 'display-name')),
  username: Type.Optional(text(limits.USERNAME, 'username')),
  avatar: Type.Optional(
    Type.Object({
      type: oneOf(AVATAR_TYPES),
      gravatar: Type.Optional(text({ max: limits.AVATAR_URL_MAX })),
      custom: Type.Optional(text({ max: limits.AVATAR_URL_MAX })),
    }),
  ),
  bio: Type.Optional(text({ max: limits.BIO_MAX })),
  website: Type.Optional(text({ max: limits.WEBSITE_MAX }, 'optional-web-address')),
  location: Type.Optional(text({ max: limits.LOCATION_MAX })),
})
export type ProfileDraft = Static<typeof ProfileDraft>
export const saveProfile = endpoint({
  method: 'PUT',
  path: '/user/info',
  summary: 'Change one’s own profile',
  access: 'activated',
  visibility: 'own',
  rate: 'write',
  body: ProfileDraft,
  reply: Done,
})

export const searchUsers = endpoint({
  method: 'GET',
  path: '/user/info/search',
  summary: 'Members whose name begins so, to mention or invite',
  access: 'logged-in',
  visibility: 'site',
  rate: 'type-ahead',
  /** `object_id` is ours: only those who may see this question or answer. */
  query: Type.Object({
    username: Type.String({ maxLength: limits.ADMIN_QUERY_MAX, default: '' }),
    object_id: Type.String({ maxLength: 30, default: '' }),
  }),
  reply: Type.Array(UserCard),
})

/** `default` and `Default` mean the site's own; what isn't sent stays. */
export const saveInterface = endpoint({
  method: 'PUT',
  path: '/user/interface',
  summary: 'Choose language, colour scheme and the face of the editor',
  access: 'logged-in',
  visibility: 'own',
  rate: 'write',
  body: Type.Object({
    language: Type.Optional(text({ ...limits.LANGUAGE })),
    color_scheme: Type.Optional(oneOf(['default', 'light', 'dark', 'system'])),
    /** Ours: `markdown`, `rich`, or `own:` and the name of an extension. */
    editor_face: Type.Optional(Type.String({ pattern: '^(markdown|rich|own:[a-z0-9_]{1,40})$' })),
  }),
  reply: Done,
})

export const RankedUser = Type.Object({
  username: Type.String(),
  rank: Type.Integer(),
  vote_count: Type.Integer(),
  display_name: Type.String(),
  avatar: Type.String(),
})
export type RankedUser = Static<typeof RankedUser>
/** `rank` and `vote_count` are those of the last seven days; a staff member's `rank` is the whole. */
export const ranking = endpoint({
  method: 'GET',
  path: '/user/ranking',
  summary: 'Who gained and voted most this week, and who looks after the site',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  reply: Type.Object({
    users_with_the_most_reputation: Type.Array(RankedUser),
    users_with_the_most_vote: Type.Array(RankedUser),
    staffs: Type.Array(RankedUser),
  }),
})

export const StaffMember = Type.Object({ username: Type.String(), display_name: Type.String(), avatar: Type.String() })
export type StaffMember = Static<typeof StaffMember>
export const staff = endpoint({
  method: 'GET',
  path: '/user/staff',
  summary: 'Staff whose name begins so',
  access: 'anyone',
  visibility: 'site',
  rate: 'type-ahead',
  query: Type.Object({
    username: Type.String({ maxLength: limits.ADMIN_QUERY_MAX, default: '' }),
    page_size: pageSize({ size: limits.STAFF_SEARCH_SIZE, max: limits.PAGE.max }),
  }),
  reply: Type.Array(StaffMember),
})

export const Permissions = Type.Record(
  Type.String(),
  Type.Object({ has_permission: Type.Boolean(), no_permission_tip: Type.String() }),
)
export type Permissions = Static<typeof Permissions>
/** `action` names several, with commas between (privileges.ts); with an `object_id` its owner may more. */
export const permission = endpoint({
  method: 'GET',
  path: '/permission',
  summary: 'Whether one may do these things, and what is missing',
  access: 'activated',
  visibility: 'own',
  rate: 'read',
  query: Type.Object({
    action: Type.String({ minLength: 1, maxLength: 2000 }),
    object_id: Type.Optional(Type.String({ maxLength: 30 })),
  }),
  reply: Permissions,
})
