import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { ADMIN_QUERY_MAX } from './limits.ts'
import { nullable, text } from './shapes.ts'

// A service that looks after the site's people; docs/decisions/0027.

export const UserCenterAgent = Type.Object({
  enabled: Type.Boolean(),
  agent_info: nullable(
    Type.Object({
      /** Where the browser goes to log in. */
      login_redirect_url: Type.String(),
      /** Where somebody new registers; empty where nobody does. */
      sign_up_redirect_url: Type.String(),
      icon: Type.String(),
      display_name: Type.String(),
      /** Whether the site's own accounts with passwords go on beside it. */
      enabled_original_user_system: Type.Boolean(),
      /** Ours: the messenger whose browser is let straight on at `/user-center/auth/…`, or nothing. */
      messenger: Type.String(),
      /** Ours: that address as a QR code (`data:`), to go on there with a phone; or nothing. */
      messenger_code: Type.String(),
    }),
  ),
})
export type UserCenterAgent = Static<typeof UserCenterAgent>
export const userCenterAgent = endpoint({
  method: 'GET',
  path: '/user-center/agent',
  summary: 'The outside service members sign in with, if there is one',
  access: 'anyone',
  visibility: 'public',
  rate: 'read',
  reply: UserCenterAgent,
})

const Place = Type.Object({ enabled: Type.Boolean(), redirect_url: Type.String() })
export const UserCenterSettings = Type.Object({ profile_setting_agent: Place, account_setting_agent: Place })
export type UserCenterSettings = Static<typeof UserCenterSettings>
export const userCenterSettings = endpoint({
  method: 'GET',
  path: '/user-center/user/settings',
  summary: 'Where one changes one’s profile and account, if not here',
  access: 'logged-in',
  visibility: 'own',
  rate: 'read',
  reply: UserCenterSettings,
})

export const PersonalBranding = Type.Object({
  enabled: Type.Boolean(),
  personal_branding: Type.Array(
    Type.Object({ icon: Type.String(), name: Type.String(), label: Type.String(), url: Type.String() }),
  ),
})
export type PersonalBranding = Static<typeof PersonalBranding>
export const personalBranding = endpoint({
  method: 'GET',
  path: '/user-center/personal/branding',
  summary: 'What the outside service says of a member',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ username: text({ min: 1, max: ADMIN_QUERY_MAX }) }),
  reply: PersonalBranding,
})

/** What stays with the admins of this site. */
export const userCenterRights = endpoint({
  prefix: 'admin',
  method: 'GET',
  path: '/user-center/agent',
  summary: 'What admins may still do to accounts beside the outside service',
  access: 'admin',
  visibility: 'staff',
  rate: 'admin',
  reply: Type.Object({
    allow_create_user: Type.Boolean(),
    allow_update_user_status: Type.Boolean(),
    allow_update_user_password: Type.Boolean(),
    allow_update_user_role: Type.Boolean(),
  }),
})
