import { type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import { insertMany } from '../../src/db/insert-many.ts'
import type { Config } from '../../src/config.ts'
import { installSite } from '../../src/features/operations/installation/service.ts'
import { createApi } from '../../src/http/api/perform.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createRuntime } from '../../src/runtime.ts'
import { giveMember } from '../people.ts'
import { FIRST_SITE, type TestUser } from '../world.ts'
import type { Killable } from './killable.ts'

export const AUTHORS = 1500

/** For what a task ends with: to ask more often than that is more work than the task. */
export const UNTIL_DONE = { timeout: 120_000, interval: 250 }

export const configOf = (folder: string): Config => ({
  host: '127.0.0.1',
  port: 0,
  data: folder,
  database: '',
  databaseGiven: false,
  limits: 0,
  log: 'silent',
  dev: false,
})

/** Authors of one question each, with ten upvotes from elsewhere; nobody was there to award anything. */
export const seed = async ({ folder, url }: { folder: string; url: string }, authors = AUTHORS): Promise<TestUser> => {
  const runtime = createRuntime(configOf(folder), createApi([]), { clock: systemClock })
  await runtime.open(url)
  await installSite(runtime, FIRST_SITE)
  const app = runtime.app!
  const admin = await giveMember(runtime).admin()
  const { last } = await app.db
    .selectFrom('posts')
    .select(({ fn }) => fn.max<number>('id').as('last'))
    .executeTakeFirstOrThrow()
  const numbers = Array.from({ length: authors }, (_, at) => at + 1)
  await app.transaction(async ({ db }) => {
    await insertMany(
      db,
      'users',
      numbers.map((n) => ({
        id: 1000 + n,
        username: `author${n}`,
        display_name: `Author ${n}`,
        rank: 1,
        role_id: 1,
        status: 1,
        mail_status: 1,
        created_at: 1,
      })),
    )
    await insertMany(
      db,
      'posts',
      numbers.map((n) => ({
        id: last + n,
        kind: 'question',
        question_id: last + n,
        user_id: 1000 + n,
        title: `Question ${n}`,
        url_title: `question-${n}`,
        status: 1,
        show: 1,
        pin: 1,
        score: 10,
        carried_score: 10,
        created_at: 1,
      })),
    )
  })
  await runtime.close()
  return admin
}

export const callAs =
  ({ token }: TestUser) =>
  async <T>(site: Killable, endpoint: Endpoint, { body, query = '' }: { body?: unknown; query?: string } = {}) => {
    const response = await fetch(`${site.base}${pathOf(endpoint)}${query}`, {
      method: endpoint.method,
      headers: { authorization: token, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return ((await response.json()) as { data: T }).data
  }
