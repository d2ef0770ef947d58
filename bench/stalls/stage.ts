import { type IncomingHttpHeaders, request } from 'node:http'

export interface TestUser {
  username: string
  e_mail: string
  pass: string
  token: string
  /** The address they come from; the site trusts what a proxy on its own machine says. */
  from: string
}

export interface Sent {
  method?: string
  path: string
  /** A member; without one an anonymous client. API calls carry the token, pages the cookie. */
  as?: TestUser
  /** The address it comes from; by default a new one for each anonymous client. */
  from?: string
  headers?: Record<string, string>
  /** An object goes as JSON. */
  body?: Buffer | string | object
}

export interface Answered {
  /** 0: cut off without an answer. */
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const PATIENCE_MS = 60_000
const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'
const KEPT_BYTES = 10_000_000

const isCall = (path: string) => path.startsWith('/answer/')

const bodyOf = (body: Sent['body']) => {
  if (body === undefined) return { bytes: undefined, type: undefined }
  if (Buffer.isBuffer(body)) return { bytes: body, type: undefined }
  if (typeof body === 'string') return { bytes: Buffer.from(body), type: FORM_TYPE }
  return { bytes: Buffer.from(JSON.stringify(body)), type: JSON_TYPE }
}

const exchange = (base: string, { method, path, as, from, headers, body }: Sent & { from: string }) =>
  new Promise<Answered>((resolve) => {
    const { bytes, type } = bodyOf(body)
    const { hostname, port, origin } = new URL(base)
    let answered: Answered = { status: 0, headers: {}, text: '' }
    const sending = request(
      {
        hostname,
        port,
        path,
        method: method ?? (bytes ? 'POST' : 'GET'),
        agent: false,
        timeout: PATIENCE_MS,
        headers: {
          'accept-language': 'en_US',
          'x-forwarded-for': from,
          ...(as && (isCall(path) ? { authorization: as.token } : { cookie: `askwell_session=${as.token}` })),
          ...(bytes && { 'content-length': bytes.length, ...(type && { 'content-type': type }) }),
          ...(bytes && !isCall(path) && { origin }),
          ...headers,
        },
      },
      (response) => {
        let text = ''
        answered = { status: response.statusCode ?? 0, headers: response.headers, text }
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          if (text.length < KEPT_BYTES) text += chunk
        })
        response.on('close', () => resolve({ ...answered, text }))
        response.on('error', () => {})
      },
    )
    sending.on('timeout', () => sending.destroy())
    sending.on('error', () => {}) // told to stop while still sending, or cut off
    sending.on('close', () => setImmediate(() => answered.status === 0 && resolve(answered)))
    sending.end(bytes)
  })

/** A site with its people, for the cases: what they prepare, and what they attack with. */
export const createStage = (base: string, people: { admin: TestUser; members: TestUser[]; newcomer: TestUser }) => {
  let strangers = 0
  let turns = 0
  let numbers = 0
  const answers = new Map<number, number>()

  const stranger = () => {
    strangers++
    return `198.${18 + ((strangers >> 16) & 1)}.${(strangers >> 8) & 255}.${strangers & 255}`
  }
  const send = (sent: Sent) => exchange(base, { ...sent, from: sent.from ?? sent.as?.from ?? stranger() })
  /** For what a case needs before: refused, it ends. */
  const call = async <T = unknown>(method: string, path: string, as: TestUser | undefined, body?: object) => {
    const { status, text } = await send({ method, path, as, body })
    if (status !== 200) throw new Error(`${method} ${path} answers ${status} ${text.slice(0, 300)}`)
    return (JSON.parse(text) as { data: T }).data
  }
  /** A member of many, another each time. */
  const member = () => people.members[turns++ % people.members.length]!
  /** Text that differs each time: the same text sent again would get the first reply again. */
  const unlike = () => `${Date.now().toString(36)}-${(++numbers).toString(36)}`
  return {
    base,
    ...people,
    answers,
    stranger,
    member,
    unlike,
    send,
    call,
    /** Hostile, and counted. */
    async attack(sent: Sent) {
      const answered = await send(sent)
      answers.set(answered.status, (answers.get(answered.status) ?? 0) + 1)
      return answered
    },
    /** This many at once. */
    together: <T>(count: number, act: (n: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, n) => act(n))),
    ask: (as: TestUser, content: string, { title, tags }: { title?: string; tags?: string[] } = {}) =>
      call<{ id: string }>('POST', '/answer/api/v1/question', as, {
        title: title ?? `A question to try ${unlike()}`,
        content,
        tags: (tags ?? ['support']).map((slug_name) => ({ slug_name })),
      }).then(({ id }) => id),
    /** Opens a page with a form, anonymously or as a member: its fields and cookies. */
    async visit(path: string, as?: TestUser) {
      const from = as?.from ?? stranger()
      const { text, headers, status } = await send({ path, as, from })
      const form_token = /name="form_token" value="([^"]+)"/.exec(text)?.[1]
      if (!form_token) throw new Error(`${path} has no form: ${status}`)
      const cookie = [
        ...(headers['set-cookie'] ?? []).map((one) => one.split(';')[0]!),
        ...(as ? [`askwell_session=${as.token}`] : []),
      ].join('; ')
      return { from, cookie, form_token }
    },
  }
}
export type Stage = ReturnType<typeof createStage>
