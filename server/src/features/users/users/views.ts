import { parseObjectId } from '@askwell/contract/ids.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import type { UserCard } from '@askwell/contract/shapes.ts'
import type { AdminUser } from '@askwell/contract/user-administration.ts'
import type { Db } from '../../../db/dialect.ts'
import { isWebAddress } from '../../../lib/link-address.ts'
import { type Member, USER_STATUS } from '../../../lib/member.ts'
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

const roleName = (role_id: number, language: string) => {
  const role = Object.entries(ROLE).find(([, id]) => id === role_id)?.[0] ?? 'user'
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
})

const TABLES = { question: 'posts', answer: 'posts', comment: 'comments', tag: 'tags' } as const

const owns = async (db: Db, viewer: Member, object_id: string | undefined) => {
  const object = object_id ? parseObjectId(object_id) : null
  if (!object || !(object.type in TABLES)) return false
  return (await ownerOf(db, TABLES[object.type as keyof typeof TABLES], object.number)) === viewer.id
}

/** For each action asked about whether one may, and what it would take. */
export const permissions = async (
  db: Db,
  settings: Pick<SiteSettings, 'privileges'>,
  viewer: Member,
  { action, object_id }: { action: string; object_id?: string },
  language: string,
) => {
  const own = await owns(db, viewer, object_id)
  return Object.fromEntries(
    action
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => {
        const { allowed, rank } = permissionOf(settings, viewer, name, own)
        const tip =
          rank === null
            ? translate(language, 'privileges.needs_role')
            : translate(language, 'privileges.needs_rank', { rank })
        return [name, { has_permission: allowed, no_permission_tip: allowed ? '' : tip }]
      }),
  )
}
