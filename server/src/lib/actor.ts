/** The logged-in user, as read from their row for this very request. */
export interface Actor {
  id: number
  username: string
  display_name: string
  rank: number
  role_id: number
  status: number
  mail_status: number
  language: string
  /** Staff, but acting as a member only: the site asks them for a second factor they don't have, or their token is for less. */
  reduced_role?: 'second_factor' | 'scope'
}

/** Who looks: a member, or null for an anonymous visitor. */
export type Viewer = Actor | null

export const USER_STATUS = { normal: 1, suspended: 9, deleted: 10, inactive: 11 } as const
export const MAIL_STATUS = { activated: 1, waiting: 2 } as const

/** Who may see a private site: an address that nobody has confirmed doesn't prove who is behind it. */
export const mayEnterPrivate = (viewer: Viewer) =>
  viewer?.status === USER_STATUS.normal && viewer.mail_status === MAIL_STATUS.activated
