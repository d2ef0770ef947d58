import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { LoggedIn } from '@askwell/contract/accounts.ts'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, type TestUser, register } from './people.ts'
import { type Site, startSite } from './site.ts'

// Three processes on one PostgreSQL behind a balancer that knows nothing of sessions: each request meets another one.
const API = '/answer/api/v1'
const TOP = join(import.meta.dirname, '..')

interface Answer {
  status: number
  reason: string
  data: { [name: string]: unknown } & { id?: string }
}

describe.runIf(process.env.ASKWELL_TEST_POSTGRES)('three processes on one database', () => {
  let site: Site
  let boss: TestUser
  let people: TestUser[]
  beforeAll(async () => {
    site = await startSite({ database: 'postgres', processes: 3 })
    boss = await admin(site)
    await site.call('PUT', '/answer/admin/api/setting/privileges', { token: boss.token, body: { level: 1 } })
    people = []
    for (const name of ['Ann', 'Bo', 'Cy', 'Di', 'Eve', 'Flo']) people.push(await register(site, name))
  })
  afterAll(() => site.stop())

  const send = async (
    base: string,
    method: string,
    path: string,
    { token = '', body }: { token?: string; body?: unknown } = {},
  ): Promise<Answer> => {
    const reply = await fetch(base + path, {
      method,
      headers: {
        'accept-language': 'en_US',
        ...(token && { authorization: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { reason, data } = (await reply.json()) as Answer
    return { status: reply.status, reason, data }
  }
  /** The same through the balancer, many at once. */
  const together = (times: number, call: (n: number) => [string, string, { token?: string; body?: unknown }?]) =>
    Promise.all(Array.from({ length: times }, (_, n) => send(site.url, ...call(n))))
  let count = 0
  const ask = async (person: TestUser) =>
    (
      await site.call<{ id: string }>('POST', `${API}/question`, {
        token: person.token,
        body: {
          title: `How does one of many begin, number ${++count}?`,
          content: `The text of question ${count}.`,
          tags: [{ slug_name: 'support' }],
        },
      })
    ).id
  const answer = async (person: TestUser, question_id: string) =>
    (
      await site.call<{ info: { id: string } }>('POST', `${API}/answer`, {
        token: person.token,
        body: { question_id, content: `The text of answer ${++count}.` },
      })
    ).info.id
  const question = (id: string) =>
    site.call<{ vote_count: number; answer_count: number; accepted_answer_id: string; title: string }>(
      'GET',
      `${API}/question/info?id=${id}`,
    )
  /** On every process by itself: at once, or as soon as they have heard. */
  const everywhere = async (isSo: (base: string) => Promise<boolean>, soon = true) => {
    const found: boolean[] = []
    for (const base of site.processes) {
      let so = await isSo(base)
      for (let tries = soon ? 0 : Infinity; !so && tries < 200; tries++) {
        await new Promise((resume) => setTimeout(resume, 5))
        so = await isSo(base)
      }
      found.push(so)
    }
    return found
  }
  const ALL = [true, true, true]
  const inDatabase = async <T extends pg.QueryResultRow>(text: string) => {
    const client = new pg.Client({ connectionString: site.database })
    await client.connect()
    const { rows } = await client.query<T>(text)
    await client.end()
    return rows
  }

  test('take turns', async () => {
    const seen = new Set<string | null>()
    for (let n = 0; n < 6; n++) seen.add((await fetch(`${site.url}/healthz`)).headers.get('x-answered-by'))
    expect(seen.size).toBe(3)
  })

  test('the same vote sent sixty times at once counts once, and one from each of five as five', async () => {
    const id = await ask(people[0]!)
    const up = (person: TestUser): [string, string, object] => [
      'POST',
      `${API}/vote/up`,
      { token: person.token, body: { object_id: id, is_cancel: false } },
    ]
    const same = await together(60, () => up(people[1]!))
    expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await question(id)).vote_count).toBe(1)
    await together(50, (n) => up(people[1 + (n % 5)]!))
    expect((await question(id)).vote_count).toBe(5)
    const turns = await together(60, (n) => [
      'POST',
      `${API}/vote/${n % 2 ? 'up' : 'down'}`,
      { token: people[1]!.token, body: { object_id: id, is_cancel: n % 3 === 0 } },
    ])
    expect(turns.filter(({ status }) => status >= 500)).toEqual([])
    const [{ sum }] = (await inDatabase<{ sum: number }>(
      `select coalesce(sum(case direction when 'up' then 1 else -1 end), 0)::int as sum from votes where post_id = ${Number(id.slice(4))}`,
    )) as [{ sum: number }]
    expect((await question(id)).vote_count).toBe(sum)
  })

  test('the same question sent thirty times at once is asked once, and all hear of the same one', async () => {
    const body = {
      title: 'Is one question sent often still one question?',
      content: 'A hasty finger, and three processes.',
      tags: [{ slug_name: 'support' }],
    }
    const asked = await together(30, () => ['POST', `${API}/question`, { token: people[2]!.token, body }])
    expect(new Set(asked.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1)
    expect(await inDatabase(`select id from posts where title = '${body.title}'`)).toHaveLength(1)
  })

  test('of many answers accepted at once one is, and its author has the points once', async () => {
    const id = await ask(people[0]!)
    const answers = [await answer(people[3]!, id), await answer(people[4]!, id)]
    const done = await together(40, (n) => [
      'POST',
      `${API}/answer/acceptance`,
      { token: people[0]!.token, body: { question_id: id, answer_id: answers[n % 2] } },
    ])
    expect(done.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers).toContain((await question(id)).accepted_answer_id)
    const points = await inDatabase<{ n: number }>(
      `select count(*)::int as n from reputation_entries where reason like '%accept%' and taken_back_at = 0 and post_id in (${answers.map((one) => Number(one.slice(4))).join()}) and user_id in (select user_id from posts where kind = 'answer' and question_id = ${Number(id.slice(4))})`,
    )
    expect(points).toEqual([{ n: 1 }])
  })

  test('one name registered on all of them at once is one member', async () => {
    const made = await together(30, (n) => [
      'POST',
      `${API}/user/register/email`,
      { body: { name: 'Twin', e_mail: 'twin@example.com', pass: `twin-password-${n}` } },
    ])
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(made.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]) // a busy machine may ask for patience
    expect(await inDatabase(`select id from users where e_mail = 'twin@example.com'`)).toHaveLength(1)
  })

  test('a login on one of them holds on all, and so does a logout, at once', async () => {
    const { access_token: token } = (
      await send(site.processes[0]!, 'POST', `${API}/user/login/email`, {
        body: { e_mail: people[5]!.e_mail, pass: people[5]!.pass },
      })
    ).data as unknown as LoggedIn
    const isIn = async (base: string) => (await send(base, 'GET', `${API}/user/info`, { token })).data !== null
    expect(await everywhere(isIn, false)).toEqual(ALL)
    await send(site.processes[1]!, 'GET', `${API}/user/logout`, { token })
    expect(await everywhere(async (base) => !(await isIn(base)), false)).toEqual(ALL)
  })

  test('a setting changed on one is seen on all, in calls and on pages they have kept', async () => {
    const page = async (base: string) => (await fetch(`${base}/questions`, { headers: { accept: 'text/html' } })).text()
    for (const base of site.processes) for (let n = 0; n < 2; n++) await page(base)
    const { data: before } = await send(site.url, 'GET', '/answer/admin/api/siteinfo/general', { token: boss.token })
    expect(
      (
        await send(site.url, 'PUT', '/answer/admin/api/siteinfo/general', {
          token: boss.token,
          body: { ...before, name: 'Renamed' },
        })
      ).status,
    ).toBe(200)
    expect(
      await everywhere(
        async (base) =>
          ((await send(base, 'GET', `${API}/siteinfo`)).data.general as { name: string }).name === 'Renamed',
      ),
    ).toEqual(ALL)
    expect(await everywhere(async (base) => (await page(base)).includes('Renamed'))).toEqual(ALL)
    expect(await everywhere(async (base) => !(await page(base)).includes('Journeys'))).toEqual(ALL)
  })

  test('own HTML and CSS saved on one are on the pages that others have kept, and are gone from them again', async () => {
    const page = async (base: string) => (await fetch(`${base}/tags`, { headers: { accept: 'text/html' } })).text()
    const style = async (base: string) => (await fetch(`${base}/custom.css`)).text()
    for (const base of site.processes) for (let n = 0; n < 2; n++) await page(base)
    for (const [custom_header, custom_css] of [
      ['<p>Everywhere</p>', '.everywhere {}'],
      ['', ''],
    ] as const) {
      const saved = await send(site.url, 'PUT', '/answer/admin/api/siteinfo/custom-css-html', {
        token: boss.token,
        body: { custom_header, custom_css },
      })
      expect(saved.status).toBe(200)
      expect(
        await everywhere(async (base) => (await page(base)).includes('<p>Everywhere</p>') === (custom_header !== '')),
      ).toEqual(ALL)
      expect(await everywhere(async (base) => (await style(base)) === custom_css)).toEqual(ALL)
    }
  })

  test('a site made private is so on all of them, and what they kept is gone', async () => {
    const { data: before } = await send(site.url, 'GET', '/answer/admin/api/siteinfo/login', { token: boss.token })
    for (const login_required of [true, false]) {
      await send(site.url, 'PUT', '/answer/admin/api/siteinfo/login', {
        token: boss.token,
        body: { ...before, login_required },
      })
      expect(
        await everywhere(
          async (base) => (await send(base, 'GET', `${API}/question/page`)).status === (login_required ? 401 : 200),
        ),
      ).toEqual(ALL)
    }
  })

  test('an edited question reads the same on all, for anonymous visitors too', async () => {
    const id = await ask(people[0]!)
    const page = async (base: string) =>
      (await fetch(`${base}/questions/${id}`, { headers: { accept: 'text/html' } })).text()
    for (const base of site.processes) for (let n = 0; n < 2; n++) await page(base)
    await site.call('PUT', `${API}/question`, {
      token: people[0]!.token,
      body: {
        id,
        title: 'What has become of this question by now?',
        content: 'An edited text, the same everywhere.',
        tags: [{ slug_name: 'support' }],
      },
    })
    expect(
      await everywhere(async (base) => (await page(base)).includes('An edited text, the same everywhere.')),
    ).toEqual(ALL)
  })

  test('readers hear of an answer on each process, wherever it was given, and lose access to what is deleted on another', async () => {
    const id = await ask(people[0]!)
    const lines = await Promise.all(
      site.processes.map(async (base) => {
        const { status, body } = await fetch(`${base}/live/${id}`)
        expect(status).toBe(200)
        const line = { said: '', over: false }
        void (async () => {
          for await (const chunk of body!.pipeThrough(new TextDecoderStream())) line.said += chunk
          line.over = true
        })()
        return line
      }),
    )
    const heard = () => lines.map(({ said }) => said.includes('event: changed'))
    expect(heard()).toEqual([false, false, false])
    await send(site.processes[0]!, 'POST', `${API}/answer`, {
      token: people[1]!.token,
      body: { question_id: id, content: 'It reaches those who read elsewhere.' },
    })
    await expect.poll(heard, { timeout: 15_000 }).toEqual(ALL)
    const counted = await Promise.all(
      site.processes.map(async (base) => (await send(base, 'GET', `${API}/question/pulse?id=${id}`)).data.answer_count),
    )
    expect(counted).toEqual([1, 1, 1])
    expect(
      (await send(site.processes[1]!, 'DELETE', `${API}/question`, { token: boss.token, body: { id } })).status,
    ).toBe(200)
    await expect.poll(() => lines.map(({ over }) => over), { timeout: 15_000 }).toEqual(ALL)
  })

  test('somebody suspended is refused on all at once', async () => {
    const [{ id }] = (await inDatabase<{ id: number }>(
      `select id from users where username = '${people[4]!.username}'`,
    )) as [{ id: number }]
    const { status } = await send(site.url, 'PUT', '/answer/admin/api/user/status', {
      token: boss.token,
      body: { user_id: String(id), status: 'suspended', suspend_duration: '24h' },
    })
    expect(status).toBe(200)
    expect(
      await everywhere(
        async (base) =>
          (await send(base, 'POST', `${API}/question`, { token: people[4]!.token, body: {} })).status === 403,
        false,
      ),
    ).toEqual(ALL)
  })

  test('what follows later is done once: one mail for each who registered, and each timed work stands in one row', async () => {
    const names = Array.from({ length: 9 }, (_, n) => `Late${n}`)
    await together(names.length, (n) => [
      'POST',
      `${API}/user/register/email`,
      { body: { name: names[n], e_mail: `late${n}@example.com`, pass: 'late-password-1' } },
    ])
    const due = () => inDatabase(`select id from jobs where run_at <= extract(epoch from now())`)
    while ((await due()).length) await new Promise((resume) => setTimeout(resume, 100))
    const letters = await Promise.all(
      readdirSync(join(site.data, 'outbox'))
        .filter((file) => file.endsWith('.eml'))
        .map((file) => PostalMime.parse(readFileSync(join(site.data, 'outbox', file)))),
    )
    const toThose = letters
      .map(({ to }) => to![0]!.address!)
      .filter((address) => address.startsWith('late'))
      .sort()
    expect(toThose).toEqual(names.map((_, n) => `late${n}@example.com`))
    const timed = await inDatabase<{ effect: string; n: number }>(
      `select effect, count(*)::int as n from jobs where event_id = 0 group by effect`,
    )
    expect(timed.length).toBeGreaterThan(2)
    expect(timed.filter(({ n }) => n !== 1)).toEqual([])
  })

  test('and afterwards every count is what it counts', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(TOP, 'cli/main.ts'), 'doctor', '--data', site.data, '--database', site.database!],
      { env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ASKWELL_'))) },
    )
    expect(stdout).toMatch(/^Everything is as it should be/)
  })
})
