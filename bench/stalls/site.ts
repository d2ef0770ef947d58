import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { makeSite, type Server, startSite } from '../servers.ts'
import { createStage, type TestUser, type Stage } from './stage.ts'
import type { Waits, Watched } from './watch.ts'

const MEMBERS = 40
const API = '/answer/api/v1'
const ADMIN_API = '/answer/admin/api'

const personNamed = (name: string, at: number) => ({
  username: name,
  e_mail: `${name}@example.com`,
  pass: `password-of-${name}`,
  token: '',
  from: `192.0.2.${at}`,
})

/** Asks from a process of its own: what keeps the attackers busy must not be measured. */
export const startWatch = (base: string, question: string, { e_mail, pass }: TestUser) => {
  const child = fork(join(import.meta.dirname, 'watch.ts'))
  return {
    begin: () => void child.send({ base, question, login: { e_mail, pass } } satisfies Watched),
    async end() {
      child.send('end')
      const [waits] = (await once(child, 'message')) as [Waits]
      return waits
    },
    stop: () => void child.kill(),
  }
}
export type Watch = ReturnType<typeof startWatch>

/** A site with members whose edits wait for a review, somebody not yet activated, and a question that is watched. */
const settle = async (stage: Stage) => {
  const { admin, members, newcomer } = stage
  const logIn = async (person: TestUser) => {
    const { access_token, username } = await stage.call<{ access_token: string; username: string }>(
      'POST',
      `${API}/user/login/email`,
      undefined,
      { e_mail: person.e_mail, pass: person.pass },
    )
    Object.assign(person, { token: access_token, username })
  }
  await logIn(admin)
  await stage.call('POST', `${ADMIN_API}/users`, admin, {
    users: members.map(({ username, e_mail, pass }) => `${username}, ${e_mail}, ${pass}`).join('\n'),
  })
  for (const member of members) await logIn(member)
  const { username, access_token } = await stage.call<{ username: string; access_token: string }>(
    'POST',
    `${API}/user/register/email`,
    undefined,
    { name: newcomer.username, e_mail: newcomer.e_mail, pass: newcomer.pass },
  )
  Object.assign(newcomer, { username, token: access_token })
  const { options } = await stage.call<{ options: { privileges: { key: string }[] }[] }>(
    'GET',
    `${ADMIN_API}/setting/privileges`,
    admin,
  )
  await stage.call('PUT', `${ADMIN_API}/setting/privileges`, admin, {
    level: 99,
    custom_privileges: options[0]!.privileges.map(({ key }) => ({
      key,
      value: key.endsWith('edit_without_review') ? 1000 : 1,
    })),
  })
  const question = await stage.ask(
    members[0]!,
    'A question as others are: **two** lines, and some `code`.\n\n- one\n- two',
  )
  for (const member of members.slice(1, 4))
    await stage.call('POST', `${API}/answer`, member, {
      question_id: question,
      content: `An answer by ${member.username}, with a [link](https://example.com) and a list:\n\n1. one\n2. two`,
    })
  return question
}

export interface Prepared {
  /** Starts the site on the same data, with the rate limits or without. */
  start(limits: 'on' | 'off'): Promise<Running>
  remove(): void
}
export interface Running {
  server: Server
  stage: Stage
  watch: Watch
  stop(): Promise<void>
}

const WARM_UP = 40

/** What is asked for the first time takes longer, and is no stall. */
const warm = async (stage: Stage, question: string) => {
  for (let n = 0; n < WARM_UP; n++) {
    await stage.send({ path: `/questions/${question}?warm=${n}` })
    await stage.send({ path: `/answer/api/v1/search?q=question%20${n}` })
    await stage.send({ path: `/questions/${question}`, as: stage.member() })
    await stage.send({ path: '/answer/api/v1/post/render', as: stage.member(), body: { content: `a *b* \`${n}\`` } })
  }
  for (const path of ['/users/login', '/users/register', '/tags', '/users', '/search?q=question', '/questions/ask'])
    await stage.send({ path, as: path === '/questions/ask' ? stage.member() : undefined })
}

export const prepareSite = async (database: string | undefined): Promise<Prepared> => {
  const made = makeSite(undefined, database)
  const admin = { ...personNamed('admin', 1), e_mail: made.login.email, pass: made.login.password }
  const members = Array.from({ length: MEMBERS }, (_, n) => personNamed(`member${n}`, 10 + n))
  const newcomer = personNamed('newcomer', 2)
  const first = await startSite(made.data, database)
  const question = await settle(createStage(first.base, { admin, members, newcomer }))
  await stopped(first)
  const [watched, ...attackers] = members
  return {
    async start(limits) {
      const server = await startSite(made.data, database, limits)
      const stage = createStage(server.base, { admin, members: attackers, newcomer })
      await warm(stage, question)
      const watch = startWatch(server.base, question, watched!)
      return {
        server,
        stage,
        watch,
        async stop() {
          watch.stop()
          await stopped(server)
        },
      }
    },
    remove: made.remove,
  }
}

/** Kindly first; a stalled site doesn't hear that. */
const stopped = async ({ pid, stop }: Server) => {
  const isAlive = () => {
    try {
      process.kill(pid!, 0)
      return true
    } catch {
      return false
    }
  }
  stop()
  for (let n = 0; isAlive() && n < 240; n++) {
    if (n === 120) process.kill(pid!, 'SIGKILL')
    await new Promise((resume) => setTimeout(resume, 100))
  }
}
