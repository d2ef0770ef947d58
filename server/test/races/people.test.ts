import { AsyncLocalStorage } from 'node:async_hooks'
import { changeEmail, registerByEmail, replacePassword, verifyEmail } from '@askwell/contract/accounts.ts'
import { privilegeSettings, savePrivilegeSettings } from '@askwell/contract/administration.ts'
import { CUSTOM_LEVEL, type Level, rankKey } from '@askwell/contract/privileges.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import { setUserRole, setUserStatus } from '@askwell/contract/user-administration.ts'
import { saveProfile } from '@askwell/contract/users.ts'
import { expect } from 'vitest'
import { makeCode } from '../../src/features/users/accounts/service.ts'
import { type TestUser } from '../world.ts'
import { all, AT_ONCE, draft, fresh, FEW, outcome, post, race, times, user } from './race.ts'

race('accounts, roles and privileges', {
  'an activation code works once': async (arena) => {
    const person = await arena.w.given.member({ active: false })
    const code = await arena.w.app.transaction(async (tx) =>
      makeCode(
        tx,
        person.id,
        (await tx.db.selectFrom('users').select('e_mail').where('id', '=', person.id).executeTakeFirstOrThrow())
          .e_mail!,
        'activation',
      ),
    )
    expect(outcome(await times(AT_ONCE, () => arena.w.nobody.call(verifyEmail, { body: { code } })))).toEqual({
      done: 1,
      refused: ['error.email.verify_url_expired'],
    })
    expect((await user(arena, person)).rank).toBe(1)
  },
  'a code for a new password works once': async (arena) => {
    const person = await arena.member()
    const code = await arena.w.app.transaction((tx) =>
      makeCode(tx, person.id, `${person.username}@example.com`, 'reset'),
    )
    expect(
      outcome(
        await times(FEW, (n) => arena.w.nobody.call(replacePassword, { body: { code, pass: `new-password-${n}` } })),
      ),
    ).toEqual({ done: 1, refused: ['error.email.verify_url_expired'] })
  },
  'one address is registered once': async (arena) => {
    const name = `twin${fresh()}`
    expect(
      outcome(
        await times(FEW, (n) =>
          arena.w.nobody.call(registerByEmail, {
            body: { name: `${name}.${n}`, e_mail: `${name}@example.com`, pass: 'a-long-password' },
          }),
        ),
      ),
    ).toEqual({ done: 1, refused: ['error.email.duplicate'] })
  },
  'members with one name get a username each': async (arena) => {
    const name = `namesake${fresh()}`
    expect(
      outcome(
        await times(FEW, (n) =>
          arena.w.nobody.call(registerByEmail, {
            body: { name, e_mail: `${name}.${n}@example.com`, pass: 'a-long-password' },
          }),
        ),
      ),
    ).toEqual(all(FEW))
    expect(
      new Set(
        (await arena.w.app.db.selectFrom('users').select('username').where('display_name', '=', name).execute()).map(
          (row) => row.username,
        ),
      ).size,
    ).toBe(FEW)
  },
  'a username is taken by one': async (arena) => {
    const people = await arena.some(FEW)
    const username = `wanted-${fresh()}`
    expect(
      outcome(
        await times(FEW, (n) =>
          arena.w.as(people[n]!).call(saveProfile, { body: { display_name: people[n]!.username, username } }),
        ),
      ),
    ).toMatchObject({ done: 1 })
    expect(
      (await arena.w.app.db.selectFrom('users').select('id').where('username', '=', username).execute()).length,
    ).toBe(1)
  },
  'a changed address is confirmed once, and the same address is taken by one': async (arena) => {
    const people = await arena.some(4)
    const e_mail = `moved${people[0]!.id}@example.com`
    const codes = await Promise.all(
      people.map(({ id }) => arena.w.app.transaction((tx) => makeCode(tx, id, e_mail, 'change'))),
    )
    const tried = await times(AT_ONCE, (n) => arena.w.nobody.call(changeEmail, { body: { code: codes[n % 4]! } }))
    const { done, refused } = outcome(tried)
    expect(done).toBe(1)
    for (const reason of refused) expect(['error.email.verify_url_expired', 'error.email.duplicate']).toContain(reason)
    expect(await arena.w.app.db.selectFrom('users').select('id').where('e_mail', '=', e_mail).execute()).toHaveLength(1)
  },
  'two admins who put each other out leave one': async (arena) => {
    const [first, second] = [await arena.w.given.admin(), await arena.w.given.member({ role_id: 2 })]
    const roleOf = (person: TestUser) => ({ body: { user_id: String(person.id), role_id: 1 } })
    await Promise.allSettled([
      arena.w.as(first).call(setUserRole, roleOf(second)),
      arena.w.as(second).call(setUserRole, roleOf(first)),
    ])
    const admins = await arena.w.app.db
      .selectFrom('users')
      .select('id')
      .where('role_id', '=', 2)
      .where('status', '=', 1)
      .execute()
    expect(admins).toHaveLength(1)
    await arena.w.app.transaction((tx) =>
      tx.db.updateTable('users').set({ role_id: 2 }).where('username', '=', 'admin').execute(),
    )
    await arena.w.app.transaction((tx) =>
      tx.db.updateTable('users').set({ role_id: 1 }).where('id', '=', second.id).execute(),
    )
  },
  "a member who loses the reputation needed, after admission and before the write, doesn't write": async (arena) => {
    const [asker, voter, { app }] = [await arena.member(), await arena.member(), arena.w]
    const id = await arena.t.ask(asker)
    const { transaction } = app
    const elsewhere = AsyncLocalStorage.snapshot() // not as part of the call that it overtakes
    const change = (changes: { rank?: number; status?: number }) =>
      transaction((tx) => tx.db.updateTable('users').set(changes).where('id', '=', voter.id).execute())
    for (const [changes, reason] of [
      [{ rank: 1 }, 'error.rank.no_enough_rank_to_operate'],
      [{ status: 9 }, 'error.user.suspended'],
      [{ status: 10 }, 'base.unauthorized_error'],
    ] as const) {
      app.transaction = async (work) => {
        app.transaction = transaction
        await elsewhere(change, changes)
        return transaction(work)
      }
      expect(outcome(await times(1, () => arena.t.vote(voter, 'down', id)))).toEqual({ done: 0, refused: [reason] })
      await change({ rank: 300, status: 1 })
    }
    expect((await post(arena, id)).score).toBe(0)
  },
  'each act that comes while privileges are raised is judged by the former or by the new ones': async (arena) => {
    const [admin, asker] = [await arena.w.given.admin(), await arena.member()]
    const id = await arena.t.ask(asker)
    const raise = (level: Level, figures?: { key: string; value: number }[]) =>
      arena.w.as(admin).call(savePrivilegeSettings, { body: { level, ...(figures && { custom_privileges: figures }) } })
    const { selected_level } = await arena.w.as(admin).call(privilegeSettings)
    const people = await arena.some(AT_ONCE)
    const { done, refused } = outcome(
      await times(AT_ONCE, async (n) =>
        n === 5 ? raise(CUSTOM_LEVEL, [{ key: rankKey('comment.add'), value: 5000 }]) : arena.t.comment(people[n]!, id),
      ),
    )
    expect([[], ['error.rank.no_enough_rank_to_operate']]).toContainEqual(refused)
    expect((await post(arena, id)).comment_count).toBe(done - 1)
    expect(outcome(await times(1, () => arena.t.comment(people[0]!, id)))).toEqual({
      done: 0,
      refused: ['error.rank.no_enough_rank_to_operate'],
    })
    await raise(selected_level)
  },
  "a member who is suspended while they write, writes or doesn't": async (arena) => {
    const [admin, person] = [await arena.w.given.admin(), await arena.member()]
    await times(AT_ONCE, (n): Promise<unknown> =>
      n === 4
        ? arena.w.as(admin).call(setUserStatus, {
            body: { user_id: String(person.id), status: 'suspended', suspend_duration: 'forever' },
          })
        : arena.w.as(person).call(askQuestion, { body: draft() }),
    )
    const { question_count } = await user(arena, person)
    expect(
      (await arena.w.app.db.selectFrom('posts').select('id').where('user_id', '=', person.id).execute()).length,
    ).toBe(question_count)
  },
})
