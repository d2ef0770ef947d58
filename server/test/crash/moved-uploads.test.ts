import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { moveUploads } from '@askwell/contract/storage.ts'
import { type Task, tasks } from '@askwell/contract/tasks.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { ON_DISK, saveUploadStorage } from '../../src/features/operations/files/stores/of-site.ts'
import { startFakeS3 } from '../fake-s3.ts'
import { engines, freshDatabase } from '../world.ts'
import { startKillable } from './killable.ts'
import { callAs, seed, UNTIL_DONE } from './many-authors.ts'

const FILES = 120
const KILLS = 2
const PATIENCE = { timeout: 120_000, interval: 20 }
const READ_AT_ONCE = 10

describe.each(engines)('moving uploads (%s)', { timeout: 300_000 }, (engine) => {
  test(`killed ${KILLS} times on its way there and back goes on by itself; every file can be read all along, and lies in one place at the end`, async () => {
    const place = await freshDatabase(engine)
    const s3 = await startFakeS3({ accessKey: 'key', bucket: 'attic' })
    const call = callAs(await seed(place, 1))
    const database = connect(place.url)
    const contents = new Map<string, Buffer>()
    mkdirSync(join(place.folder, 'uploads/avatar'), { recursive: true })
    for (let n = 0; n < FILES; n++) {
      const path = `avatar/file-${n}.png`
      contents.set(path, randomBytes(2000 + n))
      writeFileSync(join(place.folder, 'uploads', path), contents.get(path)!)
    }
    const rows = [...contents].map(([path, { length }]) => ({ path, bytes: length }))
    const about = { user_id: 1, source: 'avatar', mime: 'image/png', width: 8, height: 8, created_at: 1, deleted_at: 0 }
    await database.write
      .insertInto('files')
      .values(rows.map((row) => ({ ...row, ...about })))
      .execute()
    await saveUploadStorage(
      database.write,
      {
        ...ON_DISK,
        s3_endpoint: s3.endpoint,
        s3_bucket: 'attic',
        s3_access_key: 'key',
        s3_secret_key: 'secret',
      },
      1,
    )
    s3.now.trouble = { late: 15 }
    const started = () => startKillable({ ...place, settings: { ASKWELL_S3_PRIVATE: 'on' } })
    let site = await started()
    const run = async () => (await call<Task[]>(site, tasks, { query: '?kind=move_uploads' }))[0]!
    const moved = async (to: 'disk' | 's3') =>
      (
        await database.read
          .selectFrom('files')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('storage', '=', to)
          .executeTakeFirstOrThrow()
      ).count
    const readAll = async () => {
      const files = [...contents]
      for (let at = 0; at < FILES; at += READ_AT_ONCE)
        await Promise.all(
          files.slice(at, at + READ_AT_ONCE).map(async ([path, bytes]) => {
            const response = await fetch(`${site.base}/uploads/${path}`)
            expect([path, response.status]).toEqual([path, 200])
            expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
          }),
        )
    }
    const onDisk = () => readdirSync(join(place.folder, 'uploads/avatar')).length
    try {
      for (const to of ['s3', 'disk'] as const) {
        await call(site, moveUploads, { body: { to } })
        for (let kill = 0; kill < KILLS; kill++) {
          const before = await moved(to)
          await expect.poll(() => moved(to), PATIENCE).toBeGreaterThan(before)
          await site.kill()
          expect(await moved(to)).toBeLessThan(FILES)
          // On PostgreSQL the next process would wait until the lease of the dead one is over.
          if (engine === 'postgres') await sql`update tasks set locked_until = 0`.execute(database.write)
          site = await started()
        }
        await readAll()
        await expect.poll(async () => (await run()).status, UNTIL_DONE).toBe('done')
        expect([await moved(to), (await run()).result]).toEqual([FILES, expect.objectContaining({ missing: 0 })])
        expect([onDisk(), s3.objects.size]).toEqual(to === 's3' ? [0, FILES] : [FILES, 0])
        await readAll()
      }
      expect(site.complaints()).toBe('')
      expect(existsSync(join(place.folder, 'uploads'))).toBe(true)
    } finally {
      await site.kill()
      await s3.close()
      await database.close()
      await place.remove()
    }
  })
})
