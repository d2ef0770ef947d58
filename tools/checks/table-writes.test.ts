import { expect, test } from 'vitest'
import { foreignWrites, unownedTables } from './table-writes.ts'

const OWNER = { votes: 'engagement/votes', posts: 'content/posts', events: 'events' }
const found = (path: string, code: string) => foreignWrites(new Map([[path, code]]), OWNER)

test.each([
  [
    'server/src/features/content/posts/queries.ts',
    `db.insertInto('votes').values(vote)`,
    'writes votes, which belongs to engagement/votes',
  ],
  [
    'server/src/features/engagement/votes/effects.ts',
    `tx.db.updateTable('posts as p').set({})`,
    'writes posts, which belongs to content/posts',
  ],
  [
    'server/src/features/engagement/votes/queries.ts',
    'sql`update posts set score = 1`',
    'writes posts, which belongs to content/posts',
  ],
  ['server/src/http/auth/request-auth.ts', `db.deleteFrom('votes')`, 'writes votes, which belongs to engagement/votes'],
  ['cli/commands/import.ts', `db.insertInto('posts')`, 'writes posts, which belongs to content/posts'],
  ['server/src/features/engagement/votes/queries.ts', `db.insertInto('notes')`, 'writes notes, which has no owner'],
  ['server/src/features/engagement/votes/queries.ts', `db.insertInto(table)`, 'named only at run time'],
])('%s may not say: %s', (path, code, why) => expect(found(path, code)).toEqual([expect.stringContaining(why)]))

test.each([
  ['server/src/features/engagement/votes/queries.ts', `db.insertInto('votes').values(vote)`],
  ['server/src/events/queries.ts', `db.insertInto('events').values(event)`],
  ['server/src/features/engagement/votes/queries.ts', `db.selectFrom('posts').selectAll()`],
  ['server/src/db/migrate.ts', `db.insertInto('votes')`],
  ['server/src/features/content/posts/posts.test.ts', `db.insertInto('votes')`],
])('%s may say: %s', (path, code) => expect(found(path, code)).toEqual([]))

test('every table has an owner, and every owner a table', () => {
  const tables = (names: string) => new Map([['server/src/db/tables.ts', `export interface DB { ${names} }`]])
  expect(unownedTables(tables('votes: {}; posts: {}; events: {}'), OWNER)).toEqual([])
  expect(unownedTables(tables('votes: {}; posts: {}; badges: {}'), OWNER)).toEqual([
    'the table badges has no owner in OWNER',
    "OWNER names the table events, which doesn't exist",
  ])
})
