import type { Kysely} from 'kysely';
import { sql } from 'kysely'
import { alone, type Db } from './dialect.ts'
import * as first from './migrations/0001-first.ts'

/** In order, for ever: a step that has been run anywhere is never changed. */
const STEPS: { name: string; up: (db: Kysely<any>) => Promise<void> }[] = [
  { name: '0001-first', up: first.up },
]

const applied = async (db: Kysely<any>) =>
  (await db.selectFrom('migrations').select('name').execute()).map((row) => (row).name)

/** Brings the schema up to date. The lock comes before the version is read, so two processes that start together don't both run a step. */
export const migrate = async (write: Db) => {
  const db = write as unknown as Kysely<any>
  await db.transaction().execute(async (tx) => {
    await alone(tx, 'migrations')
    await sql`create table if not exists migrations (name varchar(100) primary key, applied_at integer not null)`.execute(tx)
  })
  for (const step of STEPS) {
    await db.transaction().execute(async (tx) => {
      await alone(tx, 'migrations')
      if ((await applied(tx)).includes(step.name)) return
      await step.up(tx)
      await tx.insertInto('migrations').values({ name: step.name, applied_at: Math.floor(Date.now() / 1000) }).execute()
    })
  }
}
