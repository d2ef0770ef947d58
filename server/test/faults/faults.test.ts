import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { registerByEmail, verifyEmail } from '@askwell/contract/accounts.ts'
import { askQuestion, questionInfo, questionPage } from '@askwell/contract/questions.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import { saveGeneralSettings } from '@askwell/contract/site-settings.ts'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storageTrouble } from '../../src/db/dialect.ts'
import { timed } from '../../src/effects.ts'
import { saveSetting } from '../../src/features/operations/settings/queries.ts'
import { findFaults } from '../../src/features/operations/integrity/service.ts'
import { threads } from '../threads.ts'
import { type CallFailed, engines, inCluster, neighbourOf, type TestUser, type World, world } from '../world.ts'
import { createPassage } from './database-proxy.ts'

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms))
let count = 0
const draft = (length = 200) => ({
  title: `What happened to number ${++count}?`,
  content: `Number ${count}: ${'word '.repeat(length)}`,
  tags: [{ slug_name: 'support' }],
})
type Draft = ReturnType<typeof draft>

const refused = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('was not refused')
    },
    (error: CallFailed) => ({ status: error.status, reason: error.reason, data: error.data }),
  )
const kept = async ({ app }: World, { title }: Draft) =>
  (await app.db.selectFrom('posts').select('id').where('title', '=', title).execute()).length

let w: World
let person: TestUser
const begin = async (engine: 'sqlite' | 'postgres') => {
  w = await world(engine)
  person = await w.given.member()
}
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {})) // a great deal is reported here, and should be
afterEach(async () => {
  await w.close()
  vi.restoreAllMocks()
})
const ask = (body: Draft) => w.as(person).call(askQuestion, { body })

/** Everything goes on as if nothing had been: what was refused can be sent again, what follows later follows, and nothing is off. */
const recovers = async (lost: Draft[]) => {
  for (const body of lost) {
    await ask(body)
    expect(await kept(w, body)).toBe(1)
  }
  await w.settle()
  expect(await findFaults(w.app)).toEqual([])
}

/** The connections of the database that some work uses. */
const openConnections = async (work: () => Promise<unknown>) => {
  const found = new Set<DatabaseSync>()
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (...args: Parameters<typeof prepare>) {
    found.add(this)
    return prepare.apply(this, args)
  }
  await work().finally(() => {
    DatabaseSync.prototype.prepare = prepare
  })
  return found
}

describe('SQLite', () => {
  beforeEach(() => begin('sqlite'))
  const pragma = (text: string) => w.app.transaction((tx) => sql.raw(`pragma ${text}`).execute(tx.db))

  test('a full disk: writing is refused with the reason, reading goes on, nothing acknowledged is lost, and once there is room all goes on without a restart', async () => {
    const {
      rows: [size],
    } = await sql<{ page_count: number }>`pragma page_count`.execute(w.app.db)
    await pragma(`max_page_count = ${size!.page_count + 20}`)
    const [acknowledged, lost]: Draft[][] = [[], []]
    for (let tries = 0; tries < 60 && lost!.length < 5; tries++) {
      const body = draft(2000)
      await ask(body).then(
        () => acknowledged!.push(body),
        (error: CallFailed) => {
          expect([error.status, error.reason]).toEqual([503, 'base.storage_full'])
          lost!.push(body)
        },
      )
    }
    expect(acknowledged!.length).toBeGreaterThan(0)
    expect(lost!.length).toBe(5)
    for (const body of acknowledged!) expect(await kept(w, body)).toBe(1)
    for (const body of lost!) expect(await kept(w, body)).toBe(0)
    expect((await w.nobody.call(questionPage)).list.length).toBeGreaterThan(0)
    await pragma('max_page_count = 1000000')
    await recovers(lost!)
  })

  test('where SQLite has gone back by itself, as it may on a full disk, the reason is still heard', async () => {
    await expect(
      w.app.transaction(async (tx) => {
        await sql`rollback`.execute(tx.db)
        throw new Error('the disk is full')
      }),
    ).rejects.toThrow('the disk is full')
    await recovers([draft()])
  })

  test('a read-only disk: likewise', async () => {
    const first = draft()
    const connections = await openConnections(() => ask(first)) // its first question, so that not every statement is there already
    const { id } = await ask(first)
    for (const connection of connections) connection.exec('pragma query_only = on')
    const body = draft()
    expect(await refused(ask(body))).toEqual({
      status: 503,
      reason: 'base.storage_read_only',
      data: { retry_after: 5 },
    })
    expect((await w.nobody.call(questionInfo, { query: { id } })).id).toBe(id)
    for (const connection of connections) connection.exec('pragma query_only = off')
    await recovers([body])
  })
})

