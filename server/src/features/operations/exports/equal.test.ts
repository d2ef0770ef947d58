import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { follow } from '@askwell/contract/follows.ts'
import { saveGeneralSettings } from '@askwell/contract/site-settings.ts'
import { operateQuestion } from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scene } from '../../../../test/matrix/cast.ts'
import { type Engine, engines, freshDatabase, type TestUser, type World, world } from '../../../../test/world.ts'
import { connect, connectToRead } from '../../../db/connect.ts'
import { atOneMoment, lastIds, type Row, rowsOf, type Table } from '../../../db/rows.ts'
import { insertJobs } from '../../../events/queries.ts'
import { OWNER } from '../../../db/tables.ts'
import { restoreBackup } from '../backups/restore-backup.ts'
import { upsertUserSettings } from '../plugins/queries.ts'
import { findStored, listStoredOfUser } from '../plugins/storage/queries.ts'
import { saveSetting } from '../settings/queries.ts'
import { membersOf, verifyRows } from './open-rows.ts'
import { writeExport } from './write-export.ts'

const CREDENTIALS = 'it lets somebody in'
const PASSING = 'it is over before it could be brought anywhere'
const MADE_ANEW = 'it is made of the texts, after the import'

/** Tables that an imported site has none of, and why. */
const EXCEPTIONS: Partial<Record<Table, string>> = {
  sessions: CREDENTIALS,
  api_tokens: CREDENTIALS,
  passkeys: CREDENTIALS,
  one_time_secrets: CREDENTIALS,
  recovery_codes: CREDENTIALS,
  push_subscriptions: 'browsers belong to the key of the old site',
  codes: PASSING,
  challenges: PASSING,
  sign_ins: PASSING,
  external_profiles: PASSING,
  captchas: PASSING,
  idempotency_keys: PASSING,
  jobs: 'what was due is done by the old site, and e-mails would go out twice',
  tasks: 'long work was under way on another machine',
  sent_emails: 'it notes what one mail server answered',
  search_state: MADE_ANEW,
  search_vocabulary: MADE_ANEW,
  search_vectors: MADE_ANEW,
  search_generations: MADE_ANEW,
}

/** Within rows: what is secret there. */
const without = (table: Table, row: Row): Row | undefined => {
  if (table === 'users') return { ...row, password_hash: null }
  if (table === 'member_settings') return { ...row, secrets: '{}' }
  if (table === 'plugin_storage' && String(row.key).startsWith('secret:')) return undefined
  if (table !== 'settings') return row
  if (/^(secret|vapid|probe|plugin:.*)$/.test(String(row.name))) return undefined
  const value = JSON.parse(String(row.value)) as Record<string, unknown>
  for (const name of ['smtp_password', 's3_access_key', 's3_secret_key', 'embeddings_secret'])
    if (typeof value === 'object' && value?.[name]) value[name] = ''
  return { ...row, value: JSON.stringify(value) }
}

const everything = async (url: string) => {
  const { db, close } = connectToRead(url)
  try {
    return await atOneMoment(db, async (tx) => {
      const tables: Partial<Record<Table, Row[]>> = {}
      for (const table of Object.keys(OWNER) as Table[]) {
        const rows: Row[] = []
        for await (const batch of rowsOf(tx, table)) rows.push(...batch)
        tables[table] = rows
      }
      return { tables, last: await lastIds(tx) }
    })
  } finally {
    await close()
  }
}

