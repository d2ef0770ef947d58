import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectToRead } from '@askwell/server/db/connect.ts'
import { verifyPassword } from '@askwell/server/lib/passwords.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../server/test/world.ts'

const askwell = (args: string[], input = '') => {
  const { ASKWELL_TEST_POSTGRES: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    encoding: 'utf8',
    env,
    input,
  })
  return { status, stdout: stdout.trim(), stderr: stderr.trim() }
}

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
      askwell(['install', ...FIRST.split(/ (?=--)/).flatMap((part) => part.split(/ (.*)/, 2)), ...place]).status,
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
    expect(askwell(['settings', 'get', 'general.name', ...place]).stdout).toBe('Desk')
    expect(askwell(['settings', 'set', 'smtp.smtp_port', '587', ...place])).toMatchObject({ status: 0 })
    expect(askwell(['settings', 'get', 'smtp.smtp_port', ...place]).stdout).toBe('587')
    expect(await last()).toMatchObject({ actor_id: 0, via: 'command', action: 'setting.changed', name: 'smtp' })
    expect(askwell(['settings', 'set', 'smtp.smtp_password', '-', ...place], 'hidden-from-all\n').status).toBe(0)
    expect(askwell(['settings', 'get', ...place]).stdout).not.toContain('hidden-from-all')
    expect((await last()).after).not.toContain('hidden-from-all')
    expect(askwell(['settings', 'set', 'general.name', '2024', ...place]).status).toBe(0)
    expect(askwell(['settings', 'get', 'general.name', ...place]).stdout).toBe('2024')
    expect(askwell(['settings', 'set', 'smtp.smtp_port', 'many', ...place])).toMatchObject({ status: 1 })
    expect(askwell(['settings', 'set', 'smtp.port', '1', ...place]).stderr).toContain('smtp_port')
  })

  test('takes all settings to a file and back, looking first', () => {
    const file = join(folder, 'settings.yaml')
    expect(askwell(['settings', 'export', file, ...place]).status).toBe(0)
    writeFileSync(file, readFileSync(file, 'utf8').replace('name: "2024"', 'name: From Git'))
    const dry = askwell(['settings', 'import', file, '--dry-run', ...place])
    expect(dry.stdout).toContain('+  name: From Git')
    expect(askwell(['settings', 'get', 'general.name', ...place]).stdout).toBe('2024')
    expect(askwell(['settings', 'import', file, ...place]).stdout).toContain('Changed: general.')
    expect(askwell(['settings', 'get', 'general.name', ...place]).stdout).toBe('From Git')
    expect(askwell(['settings', 'import', file, ...place]).stdout).toContain('Nothing to change')
  })

  test('makes an admin, sets passwords and roles; the last admin stays one', async () => {
    const made = askwell(
      ['make-admin', '--name', 'Ann', '--email', 'ann@example.org', ...place],
      'ann-has-a-password\n',
    )
    expect(made).toMatchObject({ status: 0, stdout: 'ann is an admin now.' })
    expect(await last()).toMatchObject({ action: 'user.added', via: 'command' })
    expect(askwell(['set-role', 'ann', 'moderator', ...place]).status).toBe(0)
    expect(askwell(['set-role', 'admin', 'user', ...place]).stderr).toContain('only admin')
    expect(askwell(['set-password', 'ann', '--password', 'another-of-hers', ...place]).status).toBe(0)
    const ann = await inDatabase((db) =>
      db.selectFrom('users').selectAll().where('username', '=', 'ann').executeTakeFirstOrThrow(),
    )
    expect(ann.role_id).toBe(3)
    expect(await verifyPassword('another-of-hers', ann.password_hash)).toBe(true)
    expect((await last()).after).not.toContain('another-of-hers')
    expect(askwell(['set-password', 'nobody', '--password', 'a-long-password', ...place]).status).toBe(1)
    expect(askwell(['set-password', 'ann', '--password', 'short', ...place]).status).toBe(1)
  })

  test('tries an import without writing, brings it in, and takes it back', async () => {
    const dump = join(folder, 'old.example')
    mkdirSync(dump)
    const write = (name: string, row: object) => writeFileSync(join(dump, `${name}.jsonl`), JSON.stringify(row))
    write('members', { id: 1, name: 'Wilhelmina', created_at: '2019-01-01' })
    write('questions', { id: 1, title: 'How warm?', text: 'Warm?', member: 1, created_at: '2019-03-01' })
    const origins = () => inDatabase((db) => db.selectFrom('import_mappings').select('key').execute())
    const trial = askwell(['import', 'jsonl', dump, '--dry-run', ...place])
    expect([trial.status, trial.stdout]).toEqual([0, expect.stringMatching(/questions +1 rows: 1 would come/)])
    expect(await origins()).toEqual([])
    expect(askwell(['import', 'jsonl', dump, ...place]).stdout).toMatch(/questions +1 rows: 1 brought in/)
    expect(await origins()).toHaveLength(2)
    const undo = ['import', 'undo', 'old.example', ...place]
    expect(askwell([...undo, '--dry-run']).stdout).toContain('From old.example would go: 1 questions, 1 members')
    expect(await origins()).toHaveLength(2)
    expect(askwell(undo).stdout).toContain('From old.example went: 1 questions, 1 members')
    expect(await origins()).toEqual([])
    expect(askwell(undo)).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was imported here.') })
  })
})
