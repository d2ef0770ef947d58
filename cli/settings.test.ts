import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectToRead } from '@askwell/server/db/connect.ts'
import { verifyPassword } from '@askwell/server/lib/passwords.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../server/test/world.ts'
import { askwell } from './test/commands.ts'

const FIRST =
  '--site-name Desk --site-url https://ask.example.org --contact-email desk@example.org --name admin --email admin@example.org --password a-long-password'

describe.each(engines)('an admin without a browser (%s)', { timeout: 120_000 }, (engine) => {
  let place: string[]
  let url: string
  let folder: string
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ url, folder, remove } = await freshDatabase(engine))
    place = ['--data', folder, '--database', url]
    expect(
      (await askwell(['install', ...FIRST.split(/ (?=--)/).flatMap((part) => part.split(/ (.*)/, 2)), ...place]))
        .status,
    ).toBe(0)
  }, 120_000)
  afterAll(() => remove())

  const inDatabase = async <T>(work: (db: ReturnType<typeof connectToRead>['db']) => Promise<T>) => {
    const { db, close } = connectToRead(url)
    try {
      return await work(db)
    } finally {
      await close()
    }
  }
  const last = () =>
    inDatabase((db) =>
      db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    )

  test('reads and changes a setting; bad values are refused with the reason', async () => {
    expect((await askwell(['settings', 'get', 'general.name', ...place])).stdout).toBe('Desk')
    expect(await askwell(['settings', 'set', 'smtp.smtp_port', '587', ...place])).toMatchObject({ status: 0 })
    expect((await askwell(['settings', 'get', 'smtp.smtp_port', ...place])).stdout).toBe('587')
    expect(await last()).toMatchObject({ actor_id: 0, via: 'command', action: 'setting.changed', name: 'smtp' })
    expect(
      (await askwell(['settings', 'set', 'smtp.smtp_password', '-', ...place], { input: 'hidden-from-all\n' })).status,
    ).toBe(0)
    expect((await askwell(['settings', 'get', ...place])).stdout).not.toContain('hidden-from-all')
    expect((await last()).after).not.toContain('hidden-from-all')
    expect((await askwell(['settings', 'set', 'general.name', '2024', ...place])).status).toBe(0)
    expect((await askwell(['settings', 'get', 'general.name', ...place])).stdout).toBe('2024')
    expect(await askwell(['settings', 'set', 'smtp.smtp_port', 'many', ...place])).toMatchObject({ status: 1 })
    expect((await askwell(['settings', 'set', 'smtp.port', '1', ...place])).stderr).toContain('smtp_port')
  })

  test('takes all settings to a file and back, looking first', async () => {
    const file = join(folder, 'settings.yaml')
    expect((await askwell(['settings', 'export', file, ...place])).status).toBe(0)
    writeFileSync(file, readFileSync(file, 'utf8').replace('name: "2024"', 'name: From Git'))
    const dry = await askwell(['settings', 'import', file, '--dry-run', ...place])
    expect(dry.stdout).toContain('+  name: From Git')
    expect((await askwell(['settings', 'get', 'general.name', ...place])).stdout).toBe('2024')
    expect((await askwell(['settings', 'import', file, ...place])).stdout).toContain('Changed: general.')
    expect((await askwell(['settings', 'get', 'general.name', ...place])).stdout).toBe('From Git')
    expect((await askwell(['settings', 'import', file, ...place])).stdout).toContain('Nothing to change')
  })

  test('makes an admin, sets passwords and roles; the last admin stays one', async () => {
    const made = await askwell(['make-admin', '--name', 'Ann', '--email', 'ann@example.org', ...place], {
      input: 'ann-has-a-password\n',
    })
    expect(made).toMatchObject({ status: 0, stdout: 'ann is an admin now.' })
    expect(await last()).toMatchObject({ action: 'user.added', via: 'command' })
    expect((await askwell(['set-role', 'ann', 'moderator', ...place])).status).toBe(0)
    expect((await askwell(['set-role', 'admin', 'user', ...place])).stderr).toContain('only admin')
    expect((await askwell(['set-password', 'ann', '--password', 'another-of-hers', ...place])).status).toBe(0)
    const ann = await inDatabase((db) =>
      db.selectFrom('users').selectAll().where('username', '=', 'ann').executeTakeFirstOrThrow(),
    )
    expect(ann.role_id).toBe(3)
    expect(await verifyPassword('another-of-hers', ann.password_hash)).toBe(true)
    expect((await last()).after).not.toContain('another-of-hers')
    expect((await askwell(['set-password', 'nobody', '--password', 'a-long-password', ...place])).status).toBe(1)
    expect((await askwell(['set-password', 'ann', '--password', 'short', ...place])).status).toBe(1)
  })

  test('tries an import without writing, brings it in, and takes it back', async () => {
    const dump = join(folder, 'old.example')
    mkdirSync(dump)
    const write = (name: string, row: object) => writeFileSync(join(dump, `${name}.jsonl`), JSON.stringify(row))
    write('members', { id: 1, name: 'Wilhelmina', created_at: '2019-01-01' })
    write('questions', { id: 1, title: 'How warm?', text: 'Warm?', member: 1, created_at: '2019-03-01' })
    const origins = () => inDatabase((db) => db.selectFrom('import_mappings').select('key').execute())
    const trial = await askwell(['import', 'jsonl', dump, '--dry-run', ...place])
    expect([trial.status, trial.stdout]).toEqual([0, expect.stringMatching(/questions +1 rows: 1 would come/)])
    expect(await origins()).toEqual([])
    expect((await askwell(['import', 'jsonl', dump, ...place])).stdout).toMatch(/questions +1 rows: 1 brought in/)
    expect(await origins()).toHaveLength(2)
    const undo = ['import', 'undo', 'old.example', ...place]
    expect((await askwell([...undo, '--dry-run'])).stdout).toContain(
      'From old.example would go: 1 questions, 1 members',
    )
    expect(await origins()).toHaveLength(2)
    expect((await askwell(undo)).stdout).toContain('From old.example went: 1 questions, 1 members')
    expect(await origins()).toEqual([])
    expect(await askwell(undo)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Nothing was imported here.'),
    })
  })
})
