import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { AUserId, Done, flag, oneOf, page, paged, text, Time, UserStatus } from './shapes.ts'

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

export const AdminUser = Type.Object({
  user_id: Type.String(),
  created_at: Time,
  deleted_at: Time,
  suspended_at: Time,
  suspended_until: Time,
  /** What a suspended member was told with it. */
  suspension_note: Type.String(),
  username: Type.String(),
  e_mail: Type.String(),
  rank: Type.Integer(),
  status: UserStatus,
  display_name: Type.String(),
  avatar: Type.String(),
  role_id: Type.Integer(),
  role_name: Type.String(),
  /** Ours: whether a password isn't enough for them to log in. */
  has_second_factor: Type.Boolean(),
  /** Ours. Without one they log in elsewhere, or have come with an import and never been here. */
  has_password: Type.Boolean(),
})
export type AdminUser = Static<typeof AdminUser>

export const usersPage = endpoint({
  ...admin,
  method: 'GET',
  path: '/users/page',
  summary: 'All accounts',
  query: Type.Object({
    ...page,
    query: Type.String({ maxLength: limits.ADMIN_QUERY_MAX, default: '' }),
    staff: flag(false),
    status: oneOf(['', 'normal', 'suspended', 'deleted', 'inactive'], { default: '' }),
    /** Ours: whose address was never confirmed, who has none, who hasn't been here for a year. */
    lacking: oneOf(['', 'activation', 'email', 'visit'], { default: '' }),
  }),
  reply: paged(AdminUser),
})

export const NewUser = Type.Object({
  display_name: text(limits.DISPLAY_NAME, 'display-name'),
  email: text({ min: 1, max: limits.NEW_EMAIL_MAX }, 'new-email'),
  password: text(limits.PASSWORD, 'password'),
})
export type NewUser = Static<typeof NewUser>
export const addUser = endpoint({
  ...admin,
  method: 'POST',
  path: '/user',
  summary: 'Add an activated account',
  body: NewUser,
  reply: Done,
})

/** One account a line: name, e-mail, password. All of them or none. */
export const addUsers = endpoint({
  ...admin,
  method: 'POST',
  path: '/users',
  summary: 'Add many accounts',
  body: Type.Object({ users: text({ min: 1, max: 1_000_000 }, 'not-blank') }),
  reply: Done,
})

export const setUserRole = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'PUT',
  path: '/user/role',
  summary: 'Make someone member, moderator or admin',
  body: Type.Object({ user_id: AUserId, role_id: Type.Integer() }),
  reply: Done,
})

/** Ends all sessions of that member, as somebody else may know the old password. */
export const setUserPassword = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'PUT',
  path: '/user/password',
  summary: 'Give an account a new password',
  body: Type.Object({ user_id: AUserId, password: text(limits.PASSWORD, 'password') }),
  reply: Done,
})

/** For members who have lost all of them; an e-mail tells them. Members remove their own in their settings. */
export const takeOffFactors = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'DELETE',
  path: '/user/second-factors',
  summary: 'Let somebody in by password alone who has lost their second factors',
  body: Type.Object({ user_id: AUserId }),
  reply: Done,
})

/** Without a username the present one stays. */
export const editUser = endpoint({
  ...admin,
  sessionOnly: true,
  method: 'PUT',
  path: '/user/profile',
  summary: 'Change the names and the e-mail of an account',
  body: Type.Object({
    user_id: AUserId,
    display_name: text(limits.DISPLAY_NAME, 'display-name'),
    username: Type.Optional(text(limits.USERNAME, 'username')),
    email: text({ min: 1, max: limits.EMAIL_MAX }, 'email'),
  }),
  reply: Done,
})

/** A suspension without a duration is forever; the member reads the note. */
export const setUserStatus = endpoint({
  ...admin,
  method: 'PUT',
  path: '/user/status',
  summary: 'Suspend, delete, deactivate or restore an account',
  body: Type.Object({
    user_id: AUserId,
    status: UserStatus,
    suspend_duration: oneOf(limits.SUSPENSIONS, { default: 'forever' }),
    remove_all_content: flag(false),
    note: Type.String({ maxLength: limits.SUSPENSION_NOTE_MAX, default: '' }),
  }),
  reply: Done,
})

export const activationLink = endpoint({
  ...admin,
  method: 'GET',
  path: '/user/activation',
  summary: 'An activation link to hand over',
  query: Type.Object({ user_id: AUserId }),
  reply: Type.Object({ activation_url: Type.String() }),
})
export const mailActivationLink = endpoint({
  ...admin,
  method: 'POST',
  path: '/user/activation',
  summary: 'Mail someone their activation link',
  body: Type.Object({ user_id: AUserId }),
  reply: Done,
})
