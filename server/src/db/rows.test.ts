import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../test/world.ts'
import { connect, connectToRead, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { atOneMoment, countRows, BACKUP_TABLES, rowsOf } from './rows.ts'
import { OWNER } from './tables.ts'

describe.each(engines)('all rows as they are (%s)', (engine) => {
  let database: Database
  let reader: ReturnType<typeof connectToRead>
  let remove: () => Promise<void>
  beforeAll(async () => {
    const fresh = await freshDatabase(engine)
    remove = fresh.remove
    database = connect(fresh.url)
    await migrate(database.write)
    reader = connectToRead(fresh.url)
  })
  afterAll(async () => {
    await reader.close()
    await database.close()
    await remove()
  })
  const put = (names: string[]) =>
    database.write
      .insertInto('settings')
      .values(names.map((name) => ({ name, value: '"x"', updated_at: 1 })))
      .execute()
  const names = async (db: typeof reader.db) => {
    const found: unknown[] = []
    for await (const batch of rowsOf(db, 'settings')) found.push(...batch.map(({ name }) => name))
    return found
  }

  test('are those of one moment, whatever is written meanwhile', async () => {
    await put(['before'])
    await atOneMoment(reader.db, async (tx) => {
      expect(await names(tx)).toEqual(['before'])
      await put(['meanwhile'])
      expect([await names(tx), await countRows(tx, 'settings')]).toEqual([['before'], 1])
    })
    expect(await atOneMoment(reader.db, names)).toEqual(['before', 'meanwhile'])
  })

  test('come in one order on both engines, more of them than fit into one batch', async () => {
    await put([
      'Zebra',
      'apple',
      'Äpfel',
      'zebra',
      'a b',
      'a-b',
      'a_b',
      '日本',
      ...Array.from({ length: 2500 }, (_, n) => `n${n}`),
    ])
    const found = await atOneMoment(reader.db, names)
    expect(found).toEqual([...found].sort((a, b) => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))))
    expect(found).toHaveLength(2510)
  })

  test('each table is either kept or left out on purpose', () => {
    const left = Object.keys(OWNER)
      .filter((table) => !(BACKUP_TABLES as string[]).includes(table))
      .sort()
    expect(left).toEqual([
      'api_tokens',
      'captchas',
      'challenges',
      'codes',
      'external_profiles',
      'idempotency_keys',
      'plugin_deliveries',
      'search_generations',
      'search_state',
      'search_vectors',
      'search_vocabulary',
      'sent_emails',
      'sessions',
      'sign_ins',
      'tasks',
    ])
  })
})
