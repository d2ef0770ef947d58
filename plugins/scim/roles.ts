import { type Kit, textOf } from '@askwell/plugin-kit'
import { findByName, isMember, listMembers } from './group-store.ts'

/** Names of groups as the admin has written them: compared without regard to case, semicolons between them. */
const namesIn = (text: string) =>
  text
    .split(/[;\n]/)
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean)

const ROLES = ['admin', 'moderator'] as const
const namesFor = (role: (typeof ROLES)[number], { config }: Pick<Kit, 'config'>) =>
  namesIn(textOf(config, `${role}_groups`))

/** Whether the members of a group called so have a role by it. */
export const givesRole = (displayName: string, kit: Pick<Kit, 'config'>) =>
  ROLES.some((role) => namesFor(role, kit).includes(displayName.trim().toLowerCase()))

const roleOf = async (user: string, kit: Kit) => {
  for (const role of ROLES)
    for (const name of namesFor(role, kit)) {
      const group = await findByName(name, kit)
      if (group && (await isMember(group.id, user, kit))) return role
    }
  return 'user'
}

/** Gives people the roles of their groups. The site keeps roles that its own staff have given, and its last admin; accounts that are gone have none. */
export const giveRoles = async (users: Iterable<string>, kit: Kit) => {
  for (const user of new Set(users))
    try {
      await kit.accounts.setRole(user, await roleOf(user, kit))
    } catch (error) {
      if (!/^(role|external_id): /.test((error as Error).message)) throw error
      console.error(`${user}: ${(error as Error).message}`)
    }
}

// Which groups gave roles when they were last given; with other settings the process begins anew.
const GIVEN = 'roles'

/** After a change of the settings: to the members of every group that gives a role now, or did before. */
export const giveRolesAnew = async (kit: Kit) => {
  const now = ROLES.flatMap((role) => namesFor(role, kit).map((name) => `${role}:${name}`)).sort()
  const before = ((await kit.storage.get(GIVEN)) ?? []) as string[]
  if (now.join('\n') === before.join('\n')) return
  const names = new Set([...now, ...before].map((given) => given.slice(given.indexOf(':') + 1)))
  for (const name of names) {
    const group = await findByName(name, kit)
    if (group) await giveRoles(await listMembers(group.id, kit), kit)
  }
  await kit.storage.set(GIVEN, now)
}
