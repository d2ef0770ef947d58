import { ROLE } from '@askwell/contract/roles.ts'
import { setUserRole } from '@askwell/contract/user-administration.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { changeRole } from '../../../users/users/administration/service.ts'
import { findUser, findUserByEmail } from '../../../users/users/queries.ts'
import { changeAccount, createAccount, setAccountRole } from './service.ts'

const PLUGIN = 'directory'
const ADDRESS = 'ann@corp.example'

describe.each(engines)('roles of accounts that a plugin looks after (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let id: number
  beforeEach(async () => {
    w = await world(engine)
    admin = await w.given.admin()
    await createAccount(w.app, PLUGIN, { external_id: 'ann', e_mail: ADDRESS, display_name: 'Ann' })
    id = (await findUserByEmail(w.app.db, ADDRESS))!.id
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const byPlugin = (role: string) => setAccountRole(w.app, PLUGIN, 'ann', role)
  const byAdmin = (role_id: number) => w.as(admin).call(setUserRole, { body: { user_id: String(id), role_id } })
  const roleNow = async () => (await findUser(w.app.db, id))!.role_id

  test('what the plugin has given it takes back', async () => {
    await byPlugin('moderator')
    await byPlugin('admin')
    expect(await roleNow()).toBe(ROLE.admin)
    await byPlugin('user')
    expect(await roleNow()).toBe(ROLE.user)
  })

  test('one that an admin has taken away and given again is the admin’s from then on', async () => {
    await byPlugin('moderator')
    await byAdmin(ROLE.user)
    await byAdmin(ROLE.moderator)
    await byPlugin('user')
    expect(await roleNow()).toBe(ROLE.moderator)
    await expect(changeAccount(w.app, PLUGIN, 'ann', { display_name: 'Anna' })).rejects.toThrow('belongs to the staff')
  })

  test('one that an admin gives at the same moment stays', async () => {
    await byPlugin('moderator')
    const changed = Promise.withResolvers<void>()
    const kept = Promise.withResolvers<void>()
    const giving = w.app.transaction(async (tx) => {
      const actor = (await findUser(tx.db, admin.id))!
      await changeRole(tx, actor, { user_id: id, role_id: ROLE.admin })
      changed.resolve()
      await kept.promise
    })
    await changed.promise
    const taking = byPlugin('user')
    setTimeout(kept.resolve, 300)
    await Promise.all([giving, taking])
    expect(await roleNow()).toBe(ROLE.admin)
  })
})