describe.each(engines)('a private export (%s)', (engine) => {
  let w: World
  let member: TestUser
  const top = mkdtempSync(join(tmpdir(), 'askwell-equal-'))
  const folder = join(top, 'export')
  const SECRETS = [
    'the-mail-password',
    'the-site-secret',
    'the-plugin-secret',
    'the-s3-secret',
    'the-stored-token',
    'the-members-key',
  ]
  beforeAll(async () => {
    w = await world(engine)
    const s = await scene(w)
    member = s.cast.member
    await s.t.vote(s.cast.privileged, 'up', s.answer)
    await s.t.accept(s.cast.author, s.question, s.answer)
    await w.as(s.cast.member).call(follow, { body: { object_id: s.question, is_cancel: false } })
    await w.as(s.cast.admin).call(operateQuestion, { body: { id: s.question, operation: 'pin' } })
    await w
      .as(s.cast.admin)
      .call(saveGeneralSettings, { body: { short_description: 'Ünïcode „𝔘“ \u2028 and "quotes"' } })
    await s.t.ask(s.cast.author, 'Was ist „日本語“ \\ here?', ['support'])
    await w.app.transaction(async ({ db, now }) => {
      await saveSetting(db, 'smtp', { smtp_host: 'mail.example', smtp_password: SECRETS[0] }, now())
      await saveSetting(db, 'vapid', { private: SECRETS[1] }, now())
      await saveSetting(db, 'plugin:google', { client_secret: SECRETS[2] }, now())
      const kept = { plugin: 'club', user_id: 0, bytes: 100, updated_at: 1 }
      await db
        .insertInto('plugin_storage')
        .values([
          { ...kept, key: 'meetings', value: JSON.stringify({ list: ['Ünïcode „𝔘“', 'of the site'] }) },
          { ...kept, key: `coming:${s.cast.member.id}`, user_id: s.cast.member.id, value: '"of a member"' },
          { ...kept, key: 'secret:login', value: JSON.stringify(SECRETS[4]) },
          { ...kept, plugin: 'club#accounts', key: 'abc-1', user_id: s.cast.member.id, value: '{"userName":"x"}' },
        ])
        .execute()
      await upsertUserSettings(db, {
        user_id: s.cast.member.id,
        plugin: 'club',
        value: { title: 'Chief' },
        secrets: { key: SECRETS[5] },
        updated_at: 1,
      })
      await saveSetting(db, 'backup_schedule', { s3_bucket: 'kept', s3_secret_key: SECRETS[3] }, now())
    })
    mkdirSync(join(w.folder, 'uploads/post'), { recursive: true })
    writeFileSync(join(w.folder, 'uploads/post/a.png'), 'a picture')
    await w.settle()
    const due = { effect: 'email.requested/sendEmail', event_id: 1, payload: '{}', run_at: 9_000_000_000 }
    await w.app.transaction((tx) => insertJobs(tx.db, [due]))
    const { db, close } = connectToRead(w.url)
    await writeExport(db, {
      folder,
      config: w.app.config,
      scope: 'private',
      format: 'all',
      version: '0.1.0',
      now: 1_790_000_000,
      onProgress: () => {},
    }).finally(() => void close())
  })
  afterAll(async () => {
    rmSync(top, { recursive: true, force: true })
    await w.close()
  })
  const imported = async <T>(other: Engine, look: (place: { url: string; folder: string }) => Promise<T>) => {
    const fresh = await freshDatabase(other)
    const database = connect(fresh.url)
    try {
      const manifest = await verifyRows(folder)
      await restoreBackup(database, {
        file: folder,
        data: fresh.folder,
        manifest,
        members: membersOf(folder, manifest),
      })
      return await look(fresh)
    } finally {
      await database.close()
      await fresh.remove()
    }
  }

  test.each(engines)('is read back into an equal site on %s', { timeout: 60_000 }, async (other) => {
    const before = await everything(w.url)
    await imported(other, async ({ url, folder: data }) => {
      const after = await everything(url)
      expect(Object.keys(after.tables)).toEqual(Object.keys(before.tables))
      for (const table of Object.keys(OWNER) as Table[]) {
        const expected =
          table in EXCEPTIONS
            ? []
            : before.tables[table]!.map((row) => without(table, row)).filter((row) => row !== undefined)
        expect([table, after.tables[table]]).toEqual([table, expected])
      }
      // No number is given twice.
      for (const [table, last] of Object.entries(before.last))
        if (!(table in EXCEPTIONS)) expect([table, after.last[table]]).toEqual([table, last])
      expect(readFileSync(join(data, 'uploads/post/a.png'), 'utf8')).toBe('a picture')
    })
    const full: Table[] = ['users', 'posts', 'votes', 'comments', 'events', 'reputation_entries', 'follows', 'jobs']
    for (const table of [...full, 'plugin_storage' as const, 'member_settings' as const])
      expect([table, before.tables[table]!.length > 0]).toEqual([table, true])
  })

  test.each(engines)('brings what plugins keep along, of the site and of its members, on %s', async (other) => {
    await imported(other, async ({ url }) => {
      const { db, close } = connectToRead(url)
      try {
        expect(await findStored(db, 'club', 'meetings')).toEqual({ list: ['Ünïcode „𝔘“', 'of the site'] })
        expect(await findStored(db, 'club', 'secret:login')).toBeUndefined()
        const { id } = await db
          .selectFrom('users')
          .select('id')
          .where('username', '=', member.username)
          .executeTakeFirstOrThrow()
        expect(await listStoredOfUser(db, id)).toMatchObject([
          { plugin: 'club', key: `coming:${member.id}`, value: 'of a member' },
          { plugin: 'club#accounts', key: 'abc-1' },
        ])
      } finally {
        await close()
      }
    })
  })

  test('holds no password and no secret, in no file', () => {
    const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n')
    for (const secret of [...SECRETS, w.site.secret, 'argon2']) expect(texts).not.toContain(secret)
    for (const kept of ['mail.example', 'of the site', 'of a member']) expect(texts).toContain(kept)
  })

  test('that was changed on its way is refused before anything comes in', async () => {
    const file = join(folder, 'rows/users.jsonl')
    const whole = readFileSync(file, 'utf8')
    writeFileSync(file, whole.replace('"role_id":1', '"role_id":2'))
    await expect(verifyRows(folder)).rejects.toMatchObject({ reason: 'error.backup.damaged_contents' })
    writeFileSync(file, whole)
    await expect(verifyRows(top)).rejects.toMatchObject({ reason: 'error.export.no_rows' })
  })
})
