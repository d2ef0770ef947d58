import { parseObjectId } from '@askwell/contract/ids.ts'
import { ROLE, ROLES } from '@askwell/contract/roles.ts'
import type { UserCard, UserChip } from '@askwell/contract/shapes.ts'
import type { AdminUser } from '@askwell/contract/user-administration.ts'
import type { Db } from '../../../db/dialect.ts'
import { isWebAddress } from '@askwell/contract/link-address.ts'
import { type Actor, USER_STATUS, type Viewer } from '../../../lib/actor.ts'
import { translate } from '../../../lib/messages.ts'
import { permissionOf } from '../../operations/settings/policy.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'
import { deletedName, statusName } from './policy.ts'
import { listUsers, ownerOf, type User } from './queries.ts'

/** Empty where the page renders initials. */
export const avatarOf = ({ avatar_type, avatar_custom }: Pick<User, 'avatar_type' | 'avatar_custom'>) =>
  avatar_type === 'default' ? '' : avatar_custom

/** All that is left of a deleted member is a number. */
const deletedCard = (id: number): UserCard => ({
  id: String(id),
  username: deletedName(id),
  rank: 0,
  display_name: deletedName(id),
  avatar: '',
  status: 'deleted',
  website: '',
  location: '',
  language: '',
})

export const userCard = (user: User): UserCard =>
  user.status === USER_STATUS.deleted
    ? deletedCard(user.id)
    : {
        id: String(user.id),
        username: user.username,
        rank: user.rank,
        display_name: user.display_name,
        avatar: avatarOf(user),
        status: statusName(user),
        website: isWebAddress(user.website) ? user.website : '',
        location: user.location,
        language: user.language,
      }

/** How members appear beside what they did. There is a card for every id, also where nobody has it any more. */
export const userCards = async (db: Db, ids: readonly number[]): Promise<Map<number, UserCard>> => {
  const cards = new Map(ids.map((id) => [id, deletedCard(id)]))
  for (const user of await listUsers(db, ids)) cards.set(user.id, userCard(user))
  return cards
}

export const cardsInOrder = async (db: Db, ids: readonly number[]) => {
  const cards = await userCards(db, ids)
  return ids.map((id) => cards.get(id)!)
}

/** The few things that a list says of a user. */
export const userChip = ({ id, username, rank, display_name, avatar, status }: UserCard): UserChip => ({
  id,
  username,
  rank,
  display_name,
  avatar,
  status,
})

const roleName = (role_id: number, language: string) => {
  const role = ROLES.find((one) => ROLE[one] === role_id) ?? 'user'
  return translate(language, `roles.${role}.name`)
}

/** With what only the admin sees; deleted ones under their old name, so that they can be found and restored. */
export const adminUser = (user: User & { has_second_factor: number }, language: string): AdminUser => ({
  user_id: String(user.id),
  created_at: user.created_at,
  deleted_at: user.deleted_at,
  suspended_at: user.suspended_at,
  suspended_until: user.suspended_until,
  suspension_note: user.suspension_note,
  username: user.username,
  e_mail: user.e_mail ?? '',
  rank: user.rank,
  status: statusName(user),
  display_name: user.display_name,
  avatar: avatarOf(user),
  role_id: user.role_id,
  role_name: roleName(user.role_id, language),
  has_second_factor: user.has_second_factor > 0,
  has_password: user.password_hash !== null,
})

const TABLES = { question: 'posts', answer: 'posts', comment: 'comments', tag: 'tags' } as const

const owns = async (db: Db, viewer: Actor, object_id: string | undefined) => {
  const object = object_id ? parseObjectId(object_id) : null
  if (!object || !(object.type in TABLES)) return false
  return (await ownerOf(db, TABLES[object.type as keyof typeof TABLES], object.number)) === viewer.id
}

/** For each of these actions whether the viewer may, and what it would take. */
export const permissionsFor = (
  settings: Pick<SiteSettings, 'privileges'>,
  viewer: Viewer,
  actions: readonly string[],
  { isOwner, language }: { isOwner: boolean; language: string },
) =>
  Object.fromEntries(
    actions.map((name) => {
      const { allowed, rank } = permissionOf(settings, viewer, name, isOwner)
      const tip =
        rank === null
          ? translate(language, 'privileges.needs_role')
          : translate(language, 'privileges.needs_rank', { rank })
      return [name, { has_permission: allowed, no_permission_tip: allowed ? '' : tip }]
    }),
  )

export const permissions = async (
  db: Db,
  settings: Pick<SiteSettings, 'privileges'>,
  viewer: Actor,
  { action, object_id }: { action: string; object_id?: string },
  language: string,
) =>
  permissionsFor(
    settings,
    viewer,
    action
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    { isOwner: await owns(db, viewer, object_id), language },
  )
