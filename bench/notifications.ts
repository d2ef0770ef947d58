import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { writeAnswer } from '@askwell/contract/answers.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { notificationGroups, notifications, notificationStatus } from '@askwell/contract/notifications.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import { bareCase, login } from './cases.ts'
import { makeSite, processorSeconds, startBare, startLoad, startSite } from './servers.ts'
import { printTable, type Round } from './table.ts'

// On SQLite, since the figures of the database's own work are then those of one process.

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '50000' },
    followers: { type: 'string', default: '100000' },
    notifications: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
  },
})
const [USERS, FOLLOWERS, NOTIFICATIONS] = [values.users, values.followers, values.notifications].map(Number) as [
  number,
  number,
  number,
]

const now = Math.floor(Date.now() / 1000)

/** Users who have a session each, and among them one with a very full inbox. */
const fill = (file: string) => {
  const db = new DatabaseSync(file)
  const tokens: string[] = []
  db.exec('begin')
  const user = db.prepare(
    `insert into users (username, display_name, e_mail, status, mail_status, role_id, rank, created_at) values (?, ?, ?, 1, 1, 1, 1, ?) returning id`,
  )
  const session = db.prepare(
    `insert into sessions (token_hash, user_id, browser, system, network, created_at, used_at, expires_at) values (?, ?, '', '', '', ?, ?, ?)`,
  )
  const ids: number[] = []
  for (let n = 0; n < Math.max(USERS, FOLLOWERS); n++) {
    const { id } = user.get(`u${n}`, `User ${n}`, `u${n}@example.com`, now) as { id: number }
    ids.push(id)
    if (n >= USERS) continue
    const token = randomBytes(32).toString('base64url')
    tokens.push(token)
    session.run(createHash('sha256').update(token).digest('hex'), id, now, now, now + 2_000_000)
  }
  db.exec('commit')
  db.close()
  return { tokens, ids }
}

/** A million in one inbox, about one question: as many answers and votes as nobody has ever had. */
const fillInbox = (file: string, user_id: number, actors: number[], question_id: number) => {
  // The site runs already, and may just be writing what follows from the question.
  const db = new DatabaseSync(file, { timeout: 30_000 })
  db.exec('begin immediate')
  const row = db.prepare(
    `insert into notifications (user_id, type, inbox_type, action, actor_id, object_type, object_id, question_id, answer_id, comment_id, rank,
      is_read, is_seen, group_key, group_since, is_latest, occasion, created_at, updated_at)
     values (?, 1, ?, ?, ?, 'question', ?, ?, 0, 0, 0, ?, 1, ?, ?, ?, 0, ?, ?)`,
  )
  for (let n = 0; n < NOTIFICATIONS; n++) {
    const at = now - NOTIFICATIONS + n
    const votes = n % 3 === 0
    const since = Math.floor(n / 30) * 30
    row.run(
      user_id,
      votes ? 2 : 1,
      votes ? 'up_voted_question' : 'update_question',
      actors[n % actors.length]!,
      question_id,
      question_id,
      n % 2,
      votes ? 'votes' : 'edits',
      since,
      n % 30 >= 27 ? 1 : 0,
      at,
      at,
    )
  }
  db.exec('commit')
  db.exec('pragma optimize=0x10002')
  db.close()
}

const call = async <T>(base: string, token: string, method: string, path: string, body?: unknown) => {
  const response = await fetch(base + path, {
    method,
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answers ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: T }).data
}

/** How long the writer of an answer waits, and how long until the last follower has been told. */
const fanOut = async (
  file: string,
  base: string,
  question_id: string,
  token: string,
  number: number,
  ids: number[],
) => {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  const follow = db.prepare(
    `insert into follows (user_id, object_type, object_id, created_at) values (?, 'question', ?, ?)`,
  )
  db.exec('begin')
  for (const id of ids.slice(0, FOLLOWERS)) follow.run(id, number, now)
  db.exec('commit')
  const told = db.prepare(
    `select count(*) as count from notifications where question_id = ? and action = 'answer_the_question'`,
  )
  const before = performance.now()
  await call(base, token, writeAnswer.method, pathOf(writeAnswer), { question_id, content: 'An answer to all of you.' })
  const written = performance.now()
  while ((told.get(number) as { count: number }).count < FOLLOWERS - 1)
    await new Promise((resume) => setTimeout(resume, 200))
  const done = performance.now()
  db.close()
  return { writer: written - before, all: done - before }
}

