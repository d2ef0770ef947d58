import { importDump, type ImportReport, undoImport, type UndoReport, uploadDump } from '@askwell/contract/imports.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { type Task, tasks } from '@askwell/contract/tasks.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { findFaults } from '../../src/features/operations/integrity/service.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { engines, freshDatabase, type TestUser } from '../world.ts'
import { pack } from '../zip.ts'
import { type Killable, startKillable } from './killable.ts'
import { callAs, configOf, seed, UNTIL_DONE } from './many-authors.ts'

const QUESTIONS = 600
const MEMBERS = 400
const KILLS = 3
const PATIENCE = { timeout: 120_000, interval: 20 }

const DATE = 'CreationDate="2020-01-01T00:00:00.000"'
const rows = (count: number, row: (n: number) => string) =>
  `<rows>\n${Array.from({ length: count }, (_, at) => `<row ${row(at + 1)} />`).join('\n')}\n</rows>\n`
/** Each question has one answer and one comment; one tag has a text, which is a post in a dump. */
const DUMP = {
  Tags: rows(1, () => 'Id="1" TagName="beer" Count="1" ExcerptPostId="100001"'),
  Users: rows(MEMBERS, (n) => `Id="${n}" Reputation="5" ${DATE} DisplayName="Drinker ${n}"`),
  Posts: rows(QUESTIONS * 2 + 1, (n) => {
    if (n > QUESTIONS * 2) return `Id="100001" PostTypeId="4" ${DATE} Body="All about beer." OwnerUserId="1" Score="0"`
    const about = `Id="${n}" ${DATE} Score="2" Body="&lt;p&gt;Text ${n}&lt;/p&gt;" OwnerUserId="${(n % MEMBERS) + 1}"`
    return n > QUESTIONS
      ? `${about} PostTypeId="2" ParentId="${n - QUESTIONS}"`
      : `${about} PostTypeId="1" Title="How warm is beer ${n}?" Tags="&lt;beer&gt;" ViewCount="3"`
  }),
  Comments: rows(QUESTIONS, (n) => `Id="${n}" PostId="${n}" Score="0" Text="In which country?" ${DATE} UserId="1"`),
}
const WHOLE = { Tags: 1, Users: MEMBERS, Posts: QUESTIONS * 2 + 1, Comments: QUESTIONS }
const THINGS = Object.values(WHOLE).reduce((sum, count) => sum + count)

const upload = async (site: Killable, { token }: TestUser) => {
  const form = new FormData()
  form.append('source', 'dump')
  const files = Object.entries(DUMP).map(([name, content]) => ({ name: `${name}.xml`, content }))
  form.append('file', new File([new Uint8Array(pack(files))], 'beer.zip'))
  const reply = await fetch(site.base + pathOf(uploadDump), {
    method: uploadDump.method,
    headers: { authorization: token },
    body: form,
  })
  return ((await reply.json()) as { data: string }).data
}

describe.each(engines)('an import from the page (%s)', { timeout: 600_000 }, (engine) => {
  test(`killed ${KILLS} times on its way goes on by itself, brings nothing in twice, and ends with the whole report; so does taking it back`, async () => {
    const place = await freshDatabase(engine)
    const admin = await seed(place, 0)
    const call = callAs(admin)
    const database = connect(place.url)
    const count = async (table: 'import_mappings' | 'posts' | 'comments' | 'users') =>
      (
        await database.read
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count
    const cameIn = () => count('import_mappings')
    const figures = async () => [await count('posts'), await count('comments'), await count('users')] as const
    const [posts, comments, users] = await figures()
    let site = await startKillable(place)
    try {
      const name = await upload(site, admin)
      await call(site, importDump, { body: { source: 'upload', name, site: 'beer' } })
      const run = async () => (await call<Task[]>(site, tasks, { query: '?kind=import_dump' }))[0]!
      for (let kill = 0; kill < KILLS; kill++) {
        const before = await cameIn()
        await expect.poll(cameIn, PATIENCE).toBeGreaterThan(before)
        await site.kill()
        expect(await cameIn()).toBeLessThan(THINGS)
        // On PostgreSQL the next process would wait until the lease of the dead one is over.
        if (engine === 'postgres') await sql`update tasks set locked_until = 0`.execute(database.write)
        site = await startKillable(place)
      }
      await expect.poll(async () => (await run()).status, UNTIL_DONE).toBe('done')
      const { files, complaints } = (await run()).result as ImportReport
      expect([
        Object.fromEntries(files.map(({ file, added }) => [file, added])),
        files.map(({ present }) => present),
        complaints,
      ]).toEqual([WHOLE, [0, 0, 0, 0], []])
      expect(await cameIn()).toBe(THINGS)
      expect(await figures()).toEqual([posts + QUESTIONS * 2, comments + QUESTIONS, users + MEMBERS])
      expect(site.complaints()).toBe('')
      const faults = () => findFaults({ db: database.read, config: configOf(place.folder), clock: systemClock })
      await expect.poll(faults, UNTIL_DONE).toEqual([])

      await call(site, undoImport, { body: { site: 'beer' } })
      const undo = async () => (await call<Task[]>(site, tasks, { query: '?kind=undo_import' }))[0]!
      for (let kill = 0; kill < KILLS; kill++) {
        const before = await cameIn()
        await expect.poll(cameIn, PATIENCE).toBeLessThan(before)
        await site.kill()
        expect(await cameIn()).toBeGreaterThan(0)
        if (engine === 'postgres') await sql`update tasks set locked_until = 0`.execute(database.write)
        site = await startKillable(place)
      }
      await expect.poll(async () => (await undo()).status, UNTIL_DONE).toBe('done')
      expect((await undo()).result).toMatchObject({
        questions: QUESTIONS,
        answers: QUESTIONS,
        comments: QUESTIONS,
        members: MEMBERS,
        kept_questions: 0,
        kept_members: 0,
      } satisfies Partial<UndoReport>)
      expect([await cameIn(), await figures()]).toEqual([0, [posts, comments, users]])
      await expect.poll(faults, UNTIL_DONE).toEqual([])
    } finally {
      await site.kill()
      await database.close()
      await place.remove()
    }
  })
})
