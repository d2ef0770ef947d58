import { auditLog } from '@askwell/contract/audit.ts'
import { savePluginConfig } from '@askwell/contract/plugins.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import { setUserRole, setUserStatus } from '@askwell/contract/user-administration.ts'
import { currentUser } from '@askwell/contract/accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { turnPlugin } from '../../../../test/plugins.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { saveSetting } from '../settings/queries.ts'
import { grantOf } from './queries.ts'

const TOKEN = 'a-token-of-the-directory-0123'
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

interface Resource {
  id: string
  userName: string
  externalId?: string
  members?: { value: string }[]
  displayName: string
  active: boolean
  emails: { value: string }[]
  totalResults?: number
  Resources?: Resource[]
  detail?: string
  scimType?: string
}

describe.each(engines)('SCIM (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    token = TOKEN,
  ) => {
    const response = await w.server.inject({
      method,
      url: `/plugins/scim/api${path}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/scim+json; charset=utf-8' }),
        cookie: 'askwell_session=somebody',
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/scim+json')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? (response.json() as Resource) : undefined,
    }
  }
  const turn = async (enabled: boolean) => (await turnPlugin(w, admin, 'scim', enabled)).map(({ power }) => power)
  const rowOf = (e_mail: string) =>
    w.app.db.selectFrom('users').selectAll().where('e_mail', '=', e_mail).executeTakeFirst()
  const oktas = (userName: string, more: object = {}) => ({
    schemas: [USER],
    userName,
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Ada Lovelace',
    locale: 'en-US',
    externalId: `00u-${userName}`,
    groups: [],
    password: 'hunter2hunter2',
    active: true,
    ...more,
  })

  test('is there only while it is on, and for whoever has its token', async () => {
    expect((await ask('GET', '/Users')).status).toBe(404)
    await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'scim', config_fields: { token: TOKEN } } })
    expect(await turn(true)).toEqual(['accounts', 'endpoint', 'roles', 'storage'])
    for (const token of ['', 'another', TOKEN.slice(0, -1), `${TOKEN}x`]) {
      const { status, headers, body } = await ask('GET', '/Users', undefined, token)
      expect([status, headers['www-authenticate'], body!.detail]).toEqual([
        401,
        'Bearer realm="SCIM"',
        'The token is missing or another',
      ])
    }
    const { headers, body } = await ask('GET', '/Users?startIndex=1&count=2')
    expect(body).toMatchObject({ totalResults: 0, Resources: [] })
    expect(headers).toMatchObject({
      'content-type': 'application/scim+json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([
    '/ServiceProviderConfig',
    '/ResourceTypes',
    '/Schemas',
    '/Groups',
    '/ResourceTypes/Group',
    `/Schemas/${GROUP}`,
    '/v2/ServiceProviderConfig',
    '/scim/v2/Users',
  ])('says what it can at %s', async (path) => expect((await ask('GET', path)).status).toBe(200))

  test('as Okta does it: look, make, look again, rename, switch off and on', async () => {
    const mail = 'ada@corp.example'
    expect(
      (await ask('GET', `/Users?filter=userName%20eq%20%22${encodeURIComponent(mail)}%22&startIndex=1&count=100`)).body,
    ).toMatchObject({ totalResults: 0 })
    const made = await ask('POST', '/Users', oktas(mail))
    expect(made).toMatchObject({ status: 201, body: { userName: mail, displayName: 'Ada Lovelace', active: true } })
    const { id } = made.body!
    expect(made.headers.location).toBe(`http://world.example/plugins/scim/api/Users/${id}`)
    expect(await rowOf(mail)).toMatchObject({
      username: 'ada',
      display_name: 'Ada Lovelace',
      role_id: ROLE.user,
      password_hash: null,
    })
    expect((await ask('GET', `/Users?filter=userName%20eq%20%22ADA@corp.example%22`)).body!.Resources![0]!.id).toBe(id)
    expect((await ask('POST', '/Users', oktas(mail))).body).toMatchObject({ status: '409', scimType: 'uniqueness' })
    await ask('PUT', `/Users/${id}`, {
      ...oktas(mail),
      id,
      displayName: 'Ada King',
      name: { givenName: 'Ada', familyName: 'King' },
    })
    expect(await rowOf(mail)).toMatchObject({ display_name: 'Ada King', status: 1 })
    const off = { schemas: [PATCH], Operations: [{ op: 'replace', value: { active: false } }] }
    expect((await ask('PATCH', `/Users/${id}`, off)).body).toMatchObject({ active: false, displayName: 'Ada King' })
    expect((await rowOf(mail))!.status).not.toBe(1)
    const on = { schemas: [PATCH], Operations: [{ op: 'replace', value: { active: true } }] }
    expect((await ask('PATCH', `/Users/${id}`, on)).body).toMatchObject({ active: true })
  })

  test('as Entra ID does it: words for true, paths, and a deletion that switches off', async () => {
    const { body } = await ask('POST', '/Users', {
      schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      externalId: 'grace',
      userName: 'grace@corp.example',
      active: 'True',
      displayName: 'Grace',
      emails: [{ primary: true, type: 'work', value: 'grace@corp.example' }],
      name: { formatted: 'Grace Hopper', familyName: 'Hopper', givenName: 'Grace' },
    })
    const { id } = body!
    const found = await ask('GET', '/Users?filter=externalId eq "grace"'.replaceAll(' ', '%20').replaceAll('"', '%22'))
    expect(found.body!.Resources).toMatchObject([{ id, name: { familyName: 'Hopper' } }])
    const changed = await ask('PATCH', `/Users/${id}`, {
      schemas: [PATCH],
      Operations: [
        { op: 'Replace', path: 'displayName', value: 'Rear Admiral Hopper' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'hopper@corp.example' },
        { op: 'Add', path: 'name.familyName', value: 'Murray Hopper' },
        { op: 'Replace', path: 'active', value: 'False' },
      ],
    })
    expect(changed.body).toMatchObject({
      displayName: 'Rear Admiral Hopper',
      active: false,
      emails: [{ value: 'hopper@corp.example' }],
      name: { familyName: 'Murray Hopper', givenName: 'Grace' },
    })
    await ask('PATCH', `/Users/${id}`, { Operations: [{ op: 'Replace', path: 'active', value: 'True' }] })
    expect(await ask('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: undefined })
    expect((await ask('GET', `/Users/${id}`)).body).toMatchObject({ active: false })
  })

  test('pages through all of them', async () => {
    for (const name of ['one', 'two', 'three'])
      await ask('POST', '/Users', oktas(`${name}@pages.example`, { displayName: name }))
    const seen = new Set<string>()
    let total = Infinity
    for (let startIndex = 1; startIndex <= total; startIndex += 2) {
      const { body } = await ask('GET', `/Users?startIndex=${startIndex}&count=2`)
      total = body!.totalResults!
      for (const { id } of body!.Resources!) seen.add(id)
    }
    expect([seen.size, total]).toEqual([5, 5])
  })

  test('a member with that address is taken over as they are; staff never, nor anybody twice', async () => {
    const bo = await w.given.member({ name: 'bo' })
    const { e_mail } = await w.app.db
      .selectFrom('users')
      .select('e_mail')
      .where('id', '=', bo.id)
      .executeTakeFirstOrThrow()
    const made = await ask('POST', '/Users', oktas(e_mail!, { displayName: 'Somebody else' }))
    expect(made).toMatchObject({ status: 201, body: { displayName: 'bo' } })
    await ask('PATCH', `/Users/${made.body!.id}`, { Operations: [{ op: 'replace', value: { active: false } }] })
    await expect(w.as(bo).call(currentUser)).rejects.toMatchObject({ status: 403 })
    await ask('PATCH', `/Users/${made.body!.id}`, { Operations: [{ op: 'replace', value: { active: true } }] })
    expect((await w.as(bo).call(currentUser))!.username).toBe('bo')
    const again = await ask('POST', '/Users', oktas('bo@elsewhere.example', { emails: [{ value: e_mail }] }))
    expect(again.status).toBe(409)

    const { e_mail: adminMail } = await w.app.db
      .selectFrom('users')
      .select('e_mail')
      .where('id', '=', admin.id)
      .executeTakeFirstOrThrow()
    expect((await ask('POST', '/Users', oktas(adminMail!))).body).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    })
    await w.app.transaction(({ db }) =>
      db.updateTable('users').set({ role_id: ROLE.moderator }).where('id', '=', bo.id).execute(),
    )
    for (const act of [{ active: false }, { displayName: 'Nobody' }]) {
      const refused = await ask('PATCH', `/Users/${made.body!.id}`, { Operations: [{ op: 'replace', value: act }] })
      expect([refused.status, refused.body!.detail]).toEqual([400, 'external_id: it belongs to the staff'])
    }
  })

  test('whom a moderator has suspended stays so', async () => {
    const { body } = await ask('POST', '/Users', oktas('rude@corp.example', { displayName: 'Rude' }))
    const { id } = (await rowOf('rude@corp.example'))!
    await w.as(admin).call(setUserStatus, {
      body: { user_id: String(id), status: 'suspended', suspend_duration: 'forever', remove_all_content: false },
    })
    await ask('PATCH', `/Users/${body!.id}`, { Operations: [{ op: 'replace', value: { active: true } }] })
    expect((await ask('GET', `/Users/${body!.id}`)).body!.active).toBe(false)
  })

  describe('groups', () => {
    let people: { id: string; e_mail: string }[] = []
    beforeAll(async () => {
      people = []
      for (const name of ['ann', 'ben', 'cem']) {
        const { body } = await ask('POST', '/Users', oktas(`${name}@groups.example`, { displayName: name }))
        people.push({ id: body!.id, e_mail: `${name}@groups.example` })
      }
    })
    const setUp = (config_fields: Record<string, string>) =>
      w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'scim', config_fields } })
    const rolesOf = async () => {
      const rows = await Promise.all(people.map(({ e_mail }) => rowOf(e_mail)))
      return rows.map((row) => row!.role_id)
    }
    const { user, moderator, admin: administrator } = ROLE
    const idsIn = (body: Resource | undefined) => body!.members!.map(({ value }) => value).toSorted()
    const ids = (...at: number[]) => at.map((one) => people[one]!.id).toSorted()
    const find = async (filter: string) =>
      (await ask('GET', `/Groups?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`)).body!
    const patch = async (id: string, ...Operations: object[]) =>
      (await ask('PATCH', `/Groups/${id}`, { schemas: [PATCH], Operations })).status

    test('as Okta pushes them: look, make, add, take one out, rename, replace, delete', async () => {
      expect(await find('displayName eq "Support"')).toMatchObject({ totalResults: 0, Resources: [] })
      const [ann, ben] = people
      const made = await ask('POST', '/Groups', {
        schemas: [GROUP],
        displayName: 'Support',
        members: [{ value: ann!.id, display: ann!.e_mail }],
      })
      expect(made).toMatchObject({ status: 201, body: { displayName: 'Support', schemas: [GROUP] } })
      const { id } = made.body!
      expect(made.headers.location).toBe(`http://world.example/plugins/scim/api/Groups/${id}`)
      expect((await find('displayName eq "support"')).Resources![0]).toMatchObject({
        id,
        members: [{ value: ann!.id }],
      })
      expect((await ask('POST', '/Groups', { schemas: [GROUP], displayName: 'SUPPORT' })).body).toMatchObject({
        status: '409',
        scimType: 'uniqueness',
      })
      expect(await patch(id, { op: 'add', path: 'members', value: [{ value: ben!.id, display: ben!.e_mail }] })).toBe(
        204,
      )
      expect(idsIn((await ask('GET', `/Groups/${id}`)).body)).toEqual(ids(0, 1))
      expect(await patch(id, { op: 'remove', path: `members[value eq "${ann!.id}"]` })).toBe(204)
      expect(await patch(id, { op: 'replace', value: { id, displayName: 'Helpers' } })).toBe(204)
      const { body } = await ask('GET', `/Groups/${id}`)
      expect([body!.displayName, idsIn(body)]).toEqual(['Helpers', ids(1)])
      expect((await find('displayName eq "Support"')).totalResults).toBe(0)
      const put = await ask('PUT', `/Groups/${id}`, {
        schemas: [GROUP],
        id,
        displayName: 'Helpers',
        members: [{ value: people[2]!.id }, { value: people[0]!.id }],
      })
      expect([put.status, idsIn(put.body)]).toEqual([200, ids(0, 2)])
      expect((await ask('DELETE', `/Groups/${id}`)).status).toBe(204)
      expect((await ask('GET', `/Groups/${id}`)).status).toBe(404)
      expect((await ask('DELETE', `/Groups/${id}`)).status).toBe(404)
      expect(await rolesOf()).toEqual([user, user, user])
    })

    test('as Entra ID keeps them: without members when it looks, operations in capitals, one step after another', async () => {
      const made = await ask('POST', '/Groups', {
        schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
        displayName: 'Everybody',
        meta: { resourceType: 'Group' },
      })
      const { id } = made.body!
      expect(made).toMatchObject({ status: 201, body: { externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159' } })
      const value = (...at: number[]) => at.map((one) => ({ $ref: null, value: people[one]!.id }))
      expect(await patch(id, { op: 'Add', path: 'members', value: value(0, 1) })).toBe(204)
      expect(await patch(id, { op: 'Add', path: 'members', value: value(0) })).toBe(204)
      const looked = await ask('GET', `/Groups/${id}?excludedAttributes=members`)
      expect(looked.body).not.toHaveProperty('members')
      const asked = `/Groups?excludedAttributes=members&filter=${encodeURIComponent('externalId eq "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159"')}`
      expect((await ask('GET', asked)).body!.Resources).toMatchObject([{ id, displayName: 'Everybody' }])
      const isIn = async (at: number) =>
        (await find(`id eq "${id}" and members eq "${people[at]!.id}"`)).totalResults === 1
      expect([await isIn(0), await isIn(1), await isIn(2)]).toEqual([true, true, false])
      expect(await patch(id, { op: 'Remove', path: 'members', value: value(0) })).toBe(204)
      expect(await patch(id, { op: 'Replace', path: 'displayName', value: 'Everyone' })).toBe(204)
      expect((await ask('GET', `/Groups/${id}`)).body).toMatchObject({
        displayName: 'Everyone',
        members: value(1).map(({ value: one }) => ({ value: one })),
      })
      expect(
        await patch(
          id,
          { op: 'Replace', path: 'members', value: value(2) },
          { op: 'Add', path: 'members', value: value(0) },
        ),
      ).toBe(204)
      expect(idsIn((await ask('GET', `/Groups/${id}`)).body)).toEqual(ids(0, 2))
      expect(await patch(id, { op: 'Remove', path: 'members' })).toBe(204)
      expect((await ask('GET', `/Groups/${id}`)).body!.members).toEqual([])
    })

    test('give roles only if an admin has named them, and take back only what they have given', async () => {
      const group = async (displayName: string, ...at: number[]) => {
        const members = at.map((one) => ({ value: people[one]!.id }))
        return (await ask('POST', '/Groups', { schemas: [GROUP], displayName, members })).body!.id
      }
      const [crew, owners] = [await group('Crew', 0, 1), await group('Owners', 1)]
      expect(await rolesOf()).toEqual([user, user, user])
      await setUp({ moderator_groups: 'another; crew' })
      await ask('GET', '/Users?count=1')
      expect(await rolesOf()).toEqual([moderator, moderator, user])
      await setUp({ moderator_groups: 'crew', admin_groups: 'Owners' })
      await ask('GET', '/Users?count=1')
      expect(await rolesOf()).toEqual([moderator, administrator, user])
      // Still the directory's: it may switch off whom it has made staff.
      const active = (is: boolean) => ({ Operations: [{ op: 'replace', value: { active: is } }] })
      expect((await ask('PATCH', `/Users/${people[0]!.id}`, active(false))).body).toMatchObject({ active: false })
      expect((await ask('PATCH', `/Users/${people[0]!.id}`, active(true))).body).toMatchObject({ active: true })
      await patch(crew, { op: 'add', path: 'members', value: [{ value: people[2]!.id }] })
      await patch(crew, { op: 'remove', path: `members[value eq "${people[0]!.id}"]` })
      await ask('DELETE', `/Groups/${owners}`)
      expect(await rolesOf()).toEqual([user, moderator, moderator])
      await patch(crew, { op: 'replace', value: { displayName: 'Former crew' } })
      expect(await rolesOf()).toEqual([user, user, user])
      await patch(crew, { op: 'replace', value: { displayName: 'Crew' } })
      expect(await rolesOf()).toEqual([user, moderator, moderator])

      // What an admin decides here stays.
      const ben = (await rowOf(people[1]!.e_mail))!
      const ann = (await rowOf(people[0]!.e_mail))!
      for (const [row, role_id] of [
        [ben, administrator],
        [ann, moderator],
      ] as const)
        await w.as(admin).call(setUserRole, { body: { user_id: String(row.id), role_id } })
      await setUp({ moderator_groups: '', admin_groups: '' })
      await ask('GET', '/Users?count=1')
      expect(await rolesOf()).toEqual([moderator, administrator, user])

      const entries = await w.app.db
        .selectFrom('audit_entries')
        .select('after')
        .where('action', '=', 'user.role_changed')
        .execute()
      expect(entries.map(({ after }) => JSON.parse(after) as object)).toContainEqual({ role: 'admin', plugin: 'scim' })
    })

    test('are listed page by page', async () => {
      for (const name of ['x', 'y', 'z'])
        await ask('POST', '/Groups', { schemas: [GROUP], displayName: `Group ${name}` })
      const seen = new Set<string>()
      let total = Infinity
      for (let startIndex = 1; startIndex <= total; startIndex += 2) {
        const { body } = await ask('GET', `/Groups?startIndex=${startIndex}&count=2`)
        total = body!.totalResults!
        for (const { id } of body!.Resources!) seen.add(id)
      }
      expect(seen.size).toBe(total)
      expect(total).toBeGreaterThanOrEqual(5)
    })

    test.each([
      ['no name', 'POST', '/Groups', {}, 400],
      ['somebody who isn’t there', 'POST', '/Groups', { displayName: 'Odd', members: [{ value: 'nobody' }] }, 400],
      ['a group in a group', 'POST', '/Groups', { displayName: 'Odd', members: [{ value: 'x', type: 'Group' }] }, 400],
      ['another filter', 'GET', '/Groups?filter=displayName%20co%20%22a%22', undefined, 400],
      ['only a member', 'GET', '/Groups?filter=members%20eq%20%22a%22', undefined, 400],
      ['a group that isn’t there', 'PATCH', '/Groups/none', { Operations: [] }, 404],
    ] as const)('%s is told as the standard wants it', async (_, method, path, body, status) => {
      expect(await ask(method, path, body)).toMatchObject({ status, body: { status: String(status) } })
      expect((await find('displayName eq "Odd"')).totalResults).toBe(0)
    })

    test('a path that no group has is refused, and nothing is changed', async () => {
      const { id } = (await ask('POST', '/Groups', { displayName: 'Paths' })).body!
      expect(await patch(id, { op: 'replace', path: 'owner', value: 'x' })).toBe(400)
      expect(await patch(id, { op: 'remove', path: 'displayName' })).toBe(400)
      expect((await ask('GET', `/Groups/${id}`)).body).toMatchObject({ displayName: 'Paths' })
    })
  })

  test.each([
    ['no JSON object', 'POST', '/Users', undefined, 400],
    ['no name', 'POST', '/Users', { emails: [{ value: 'x@corp.example' }] }, 400],
    ['no address', 'POST', '/Users', { userName: 'x' }, 400],
    ['an address that is none', 'POST', '/Users', { userName: 'x@', displayName: 'Xaver' }, 400],
    ['a name of signs', 'POST', '/Users', { userName: 'y@corp.example', displayName: '<b>' }, 400],
    ['an odd value for active', 'POST', '/Users', { userName: 'z@corp.example', active: 'perhaps' }, 400],
    ['operations that are none', 'PATCH', '/Users/nobody', { Operations: 'x' }, 400],
    ['somebody who isn’t there', 'GET', '/Users/nobody', undefined, 404],
    ['another filter', 'GET', '/Users?filter=displayName%20co%20%22a%22', undefined, 400],
    ['another address', 'GET', '/nothing', undefined, 404],
  ] as const)('%s is told as the standard wants it', async (_, method, path, body, status) => {
    const reply = await ask(method, path, body)
    expect(reply).toMatchObject({
      status,
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status) },
    })
  })

  test('what it has done stands in the audit log', async () => {
    const { list } = await w.as(admin).call(auditLog, { query: { page_size: 100 } })
    const acts = list.map(({ action }) => action)
    for (const action of ['user.added', 'user.taken_over', 'user.edited', 'suspension.set', 'suspension.ended'])
      expect(acts).toContain(action)
  })

  test('a body that is too long is refused before anybody reads it', async () => {
    const { status } = await ask('POST', '/Users', { userName: 'x'.repeat(300_000) })
    expect(status).toBe(413)
  })

  test('while it waits for an agreement the directory is told to come again, not that nobody is there', async () => {
    await w.app.transaction((tx) => saveSetting(tx.db, grantOf('scim'), ['accounts', 'endpoint', 'storage'], tx.now()))
    await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'scim', config_fields: {} } })
    expect((await ask('GET', '/Users')).status).toBe(503)
    await turn(true)
    expect((await ask('GET', '/Users')).status).toBe(200)
  })
})
