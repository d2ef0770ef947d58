/** A user's role, by the numbers clients know. words: roles.* */
export const ROLE = { user: 1, admin: 2, moderator: 3 } as const
export const ROLES = Object.keys(ROLE) as (keyof typeof ROLE)[]

type Somebody = { role_id: number } | null | undefined
export const isAdmin = (person: Somebody) => person?.role_id === ROLE.admin
/** Moderators and admins may moderate everything. What only admins may do are endpoints with access `admin`. */
export const isStaff = (person: Somebody) => isAdmin(person) || person?.role_id === ROLE.moderator
