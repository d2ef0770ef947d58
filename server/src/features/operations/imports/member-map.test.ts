import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readdir, readFile } from 'node:fs/promises'
import * as accounts from '@askwell/contract/accounts.ts'
import { activationLink, usersPage } from '@askwell/contract/user-administration.ts'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { findFaults } from '../integrity/service.ts'
import { tryDump } from './examine.ts'
import { importDump } from './import-dump.ts'
import { findOrigin } from './queries.ts'

const MEMBERS = 1200
const xml = (rows: string[]) => `<rows>\n${rows.map((row) => `<row ${row} />`).join('\n')}\n</rows>\n`
const born = 'CreationDate="2020-01-01T00:00:00.000"'
const member = (id: number, name: string) => `Id="${id}" Reputation="5" ${born} DisplayName="${name}"`

describe.each(engines)('a list of members (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  let admin: TestUser
  const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }
  const userOf = async (key: string) => {
    const id = await findOrigin(w.app.db, 'user', key)
    return id === undefined
      ? undefined
      : w.app.db
          .selectFrom('users')
          .select(['id', 'username', 'e_mail', 'password_hash'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
  }
  const map = (rows: string[], columns = 'member,e_mail,service,account,here') => {
    const path = join(folder, 'members.csv')
    writeFileSync(path, [columns, ...rows].join('\n'))
    return path
  }
  const write = (users: string[]) => {
    writeFileSync(join(folder, 'Users.xml'), xml(users))
    writeFileSync(
      join(folder, 'Posts.xml'),
      xml([
        `Id="1" PostTypeId="1" ${born} Score="2" Body="&lt;p&gt;Warm?&lt;/p&gt;" OwnerUserId="1" Title="How warm is it?" Tags="&lt;beer&gt;"`,
      ]),
    )
  }
  const withoutAddress = async () =>
    (await w.as(admin).call(usersPage, { query: { lacking: 'email', page: 1, page_size: 1 } })).count

  beforeEach(async () => {
    w = await world(engine)
    folder = mkdtempSync(join(tmpdir(), 'askwell-map-'))
    admin = await w.given.admin()
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })

  test('gives thousands of members their addresses at once, and they claim their accounts by e-mail', async () => {
    const all = Array.from({ length: MEMBERS }, (_, at) => at + 1)
    write(all.map((id) => member(id, `Drinker ${id}`)))
    const before = await withoutAddress()
    await importDump(w.app, { folder, site: 'old' }, doing)
    expect(await withoutAddress()).toBe(before + MEMBERS)
    const list = map(all.slice(1).map((id) => `${id},Drinker${id}@Old.Example,,,`))
    const trial = await tryDump(w.app, { folder, site: 'old', map: list }, doing)
    expect(trial.files.map).toMatchObject({ rows: MEMBERS - 1, added: MEMBERS - 1, broken: 0 })
    const report = await importDump(w.app, { folder, site: 'old', map: list }, doing)
    expect(report.files.map).toMatchObject({ rows: MEMBERS - 1, added: MEMBERS - 1, present: 0, broken: 0 })
    expect(await withoutAddress()).toBe(before + 1)
    const again = await importDump(w.app, { folder, site: 'old', map: list }, doing)
    expect(again.files.map).toMatchObject({ added: 0, present: MEMBERS - 1, broken: 0 })

    const e_mail = 'drinker7@old.example'
    await w.nobody.call(accounts.requestPasswordReset, { body: { e_mail } })
    await w.settle()
    const outbox = join(w.folder, 'outbox')
    const letters = await Promise.all(
      (await readdir(outbox)).map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))),
    )
    const letter = letters.find(({ to }) => to?.[0]?.address === e_mail)!
    const code = /code=([\w-]+)/.exec(letter.text!)![1]!
    await w.nobody.call(accounts.replacePassword, { body: { code, pass: 'a-new-password' } })
    const claimed = await w.nobody.call(accounts.logInByEmail, { body: { e_mail, pass: 'a-new-password' } })
    expect(claimed.username).toBe((await userOf('7'))!.username)

    // Or an admin hands a link over.
    const { id, username } = (await userOf('8'))!
    const { activation_url } = await w.as(admin).call(activationLink, { query: { user_id: String(id) } })
    const entered = await w.nobody.call(accounts.verifyEmail, { body: { code: activation_url.split('code=')[1]! } })
    expect(entered.username).toBe(username)
    await expect(
      w.as(admin).call(activationLink, { query: { user_id: String((await userOf('7'))!.id) } }),
    ).rejects.toMatchObject({ reason: 'error.email.already_verified' })
    expect(await findFaults(w.app)).toEqual([])
  })

  test('names what it can’t do, row by row, and changes nothing that somebody has', async () => {
    write([member(1, 'One'), member(2, 'Two'), member(3, 'Three'), member(4, 'Four'), member(5, 'Five')])
    const holder = await w.given.member({ name: 'holder' })
    await importDump(w.app, { folder, site: 'old', map: map(['1,one@old.example,,,']) }, doing)
    const report = await importDump(
      w.app,
      {
        folder,
        site: 'old',
        map: map([
          '1,other@old.example,,,',
          '2,holder@example.com,,,',
          '3,,club,ann-3,',
          '4,,club,ann-3,',
          '99,lost@old.example,,,',
          '5,no address,,,',
          '5,five@old.example,,,',
          ',x@old.example,,,',
        ]),
      },
      doing,
    )
    expect(report.complaints.map(({ line, problem }) => `${line} ${problem}`).toSorted()).toEqual([
      '2 member 1 has another e-mail address here',
      '3 holder@example.com is the address of somebody else here',
      '5 account ann-3 is that of somebody else here',
      '6 there is no member 99',
      '7 column e_mail is no e-mail address',
      '9 column member is empty',
    ])
    expect((await userOf('1'))!.e_mail).toBe('one@old.example')
    expect((await userOf('2'))!.id).not.toBe(holder.id)
    expect((await userOf('5'))!.e_mail).toBe('five@old.example')
    expect(
      await w.app.db.selectFrom('external_logins').select(['user_id', 'connector', 'external_id']).execute(),
    ).toEqual([{ user_id: (await userOf('3'))!.id, connector: 'club', external_id: 'ann-3' }])
    await expect(
      importDump(w.app, { folder, site: 'old', map: map(['1,a@b.example'], 'id,e_mail') }, doing),
    ).rejects.toThrow('members.csv has no column member')
  })

  test('no list lets anybody into an account that was here before, or that somebody has entered', async () => {
    const victim = await w.given.member({ name: 'victim' })
    await w.app.transaction((tx) =>
      tx.db.updateTable('users').set({ password_hash: null }).where('id', '=', victim.id).execute(),
    )
    write([member(1, 'One'), member(2, 'Two'), member(3, 'Three')])
    const dump = { folder, site: 'old' }
    await importDump(w.app, { ...dump, map: map(['1,victim@example.com,,,']) }, doing)
    expect((await userOf('1'))!.id).toBe(victim.id)
    const user_id = (await userOf('2'))!.id
    const passkey = { user_id, credential_id: 'one', public_key: '', transports: '', name: '', counter: 0 }
    await w.app.transaction((tx) =>
      tx.db
        .insertInto('passkeys')
        .values({ ...passkey, created_at: 1, used_at: 0 })
        .execute(),
    )
    // Whoever owns an address of an account can have a password sent.
    await w.app.transaction((tx) =>
      tx.db.updateTable('users').set({ e_mail: null }).where('id', '=', victim.id).execute(),
    )
    const rows = [
      '1,mallory@old.example,github,mallory,',
      '2,mallet@old.example,github,mallet,',
      '3,three@old.example,github,three,',
    ]
    const report = await importDump(w.app, { ...dump, map: map(rows) }, doing)
    const address = 'has used their account here, and gives it an address alone'
    const login = 'has used their account here, and connects it alone'
    expect(report.complaints.map(({ problem }) => problem)).toEqual([
      `member 1 ${address}; member 1 ${login}`,
      `member 2 ${address}; member 2 ${login}`,
    ])
    expect([(await userOf('1'))!.e_mail, (await userOf('2'))!.e_mail, (await userOf('3'))!.e_mail]).toEqual([
      null,
      null,
      'three@old.example',
    ])
    expect(await w.app.db.selectFrom('external_logins').select(['user_id', 'external_id']).execute()).toEqual([
      { user_id: (await userOf('3'))!.id, external_id: 'three' },
    ])
  })

  test('nobody who is called like somebody here is made a second time without a word', async () => {
    const here = await w.given.member({ name: 'Ann Brewer' })
    const other = await w.given.member({ name: 'Ben Brewer' })
    write([member(1, 'Ann Brewer'), member(2, 'Ben Brewer'), member(3, 'Ann Brewer'), member(4, 'Cid')])
    const trial = await tryDump(w.app, { folder, site: 'old' }, doing)
    expect(trial.same_names).toBe(3)
    expect(trial.remarks.map(({ problem }) => problem)).toContain('member 2 is called like ben-brewer here')
    const dump = { folder, site: 'old' }
    await expect(importDump(w.app, dump, doing)).rejects.toThrow('3 members are called like somebody here')
    expect(await userOf('4')).toBeUndefined()

    const list = map([`1,,,,${here.username}`])
    await expect(importDump(w.app, { ...dump, map: list }, doing)).rejects.toThrow('2 members are called like')
    await expect(
      importDump(w.app, { ...dump, map: map(['1,,,,nobody-at-all']), same_names_are_others: true }, doing),
    ).rejects.toThrow('Nobody here is called nobody-at-all, as row 2 of the list of members says.')
    await importDump(w.app, { ...dump, map: map([`1,,,,${here.username}`]), same_names_are_others: true }, doing)
    expect((await userOf('1'))!.id).toBe(here.id)
    expect((await userOf('2'))!.username).toBe('ben-brewer-2')
    expect((await userOf('2'))!.id).not.toBe(other.id)
    expect((await userOf('3'))!.username).toBe('ann-brewer-3')
    // Once they are here, nothing is asked again.
    const again = await importDump(w.app, dump, doing)
    expect(again.files.Users).toMatchObject({ added: 0, present: 4 })
    expect(
      (await w.app.db.selectFrom('posts').select('user_id').where('title', '=', 'How warm is it?').execute())[0]!
        .user_id,
    ).toBe(here.id)
  })
})
