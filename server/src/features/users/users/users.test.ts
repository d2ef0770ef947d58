import { currentUser, logInByEmail, requestPasswordReset } from '@askwell/contract/accounts.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { deleteAnswer } from '@askwell/contract/answers.ts'
import { deleteQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { saveProfileSettings } from '@askwell/contract/site-settings.ts'
import {
  addUser,
  addUsers,
  editUser,
  setUserPassword,
  setUserRole,
  setUserStatus,
  usersPage,
} from '@askwell/contract/user-administration.ts'
import { permission, saveInterface, saveProfile, searchUsers, staff } from '@askwell/contract/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { removeContentOfDeleted } from '../../content/comments/effects.ts'
import { insertFile } from '../../operations/files/queries.ts'
import { endSuspensions } from './effects.ts'
import { findUser, updateUser } from './queries.ts'
import { findUserByName } from './names/queries.ts'
import { createUser } from './service.ts'
import { userCards } from './views.ts'

describe.each(engines)('members (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    admin = await w.given.admin()
  })
  afterAll(() => w.close())

  const profileOf = async (person: TestUser) => (await w.as(person).call(currentUser))!
  const status = (
    person: TestUser,
    body: {
      status: 'normal' | 'suspended' | 'deleted' | 'inactive'
      suspend_duration?: '24h' | '7d'
      remove_all_content?: boolean
    },
  ) => w.as(admin).call(setUserStatus, { body: { user_id: String(person.id), ...body } })
  const role = (person: TestUser, role_id: number, by = admin) =>
    w.as(by).call(setUserRole, { body: { user_id: String(person.id), role_id } })

  describe('one’s own profile', () => {
    test('is changed as sent; what isn’t sent stays', async () => {
      const ann = await w.given.member()
      await w.as(ann).call(saveProfile, {
        body: {
          display_name: '  Ann   Zephyr ',
          bio: 'A **zephyr** bio',
          website: 'https://example.com/ann',
          location: 'Zephyr Bay',
        },
      })
      await w.as(ann).call(saveProfile, { body: { location: 'Elsewhere' } })
      expect(await profileOf(ann)).toMatchObject({
        display_name: 'Ann Zephyr',
        username: ann.username,
        bio: 'A **zephyr** bio',
        bio_html: '<p>A <strong>zephyr</strong> bio</p>',
        website: 'https://example.com/ann',
        location: 'Elsewhere',
      })
      await w.as(ann).call(saveProfile, { body: { bio: '' } })
      expect(await profileOf(ann)).toMatchObject({ bio: '', bio_html: '' })
    })

    test('a name that came by an import stays, whatever its letters; one that is chosen mixes none', async () => {
      const bea = await w.given.member()
      const imported = 'B\u0435a Zephyr'
      await w.app.transaction((tx) =>
        tx.db.updateTable('users').set({ display_name: imported }).where('id', '=', bea.id).execute(),
      )
      await w.as(bea).call(saveProfile, { body: { display_name: imported, location: 'Here' } })
      expect(await profileOf(bea)).toMatchObject({ display_name: imported, location: 'Here' })
      const other = w.as(bea).call(saveProfile, { body: { display_name: 'Z\u0435phyr' } })
      expect((await refusal(other)).fields).toEqual(['display_name'])
    })

    test('all wrong fields are named at once', async () => {
      const ann = await w.given.member()
      expect(
        (
          await refusal(
            w
              .as(ann)
              .call(saveProfile, { body: { display_name: 'A', username: 'Not Good', website: 'javascript:alert(1)' } }),
          )
        ).fields,
      ).toEqual(['display_name', 'username', 'website'])
    })

    test('an old username leads on to its member, and nobody else can take it', async () => {
      const [ann, bob] = [await w.given.member(), await w.given.member()]
      await w.as(ann).call(saveProfile, { body: { username: `${ann.username}.new` } })
      expect((await findUserByName(w.app.db, ann.username))!.id).toBe(ann.id)
      expect((await findUserByName(w.app.db, `${ann.username}.NEW`))!.id).toBe(ann.id)
      for (const username of [ann.username, `${ann.username}.new`])
        expect(await refusal(w.as(bob).call(saveProfile, { body: { username } }))).toMatchObject({
          status: 400,
          fields: ['username'],
        })
      await w.as(ann).call(saveProfile, { body: { username: ann.username } })
      expect((await profileOf(ann)).username).toBe(ann.username)
      expect((await findUserByName(w.app.db, `${ann.username}.new`))!.id).toBe(ann.id)
    })

    test('two who want one name at once: one gets it', async () => {
      const people = await Promise.all([1, 2, 3].map(() => w.given.member()))
      const results = await Promise.allSettled(
        people.map((person) => w.as(person).call(saveProfile, { body: { username: 'wanted-by-all' } })),
      )
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 400, fields: ['username'] })
    })

    test('names kept back are for admins, those of addresses for nobody', async () => {
      const ann = await w.given.member()
      for (const username of ['support', 'login', 'user7', '._.'])
        expect((await refusal(w.as(ann).call(saveProfile, { body: { username } }))).fields).toEqual(['username'])
      expect((await refusal(w.as(admin).call(saveProfile, { body: { username: 'login' } }))).fields).toEqual([
        'username',
      ])
      await w.as(admin).call(saveProfile, { body: { username: 'support' } })
      await w.as(admin).call(saveProfile, { body: { username: 'admin' } })
    })

    test('what the site doesn’t let members change is refused, but may be sent back unchanged', async () => {
      const ann = await w.given.member()
      await w
        .as(admin)
        .call(saveProfileSettings, { body: { allow_update_username: false, allow_update_avatar: false } })
      const { display_name, username, bio, website } = await profileOf(ann)
      await w.as(ann).call(saveProfile, {
        body: {
          display_name,
          username,
          bio,
          website,
          location: 'Here',
          avatar: { type: 'default', gravatar: '', custom: '' },
        },
      })
      expect((await profileOf(ann)).location).toBe('Here')
      expect(
        (
          await refusal(
            w.as(ann).call(saveProfile, {
              body: { username: 'other-name', avatar: { type: 'custom', custom: '/uploads/avatar/x.webp' } },
            }),
          )
        ).fields,
      ).toEqual(['avatar', 'username'])
      await w.as(admin).call(saveProfileSettings, { body: { allow_update_username: true, allow_update_avatar: true } })
    })

    test('an avatar is a picture one has uploaded oneself as such', async () => {
      const [ann, bob] = [await w.given.member(), await w.given.member()]
      const file = (path: string, user_id: number, source: string) => ({
        path,
        user_id,
        source,
        mime: 'image/webp',
        bytes: 1,
        width: 1,
        height: 1,
        created_at: 1,
      })
      await w.app.transaction(async (tx) => {
        await insertFile(tx.db, file(`avatar/ann-${ann.id}.webp`, ann.id, 'avatar'))
        await insertFile(tx.db, file(`avatar/bob-${ann.id}.webp`, bob.id, 'avatar'))
        await insertFile(tx.db, file(`post/ann-${ann.id}.webp`, ann.id, 'post'))
      })
      const choose = (custom: string) => w.as(ann).call(saveProfile, { body: { avatar: { type: 'custom', custom } } })
      for (const custom of [
        '',
        `/uploads/avatar/bob-${ann.id}.webp`,
        `/uploads/post/ann-${ann.id}.webp`,
        `https://elsewhere.example/uploads/avatar/ann-${ann.id}.webp`,
        'javascript:alert(1)',
      ])
        expect((await refusal(choose(custom))).fields).toEqual(['avatar'])
      await choose(`http://world.example/uploads/avatar/ann-${ann.id}.webp`)
      expect((await profileOf(ann)).avatar).toEqual({
        type: 'custom',
        gravatar: '',
        custom: `/uploads/avatar/ann-${ann.id}.webp`,
      })
      expect((await userCards(w.app.db, [ann.id])).get(ann.id)!.avatar).toBe(`/uploads/avatar/ann-${ann.id}.webp`)
      await w.as(ann).call(saveProfile, { body: { avatar: { type: 'default' } } })
      expect((await userCards(w.app.db, [ann.id])).get(ann.id)!.avatar).toBe('')
    })

    test('language and colour scheme can be left to the site', async () => {
      const ann = await w.given.member()
      await w.as(ann).call(saveInterface, { body: { language: 'en_US', color_scheme: 'dark' } })
      expect(await profileOf(ann)).toMatchObject({ language: 'en_US', color_scheme: 'dark' })
      await w.as(ann).call(saveInterface, { body: { language: 'Default', color_scheme: 'default' } })
      expect(await profileOf(ann)).toMatchObject({ language: '', color_scheme: 'default' })
    })
  })

  describe('finding people', () => {
    test('by the beginning of either name; not those who can’t be here', async () => {
      const [quinn, suspended, waiting] = [
        await w.given.member({ name: 'Quinn' }),
        await w.given.member({ name: 'Quinnie' }),
        await w.given.member({ name: 'Quinlan', active: false }),
      ]
      await w.as(quinn).call(saveProfile, { body: { username: 'zaphod', display_name: 'Quinn_100' } })
      await status(suspended, { status: 'suspended' })
      const find = async (username: string) =>
        (await w.as(quinn).call(searchUsers, { query: { username } })).map((card) => card.id)
      expect(await find('QUI')).toEqual([String(quinn.id)])
      expect(await find('zaph')).toEqual([String(quinn.id)])
      // What is no letter and no digit doesn't count.
      expect(await find('q%')).toEqual([String(quinn.id)])
      expect(await find(waiting.username)).toEqual([])
    })

    test('staff are found by the beginning of their name', async () => {
      const moderator = await w.given.moderator({ name: 'Morten' })
      expect(await w.nobody.call(staff, { query: { username: 'mort' } })).toEqual([
        { username: moderator.username, display_name: 'Morten', avatar: '' },
      ])
      expect((await w.nobody.call(staff)).map(({ username }) => username)).toEqual(
        expect.arrayContaining(['admin', moderator.username]),
      )
    })

    test('owning a thing opens what reputation wouldn’t', async () => {
      const [ann, bob] = [await w.given.member(), await w.given.member()]
      const object_id = await t.ask(ann)
      const may = async (who: TestUser) =>
        (await w.as(who).call(permission, { query: { action: 'question.edit', object_id } }))['question.edit']!
          .has_permission
      expect([await may(ann), await may(bob)]).toEqual([true, false])
    })
  })

  describe('for the admin', () => {
    test('the list has everybody but the deleted, the inactive too, newest first', async () => {
      const [ann, waiting, gone] = [
        await w.given.member(),
        await w.given.member({ active: false }),
        await w.given.member(),
      ]
      await status(gone, { status: 'deleted' })
      const ids = async (query: Record<string, unknown>) =>
        (await w.as(admin).call(usersPage, { query: { page_size: 100, ...query } })).list.map(({ user_id }) =>
          Number(user_id),
        )
      const all = await ids({})
      expect(all.slice(0, 2)).toEqual([waiting.id, ann.id])
      expect(all).not.toContain(gone.id)
      expect(await ids({ status: 'inactive' })).toContain(waiting.id)
      expect(await ids({ status: 'normal' })).not.toContain(waiting.id)
      expect(await ids({ status: 'deleted' })).toContain(gone.id)
      expect(await ids({ staff: true })).not.toContain(ann.id)
      expect(await ids({ query: `${ann.username}@EXAMPLE` })).toEqual([ann.id])
      expect(await refusal(w.as(admin).call(usersPage, { query: { page: 99 } }))).toMatchObject({ status: 404 })
    })

    test('an account is added ready to use', async () => {
      await w
        .as(admin)
        .call(addUser, { body: { display_name: 'Fay Zephyr', email: 'fay@example.com', password: 'zephyr-fay-1' } })
      expect(
        await w.nobody.call(logInByEmail, { body: { e_mail: 'fay@example.com', pass: 'zephyr-fay-1' } }),
      ).toMatchObject({ username: 'fay-zephyr', status: 'normal', rank: 1 })
      expect(
        (
          await refusal(
            w
              .as(admin)
              .call(addUser, { body: { display_name: 'Fay Two', email: 'Fay@example.com', password: 'zephyr-fay-2' } }),
          )
        ).fields,
      ).toEqual(['email'])
    })

    test('many are added from lines, all or none; each wrong line is named', async () => {
      const add = (users: string) => w.as(admin).call(addUsers, { body: { users } })
      await add('Gus Zephyr, gus@example.com, zephyr,gus\n\n  Hal Zephyr ,hal@example.com,zephyr-hal-1  \r\n')
      expect(
        (await w.nobody.call(logInByEmail, { body: { e_mail: 'gus@example.com', pass: 'zephyr,gus' } })).username,
      ).toBe('gus-zephyr')
      expect(
        (await w.nobody.call(logInByEmail, { body: { e_mail: 'hal@example.com', pass: 'zephyr-hal-1' } })).display_name,
      ).toBe('Hal Zephyr')
      const wrong = await refusal(
        add('Ida Zephyr, ida@example.com, zephyr-ida-1\none line without commas\nJ, jon, short'),
      )
      expect(wrong.fields).toEqual(['users', 'users', 'users', 'users'])
      expect(wrong.data).toMatchObject([{ error_msg: expect.stringContaining('Line 2') }, {}, {}, {}])
      expect(
        (await refusal(add('Ida Zephyr, ida@example.com, zephyr-ida-1\nIda Again, IDA@example.com, zephyr-ida-2')))
          .data,
      ).toEqual([{ error_field: 'users', error_msg: 'Line 2: Email already exists' }])
      expect(
        await refusal(w.nobody.call(logInByEmail, { body: { e_mail: 'ida@example.com', pass: 'zephyr-ida-1' } })),
      ).toMatchObject({ status: 400 })
    })

    test('a role counts from the next call on', async () => {
      const ann = await w.given.member()
      await expect(w.as(ann).call(usersPage, { query: {} })).rejects.toMatchObject({ status: 403 })
      await role(ann, 2)
      expect((await w.as(ann).call(usersPage, { query: {} })).count).toBeGreaterThan(0)
      await role(ann, 1)
      await expect(w.as(ann).call(usersPage, { query: {} })).rejects.toMatchObject({ status: 403 })
    })

    test('an unknown role, one’s own role and a member there is not are refused', async () => {
      const ann = await w.given.member()
      expect(await refusal(role(ann, 42))).toMatchObject({ status: 400, reason: 'error.role.not_found' })
      expect(await refusal(role(admin, 1))).toMatchObject({ status: 400, reason: 'error.user.cannot_change_own_role' })
      expect(await refusal(role({ ...ann, id: 999_999 }, 3))).toMatchObject({
        status: 404,
        reason: 'error.user.not_found',
      })
    })

    test('two admins can’t remove each other: one stays', async () => {
      const second = await w.given.member()
      await role(second, 2)
      const results = await Promise.allSettled([role(second, 1), role(admin, 1, second)])
      const admins = await w.app.db.selectFrom('users').select('id').where('role_id', '=', 2).execute()
      expect(admins).toHaveLength(1)
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await w.app.transaction((tx) => updateUser(tx.db, admin.id, { role_id: 2 }))
      await role(second, 1)
    })

    test('one can’t suspend or delete oneself', async () => {
      expect(await refusal(status(admin, { status: 'deleted' }))).toMatchObject({
        status: 400,
        reason: 'error.user.cannot_change_own_status',
      })
    })

    test('a suspension has an end, or is for ever', async () => {
      const [ann, bob] = [await w.given.member(), await w.given.member()]
      await status(ann, { status: 'suspended', suspend_duration: '24h' })
      await status(bob, { status: 'suspended' })
      const { list } = await w.as(admin).call(usersPage, { query: { status: 'suspended', page_size: 100 } })
      const shown = (person: TestUser) => list.find(({ user_id }) => user_id === String(person.id))
      expect(shown(ann)).toMatchObject({
        status: 'suspended',
        suspended_at: w.clock.now(),
        suspended_until: w.clock.now() + 86_400,
      })
      expect(shown(bob)).toMatchObject({ suspended_until: 0 })
      w.clock.advance(86_400)
      await endSuspensions(w.app)
      await endSuspensions(w.app)
      expect([(await findUser(w.app.db, ann.id))!.status, (await findUser(w.app.db, bob.id))!.status]).toEqual([1, 9])
    })

    test('a suspended member has a note, until the suspension is over or lifted', async () => {
      const [ann, bob] = [await w.given.member(), await w.given.member()]
      const noteOf = async (person: TestUser) =>
        (await w.as(admin).call(usersPage, { query: { query: `user:${person.id}` } })).list[0]!.suspension_note
      for (const person of [ann, bob])
        await w.as(admin).call(setUserStatus, {
          body: {
            user_id: String(person.id),
            status: 'suspended',
            suspend_duration: '48h',
            note: '  Please stop shouting. ',
          },
        })
      expect([await noteOf(ann), await noteOf(bob)]).toEqual(['Please stop shouting.', 'Please stop shouting.'])
      await status(bob, { status: 'normal' })
      w.clock.advance(2 * 86_400)
      await endSuspensions(w.app)
      expect([await noteOf(ann), await noteOf(bob)]).toEqual(['', ''])
      await w.as(admin).call(setUserStatus, { body: { user_id: String(ann.id), status: 'normal', note: 'of no use' } })
      expect(await noteOf(ann)).toBe('')
      expect(
        await refusal(
          w
            .as(admin)
            .call(setUserStatus, { body: { user_id: String(ann.id), status: 'suspended', note: 'x'.repeat(501) } }),
        ),
      ).toMatchObject({ status: 400, fields: ['note'] })
    })

    test('a new password ends all sessions, voids what was mailed, and is the only one that works', async () => {
      await w
        .as(admin)
        .call(addUser, { body: { display_name: 'Pia', email: 'pia@example.com', password: 'old-password-1' } })
      const logIn = (pass: string) => w.nobody.call(logInByEmail, { body: { e_mail: 'pia@example.com', pass } })
      const { access_token, id } = await logIn('old-password-1')
      await w.nobody.call(requestPasswordReset, { body: { e_mail: 'pia@example.com' } })
      await w.settle()
      expect(await w.app.db.selectFrom('codes').select('id').where('user_id', '=', Number(id)).execute()).toHaveLength(
        1,
      )
      await w.as(admin).call(setUserPassword, { body: { user_id: id, password: 'new-password-1' } })
      await expect(
        w
          .as({ id: Number(id), username: 'pia', token: access_token })
          .call(saveInterface, { body: { language: 'en_US', color_scheme: 'dark' } }),
      ).rejects.toMatchObject({ status: 401 })
      expect(await refusal(logIn('old-password-1'))).toMatchObject({ status: 400 })
      expect((await logIn('new-password-1')).display_name).toBe('Pia')
      expect(await w.app.db.selectFrom('codes').select('id').where('user_id', '=', Number(id)).execute()).toHaveLength(
        0,
      )
    })

    test('a member who could not log in can, once an admin has given an address and a password', async () => {
      const id = await w.app.transaction((tx) =>
        createUser(tx, { display_name: 'Imported', e_mail: null, activated: true }),
      )
      await w
        .as(admin)
        .call(editUser, { body: { user_id: String(id), display_name: 'Imported', email: 'Imported@Example.com' } })
      await w.as(admin).call(setUserPassword, { body: { user_id: String(id), password: 'imported-1' } })
      expect(
        await w.nobody.call(logInByEmail, { body: { e_mail: 'imported@example.com', pass: 'imported-1' } }),
      ).toMatchObject({ id: String(id), e_mail: 'imported@example.com' })
    })

    test('names and address are changed whatever members may change; the old name leads on, another address ends all sessions', async () => {
      const [ann, bob] = [await w.given.member(), await w.given.member()]
      const edit = (person: TestUser, body: object) =>
        w.as(admin).call(editUser, { body: { user_id: String(person.id), ...body } })
      await w
        .as(admin)
        .call(saveProfileSettings, { body: { allow_update_username: false, allow_update_display_name: false } })
      const { e_mail } = await profileOf(ann)
      await edit(ann, {
        display_name: ' Ann  Admin-named ',
        username: `${ann.username}.x`,
        email: e_mail.toUpperCase(),
      })
      expect(await profileOf(ann)).toMatchObject({
        display_name: 'Ann Admin-named',
        username: `${ann.username}.x`,
        e_mail,
      })
      expect((await findUserByName(w.app.db, ann.username))!.id).toBe(ann.id)
      await edit(ann, { display_name: 'Ann', email: `other.${e_mail}` })
      await expect(
        w.as(ann).call(saveInterface, { body: { language: 'en_US', color_scheme: 'dark' } }),
      ).rejects.toMatchObject({ status: 401 })
      expect(await findUser(w.app.db, ann.id)).toMatchObject({
        display_name: 'Ann',
        username: `${ann.username}.x`,
        e_mail: `other.${e_mail}`,
      })
      expect(
        (await refusal(edit(bob, { display_name: '!!', username: ann.username, email: `OTHER.${e_mail}` }))).fields,
      ).toEqual(['display_name'])
      expect(
        (await refusal(edit(bob, { display_name: 'Bob', username: ann.username, email: `OTHER.${e_mail}` }))).fields,
      ).toEqual(['email', 'username'])
      expect(
        (await refusal(edit(bob, { display_name: 'Bob', username: 'login', email: 'no address' }))).fields,
      ).toEqual(['email'])
      expect(await findUser(w.app.db, bob.id)).toMatchObject({ username: bob.username })
      await w
        .as(admin)
        .call(saveProfileSettings, { body: { allow_update_username: true, allow_update_display_name: true } })
    })

    test('one’s own password and address are not changed here, one’s own names are', async () => {
      const user_id = String(admin.id)
      const own = await profileOf(admin)
      expect(
        await refusal(w.as(admin).call(setUserPassword, { body: { user_id, password: 'without-the-old' } })),
      ).toMatchObject({ status: 400, reason: 'error.user.cannot_change_own_login' })
      expect(
        await refusal(
          w.as(admin).call(editUser, { body: { user_id, display_name: 'Desk', email: 'elsewhere@example.com' } }),
        ),
      ).toMatchObject({ status: 400, reason: 'error.user.cannot_change_own_login' })
      await w.as(admin).call(editUser, { body: { user_id, display_name: 'Desk', email: own.e_mail } })
      expect(await profileOf(admin)).toMatchObject({ display_name: 'Desk', e_mail: own.e_mail })
    })

    test('a deleted account can only be restored', async () => {
      const ann = await w.given.member()
      await status(ann, { status: 'deleted' })
      const user_id = String(ann.id)
      for (const call of [
        () => w.as(admin).call(setUserPassword, { body: { user_id, password: 'some-password' } }),
        () => w.as(admin).call(editUser, { body: { user_id, display_name: 'Back', email: 'back@example.com' } }),
        () => role(ann, 3),
      ])
        expect(await refusal(call())).toMatchObject({ status: 404, reason: 'error.user.not_found' })
      await status(ann, { status: 'normal' })
      expect(await findUser(w.app.db, ann.id)).toMatchObject({ status: 1, deleted_at: 0 })
    })

    test('a deleted member is a number to everybody, and restored under the old name', async () => {
      const ann = await w.given.member({ name: 'Annabel' })
      await t.ask(ann)
      await status(ann, { status: 'deleted' })
      const name = `user${ann.id}`
      expect((await userCards(w.app.db, [ann.id])).get(ann.id)).toEqual({
        id: String(ann.id),
        username: name,
        display_name: name,
        rank: 0,
        avatar: '',
        status: 'deleted',
        website: '',
        location: '',
        language: '',
      })
      expect(await findUserByName(w.app.db, ann.username)).toBe(undefined)
      expect((await findUserByName(w.app.db, name))!.id).toBe(ann.id)
      await status(ann, { status: 'normal' })
      expect((await userCards(w.app.db, [ann.id])).get(ann.id)).toMatchObject({
        username: ann.username,
        display_name: 'Annabel',
        status: 'normal',
      })
      expect(await findUserByName(w.app.db, name)).toBe(undefined)
    })

    test('with an account all its posts can be removed', async () => {
      const [ann, bob] = [await w.given.member(), await w.given.member()]
      const [hers, his] = [await t.ask(ann), await t.ask(bob)]
      await t.answer(ann, his)
      await t.comment(ann, his)
      await status(ann, { status: 'deleted', remove_all_content: true })
      await w.settle()
      const fact = {
        actor_id: admin.id,
        object_type: 'user' as const,
        object_id: ann.id,
        question_id: 0,
        before: 1,
        after: 10,
        remove_all_content: true,
      }
      await removeContentOfDeleted(w.app, fact)
      await expect(w.as(bob).call(questionInfo, { query: { id: hers } })).rejects.toMatchObject({ status: 404 })
      expect(await w.as(bob).call(questionInfo, { query: { id: his } })).toMatchObject({ answer_count: 0 })
      expect(await w.app.db.selectFrom('comments').select('status').where('user_id', '=', ann.id).execute()).toEqual([
        { status: 10 },
      ])
    })
  })

  test('posts are counted as lists show them: answers go with their question', async () => {
    const [ann, bob] = [await w.given.member(), await w.given.member()]
    const counts = async (person: TestUser) => {
      const user = (await findUser(w.app.db, person.id))!
      return [user.question_count, user.answer_count]
    }
    const [first, second] = [await t.ask(ann), await t.ask(ann)]
    await t.answer(bob, first)
    const answer = await t.answer(bob, second)
    expect([await counts(ann), await counts(bob)]).toEqual([
      [2, 0],
      [0, 2],
    ])
    await w.as(bob).call(deleteAnswer, { body: { id: answer } })
    expect(await counts(bob)).toEqual([0, 1])
    await w.as(admin).call(deleteQuestion, { body: { id: first } })
    expect([await counts(ann), await counts(bob)]).toEqual([
      [1, 0],
      [0, 0],
    ])
    expect(numberOf('question', first)).toBeGreaterThan(0)
  })

  test("there is a card for a user who doesn't exist", async () => {
    expect((await userCards(w.app.db, [0, 987_654])).get(987_654)).toMatchObject({
      username: 'user987654',
      status: 'deleted',
    })
  })

  test('nothing went wrong unnoticed', () => expect(w.faults).toEqual([]))
})
