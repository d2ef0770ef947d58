/** Who somebody is on the site, as the wire numbers it (product-spec §3). words: roles.* */
export const ROLE = { user: 1, admin: 2, moderator: 3 } as const

type Somebody = { role_id: number } | null | undefined
export const isAdmin = (person: Somebody) => person?.role_id === ROLE.admin
/** Moderators and admins: domain-facts §1 lets both do all of it; what an admin may besides is an endpoint's access `admin`. */
export const isStaff = (person: Somebody) => isAdmin(person) || person?.role_id === ROLE.moderator
