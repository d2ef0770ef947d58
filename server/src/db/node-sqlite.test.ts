import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { NodeSqlite } from './node-sqlite.ts'
import { nodeSqliteDialect } from './sqlite-dialect.ts'

test('a transaction goes on after the search index has written rows whose ids no number holds', async () => {
  const db = new Kysely<object>({ dialect: nodeSqliteDialect(new NodeSqlite(':memory:', { readOnly: false })) })
  await sql`create virtual table words using fts5(body, content = '', contentless_delete = 1)`.execute(db)
  await sql`insert into words (rowid, body) values (1, 'one'), (2, 'two')`.execute(db)
  await db.transaction().execute(async (tx) => {
    for (const id of [2, 1]) await sql`delete from words where rowid = ${id}`.execute(tx)
  })
  const { numAffectedRows } = await db
    .transaction()
    .execute((tx) => sql`insert into words (rowid, body) values (3, 'three')`.execute(tx))
  expect(numAffectedRows).toBe(1n)
  await db.destroy()
})
