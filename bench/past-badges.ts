import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { awardPast } from '@askwell/contract/badges.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { type Task, tasks } from '@askwell/contract/tasks.ts'
import pg from 'pg'
import { login } from './cases.ts'
import { makeSite, processorSeconds, residentMegabytes, startSite } from './servers.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '1000000' },
    users: { type: 'string', default: '20000' },
    database: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const USAGE = 'npm run past-badges -- [--posts 1000000] [--users 20000] [--database postgres://…]'

const LOOK_MS = 20
const ASK_MS = 500
/** Above the ids that a new site has. */
const FIRST = 1000

/** Runs statements in whichever database the site has. */
const opened = async (database: string | undefined, data: string) => {
  if (database) {
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    return { run: async (statement: string) => void (await client.query(statement)), close: () => client.end() }
  }
  const file = new DatabaseSync(join(data, 'askwell.db'))
  return { run: async (statement: string) => file.exec(statement), close: async () => file.close() }
}

/** Users and posts by the formula of their number: a few have very many posts and upvotes, most have few. */
const fill = async (database: string | undefined, data: string, posts: number, users: number) => {
  const { run, close } = await opened(database, data)
  const numbers = (to: number) => `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${to})`
  await run('begin')
  await run(`insert into users (id, username, display_name, rank, role_id, status, mail_status, created_at)
    ${numbers(users)} select ${FIRST} + i, 'u' || i, 'User ' || i, 1, 1, 1, 1, 1700000000 + i from n`)
  await run(`insert into posts (id, kind, question_id, user_id, title, url_title, status, show, pin, score, carried_score, view_count, created_at)
    ${numbers(posts)} select ${FIRST} + i, case when i % 3 = 1 then 'question' else 'answer' end, ${FIRST} + i - (i + 2) % 3,
      ${FIRST} + 1 + (i % 1000) * (i % ${Math.ceil(users / 1000)} + 1) % ${users}, '', '', 1, 1, 1,
      i % 60, case when i % 7 = 0 then i % 60 else 1 end, i % 6000, 1700000000 + i from n`)
  await run(`insert into votes (post_id, user_id, direction, created_at)
    ${numbers(Math.ceil(posts / 2))} select ${FIRST} + 1 + (i * 7) % ${posts}, ${FIRST} + 1 + (i * 13) % ${users}, 'up', 1700000000 + i
    from n where true on conflict do nothing`)
  await run('commit')
  await run('analyze')
  await close()
}

const bench = async () => {
  if (values.help) return console.log(USAGE)
  const [posts, users] = [Number(values.posts), Number(values.users)]
  const made = makeSite(undefined, values.database)
  console.error(`writing ${posts} posts of ${users} users`)
  await fill(values.database, made.data, posts, users)
  const site = await startSite(made.data, values.database)
  try {
    const token = await login(site.base, made.login)
    const headers = { authorization: token, 'content-type': 'application/json' }
    const run = async () => {
      const response = await fetch(`${site.base}${pathOf(tasks)}?kind=award_past_badges`, { headers })
      return ((await response.json()) as { data: Task[] }).data[0]!
    }
    const used = processorSeconds(site.pid)
    const began = performance.now()
    await fetch(site.base + pathOf(awardPast), { method: 'POST', headers, body: '{}' })
    let longest = 0
    let asked = 0
    for (let last = 0; ;) {
      const at = performance.now()
      await (await fetch(`${site.base}/healthz`)).arrayBuffer()
      longest = Math.max(longest, performance.now() - at)
      asked++
      if (at - last > ASK_MS) {
        last = at
        const { status, error, done, total, result } = await run()
        process.stderr.write(`\r${done} of ${total}   `)
        if (status === 'done') {
          const seconds = (performance.now() - began) / 1000
          console.log(`
| posts | users | awards | seconds | processor seconds | longest wait of /healthz | memory |
|---|---|---|---|---|---|---|
| ${posts} | ${users} | ${(result as { awards: number }).awards} | ${seconds.toFixed(1)} | ${((processorSeconds(site.pid) ?? 0) - (used ?? 0)).toFixed(1)} | ${longest.toFixed(0)} ms of ${asked} | ${residentMegabytes(site.pid)?.toFixed(0)} MB |`)
          return
        }
        if (status === 'failed') throw new Error(error)
      }
      await new Promise((resume) => setTimeout(resume, LOOK_MS))
    }
  } finally {
    site.stop()
    made.remove()
  }
}

await bench()