const get = (host: string, path: string, token: string) =>
  `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-language: en_US\r\nauthorization: ${token}\r\n\r\n`

const bench = async () => {
  const made = makeSite(undefined, undefined)
  const file = join(made.data, 'askwell.db')
  const { tokens, ids } = fill(file)
  const load = startLoad()
  const bare = await startBare(Buffer.alloc(160))
  const site = await startSite(made.data, undefined)
  try {
    const { host, hostname } = new URL(site.base)
    const admin = await login(site.base, made.login)
    const { id } = await call<{ id: string }>(site.base, admin, 'POST', pathOf(askQuestion), {
      title: 'How many can hear of this?',
      content: 'Everybody who follows it, I hope.',
      tags: [{ slug_name: 'support' }],
    })
    const number = Number(id.slice(4))
    fillInbox(file, ids[0]!, ids.slice(1, 1000), number)
    const lists = Array.from({ length: 32 }, (_, n) =>
      tokens.filter((_one, at) => at % 32 === n).map((token) => get(host, pathOf(notificationStatus), token)),
    )
    const inbox = (query: string) => [[get(host, `${pathOf(notifications)}?page_size=20&${query}`, tokens[0]!)]]
    const groups = (query: string) => [[get(host, `${pathOf(notificationGroups)}?${query}`, tokens[0]!)]]
    const cases = [
      { name: `notification/status, ${USERS} users in turn`, lists, connections: 32 },
      { name: `notification/page of ${NOTIFICATIONS}`, lists: inbox('type=inbox'), connections: 8 },
      { name: 'the same, page 400', lists: inbox('type=inbox&page=400'), connections: 8 },
      { name: 'the same, votes', lists: inbox('type=inbox&inbox_type=votes'), connections: 8 },
      { name: 'notification/group/page of the same', lists: groups('type=inbox'), connections: 8 },
    ].filter(({ name }) => name.includes(values.only))
    const rounds = new Map<string, Round[]>()
    const measure = async (
      base: string,
      pid: number | undefined,
      { name, lists: asked, connections }: (typeof cases)[number],
      seconds: number,
    ) => {
      const before = processorSeconds(pid)
      const measured = await load.run({
        host: hostname,
        port: Number(new URL(base).port),
        lists: asked,
        connections,
        seconds,
      })
      const after = processorSeconds(pid)
      const processor = before !== undefined && after !== undefined ? after - before : undefined
      return { name, round: { ...measured, processor } }
    }
    // Everybody once: from then on they are counted in memory.
    await measure(site.base, site.pid, cases[0]!, 4 * Number(values.seconds))
    const bareRounds: Round[] = []
    for (let n = 0; n < Number(values.rounds); n++) {
      bareRounds.push((await measure(bare.base, bare.pid, bareCase(bare.base), Number(values.seconds))).round)
      for (const one of cases) {
        const { name, round } = await measure(site.base, site.pid, one, Number(values.seconds))
        rounds.set(name, [...(rounds.get(name) ?? []), round])
      }
    }
    const rates = bareRounds.map(({ requests, seconds }) => requests / seconds).sort((a, b) => a - b)
    printTable('bare node:http', new Map([['bare', bareRounds]]), rates[Math.floor(rates.length / 2)]!)
    printTable('Askwell', rounds, rates[Math.floor(rates.length / 2)]!)
    if (values.only) return
    const used = processorSeconds(site.pid)!
    const { writer, all } = await fanOut(file, site.base, id, tokens[1]!, number, ids)
    console.log(
      `\nAn answer to a question with ${FOLLOWERS} followers: its writer waits ${writer.toFixed(0)} ms, all are told after ${(all / 1000).toFixed(1)} s, for ${(processorSeconds(site.pid)! - used).toFixed(1)} s of the processor`,
    )
  } finally {
    load.stop()
    site.stop()
    bare.stop()
    made.remove()
  }
}
await bench()
