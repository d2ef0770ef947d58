import { auditLog } from '@askwell/contract/audit.ts'
import { savePluginConfig } from '@askwell/contract/plugins.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { currentUser } from '@askwell/contract/accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { turnPlugin } from '../../../../test/plugins.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'

const TOKEN = 'a-token-of-the-directory-0123'
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

interface Resource {
  id: string
  userName: string
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
    expect(await turn(true)).toEqual(['accounts', 'endpoint', 'storage'])
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
})
