import { type BodyOf, type Endpoint, type ParamsOf, pathOf, type QueryOf } from '@askwell/contract/endpoint.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { addUser, setUserStatus } from '@askwell/contract/user-administration.ts'
import { openSession } from '../../src/features/users/sessions/service.ts'
import { threads } from '../threads.ts'
import type { TestUser, World } from '../world.ts'

export const PEOPLE = [
  'nobody',
  'inactive',
  'member',
  'author',
  'privileged',
  'moderator',
  'admin',
  'suspended',
  'deleted',
] as const
export type Kind = (typeof PEOPLE)[number]

export interface CallInput {
  params?: unknown
  query?: unknown
  body?: unknown
  file?: { name: string; bytes: Buffer }
}

const BOUNDARY = 'edge-of-a-part'
const asForm = (fields: unknown, { name, bytes }: { name: string; bytes: Buffer }) =>
  Buffer.concat([
    ...Object.entries(fields as Record<string, string>).map(([field, value]) =>
      Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

/** A call over HTTP as it stands, with all that comes back. */
export const ask = async (
  { server }: World,
  endpoint: Endpoint,
  { params, query, body, file }: CallInput,
  { token, ip }: { token: string; ip: string },
) => {
  const search = new URLSearchParams(Object.entries((query ?? {}) as Record<string, string>))
  const content = file
    ? { type: `multipart/form-data; boundary=${BOUNDARY}`, payload: asForm(body, file) }
    : endpoint.method === 'GET'
      ? undefined
      : { type: 'application/json', payload: JSON.stringify(body ?? {}) }
  await new Promise(setImmediate) // as from a socket: each in a turn of its own
  const response = await server.inject({
    method: endpoint.method,
    url: `${pathOf(endpoint, params as Record<string, string>)}?${search}`,
    remoteAddress: ip,
    headers: {
      'accept-language': 'en_US',
      ...(token && { authorization: token }),
      ...(content && { 'content-type': content.type }),
    },
    ...(content && { payload: content.payload }),
  })
  const { reason, data } = response.json<{ reason: string; data: { type?: string; access_token?: string } | null }>()
  return { status: response.statusCode, reason, data, text: JSON.stringify(response.headers) + response.body }
}

const PASSWORD = 'a-password-of-theirs'
export const IPS = Object.fromEntries(PEOPLE.map((kind, at) => [kind, `198.51.100.${at + 1}`])) as Record<Kind, string>
export const mailOf = (kind: Kind) => (kind === 'admin' ? 'admin@example.com' : `${kind}@example.com`)

/** The nine kinds of people. The deleted one still holds a token that a session in the database belongs to. */
const people = async (w: World): Promise<Record<Kind, TestUser>> => {
  const { given } = w
  const admin = await given.admin()
  const leaving = async (name: Kind, status: 'suspended' | 'deleted') => {
    const person = await given.member({ name })
    await w.as(admin).call(setUserStatus, { body: { user_id: String(person.id), status } })
    return { ...person, token: await openSession(w.app, person.id) }
  }
  return {
    nobody: { id: 0, username: '', token: '' },
    inactive: await given.member({ name: 'inactive', active: false }),
    member: await given.member({ name: 'member' }),
    author: await given.member({ name: 'author' }),
    privileged: await given.member({ name: 'privileged', rank: 20_000 }),
    moderator: await given.moderator({ name: 'moderator' }),
    admin,
    suspended: await leaving('suspended', 'suspended'),
    deleted: await leaving('deleted', 'deleted'),
  }
}

let count = 0
/** Never twice the same, so that nothing counts as a repeated call. */
export const fresh = (word: string) => `${word}${++count}`

/** A site with the nine, and things by the author in every state that a row of the table speaks of. */
export const scene = async (w: World) => {
  const cast = await people(w)
  const t = threads(w)
  const { author, admin } = cast
  const thread = async () => {
    const question = await t.ask(author)
    const answer = await t.answer(author, question)
    return { question, answer, comment: await t.comment(author, answer) }
  }
  const hidden = await thread()
  await w.as(admin).call(deleteQuestion, { body: { id: hidden.question } })
  await w
    .as(admin)
    .call(addUser, { body: { display_name: 'logging in', email: 'login@example.com', password: PASSWORD } })
  return {
    w,
    cast,
    t,
    thread,
    hidden,
    ...(await thread()),
    login: { e_mail: 'login@example.com', pass: PASSWORD },
    /** A question by the author that nobody has touched. */
    ask: () => t.ask(author),
  }
}
export type Scene = Awaited<ReturnType<typeof scene>>

export interface Example {
  endpoint: Endpoint
  build: (s: Scene, who: Kind) => CallInput | Promise<CallInput>
}

type Some<T> = Partial<Record<keyof T, unknown>>
type Wellformed<E extends Endpoint> = {
  params?: Some<ParamsOf<E>>
  query?: Some<QueryOf<E>>
  body?: Some<BodyOf<E>>
  file?: CallInput['file']
}

/** A call that has nothing wrong with it but, perhaps, who makes it. */
export const example = <E extends Endpoint>(
  endpoint: E,
  build: (s: Scene, who: Kind) => Wellformed<E> | Promise<Wellformed<E>> = () => ({}),
): Example => ({ endpoint, build })