describe.runIf(engines.includes('postgres'))('PostgreSQL', { timeout: 60_000 }, () => {
  beforeEach(() => begin('postgres'))
  const name = () => new URL(w.url).pathname.slice(1)
  const dropConnections = () =>
    inCluster(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`)

  test('gone for a while: every call says so at once, nothing acknowledged is lost, and it goes on by itself, with what it missed', async () => {
    const address = new URL(w.url)
    const passage = await createPassage({ host: address.hostname, port: Number(address.port || 5432) })
    address.hostname = '127.0.0.1'
    address.port = String(passage.port)
    const far = await neighbourOf({ ...w, url: address.href })
    far.site.app!.jobs.start()
    const first = draft()
    await far.as(person).call(askQuestion, { body: first })
    await passage.bar()
    const lost = [draft(), draft(), draft()]
    for (const body of lost)
      expect(await refused(far.as(person).call(askQuestion, { body }))).toEqual({
        status: 503,
        reason: 'base.storage_gone',
        data: { retry_after: 5 },
      })
    expect(await refused(far.nobody.call(questionPage))).toMatchObject({ status: 503, reason: 'base.storage_gone' })
    await w.as(await w.given.admin()).call(saveGeneralSettings, { body: { name: 'Renamed meanwhile' } })
    await pause(1500)
    await passage.unbar()
    await expect
      .poll(
        () =>
          far
            .as(person)
            .call(askQuestion, { body: lost[0]! })
            .then(
              () => true,
              () => false,
            ),
        { timeout: 15_000 },
      )
      .toBe(true)
    await expect
      .poll(async () => (await far.nobody.call(siteInfo)).general.name, { timeout: 15_000 })
      .toBe('Renamed meanwhile')
    expect(await kept(w, first)).toBe(1)
    await far.close()
    await passage.close()
    w.clock.advance(200) // what it had in hand when it lost its way is free again
    await recovers(lost)
  })

  test("connections cut again and again under load: each call is done or says that it isn't", async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => w.given.member()))
    const drafts = Array.from({ length: 100 }, () => draft(20))
    const calls = drafts.map(async (body, n) => {
      await pause(n * 5)
      return w.as(people[n % 10]!).call(askQuestion, { body })
    })
    const settled = Promise.allSettled(calls)
    for (let n = 0; n < 6; n++) {
      await pause(70)
      await dropConnections()
    }
    const outcomes = await settled
    for (const one of outcomes)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          status: 503,
          reason: expect.stringMatching(/^base\.(storage_gone|overloaded)$/) as string,
        })
    await expect
      .poll(() =>
        w.nobody.call(questionPage).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    for (const [n, body] of drafts.entries()) {
      const before = await kept(w, body)
      if (outcomes[n]!.status === 'fulfilled') expect(before).toBe(1)
      // Cut off between the commit and its answer it may be there: sent again, it is found.
      await w.as(people[n % 10]!).call(askQuestion, { body })
      expect(await kept(w, body)).toBe(1)
    }
    await recovers([])
  })

  test('read-only, as a standby is: writing is refused with the reason, reading goes on', async () => {
    const { id } = await ask(draft())
    await inCluster(`alter database ${name()} set default_transaction_read_only = on`)
    await dropConnections()
    await expect
      .poll(() =>
        w.nobody.call(questionInfo, { query: { id } }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    const body = draft()
    expect(await refused(ask(body))).toMatchObject({ status: 503, reason: 'base.storage_read_only' })
    await inCluster(`alter database ${name()} set default_transaction_read_only = off`)
    await dropConnections()
    await expect
      .poll(() =>
        ask(body).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await recovers([])
  })
})

describe.each(engines)('the world outside (%s)', { timeout: 60_000 }, (engine) => {
  beforeEach(() => begin(engine))

  test("mail that can't be sent waits, and is sent when it can be; nobody who writes notices", async () => {
    const letters: string[] = []
    const post = () =>
      new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        logger: false,
        onData: (stream, _session, done) => {
          let text = ''
          stream.on('data', (part) => {
            text += String(part)
          })
          stream.on('end', () => {
            letters.push(text)
            done()
          })
        },
      })
    const reserved = post()
    await new Promise<void>((done) => void reserved.listen(0, '127.0.0.1', done))
    const { port } = reserved.server.address() as AddressInfo
    await new Promise<void>((done) => {
      reserved.close(done)
    })
    await w.app.transaction(async (tx) => {
      await saveSetting(
        tx.db,
        'smtp',
        {
          from_email: 'desk@example.com',
          from_name: 'Desk',
          smtp_host: '127.0.0.1',
          smtp_port: port,
          encryption: '',
          smtp_username: '',
          smtp_password: '',
          smtp_authentication: false,
        },
        tx.now(),
      )
      await tx.emit('settings.changed', {
        actor_id: 0,
        object_type: 'user',
        object_id: 0,
        question_id: 0,
        name: 'smtp',
      })
    })
    const { access_token } = await w.nobody.call(registerByEmail, {
      body: { name: 'newcomer', e_mail: 'newcomer@example.com', pass: 'a-long-password' },
    })
    expect(access_token).not.toBe('')
    await w.settle()
    const [waiting] = await w.app.db
      .selectFrom('jobs')
      .selectAll()
      .where('effect', '=', 'code.requested/mailCode')
      .execute()
    expect(waiting).toMatchObject({ attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') as string })
    const server = post()
    await new Promise<void>((done) => void server.listen(port, '127.0.0.1', done))
    w.clock.advance(60)
    await w.settle()
    await new Promise<void>((done) => {
      server.close(done)
    })
    expect(letters).toHaveLength(1)
    const code =
      /code=3D([\w-]+(?:=\r\n[\w-]+)*)/.exec(letters[0]!)?.[1]?.replaceAll('=\r\n', '') ??
      /code=([\w-]+)/.exec(letters[0]!)![1]!
    await w.nobody.call(verifyEmail, { body: { code } })
    expect(await findFaults(w.app)).toEqual([])
  })

  test('a clock that is set forward and back, again and again, loses nothing and stops nothing', async () => {
    const t = threads(w)
    const other = await w.given.member({ rank: 3000 })
    let question = await t.ask(person)
    for (const by of [86_400, -90_000, 3600, -3600, 31_536_000, -31_536_000, 7200, -100_000, 50_000, -1]) {
      w.clock.advance(by)
      person = await w.given.member({ rank: 3000 }) // sessions end with the years, as they should
      const writer = await w.given.member({ rank: 3000 })
      const answer = await t.answer(writer, question)
      await t.vote(person, 'up', answer)
      await t.comment(person, answer)
      question = await t.ask(writer, `What time is it, once more, after ${by}?`)
      await t.answer(person, question)
    }
    expect(other.id).toBeGreaterThan(0)
    // Whatever was put off to times that won't come now is brought back when the jobs begin, or see the clock go back.
    w.site.app!.jobs.start()
    await pause(1500)
    w.clock.advance(3601) // as late as a retry may be
    await expect
      .poll(async () => (await w.app.db.selectFrom('jobs').select('id').where('event_id', '>', 0).execute()).length, {
        timeout: 20_000,
      })
      .toBe(0)
    const RAREST = Math.max(...Object.values(timed).map(({ every }) => every))
    w.clock.advance(864_000)
    await pause(1500)
    w.clock.advance(-864_000)
    await expect
      .poll(
        async () =>
          (
            await w.app.db
              .selectFrom('jobs')
              .select('effect')
              .where('run_at', '>', w.clock.now() + RAREST)
              .execute()
          ).length,
        { timeout: 20_000 },
      )
      .toBe(0)
    await w.site.app!.jobs.stop()
    expect(await findFaults(w.app)).toEqual([])
  })
})

test.each([
  [{ code: 'ENOSPC' }, 'full'],
  [{ code: '53100' }, 'full'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'full'],
  [{ code: 'EROFS' }, 'read-only'],
  [{ code: '25006' }, 'read-only'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 1032 }, 'read-only'],
  [{ code: 'ECONNREFUSED' }, 'gone'],
  [{ code: '57P01' }, 'gone'],
  [new Error('Connection terminated unexpectedly'), 'gone'],
  [{ errcode: 778 }, 'gone'],
  [new Error('anything else'), undefined],
  [{ code: '23505' }, undefined],
  [{ errcode: 2067 }, undefined],
  [undefined, undefined],
])('%j is %s', (error, trouble) => {
  w = { close: async () => {} } as World
  expect(storageTrouble(error)).toBe(trouble)
})
