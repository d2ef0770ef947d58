import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const AGENT = { e_mail: 'agent@company.example', token: 'its-token' }

type Row = Record<string, unknown> & { id: number }
interface Community {
  topics: Row[]
  posts: Row[]
  /** By the id of the post. */
  comments: Record<number, Row[]>
  users: Row[]
}

/** The community of a Zendesk: pages by a cursor, authors beside what they wrote, and e-mail addresses for agents. */
export const zendesk = async ({ topics, posts, comments, users }: Community) => {
  const asked: string[] = []
  /** Pages are no longer than this, whatever is asked for; how many times it asks for patience; what it answers in the place of all else. */
  const now = { most: 2, busy: 0, status: 0 }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://here')
    const say = (status: number, body: unknown, headers = {}) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    asked.push(pathname)
    const basic = Buffer.from(`${AGENT.e_mail}/token:${AGENT.token}`).toString('base64')
    const isAgent = request.headers.authorization === `Basic ${basic}`
    if (request.headers.authorization && !isAgent) return say(401, { error: "Couldn't authenticate you" })
    if (now.status) return say(now.status, { error: 'InternalError' })
    if (now.busy > 0) {
      now.busy--
      return say(429, { error: 'TooManyRequests' }, { 'retry-after': '1' })
    }
    const listOf = (name: string, rows: Row[]) => {
      const size = Math.min(now.most, Number(searchParams.get('page[size]')))
      const at = Number(searchParams.get('page[after]') ?? 0)
      const some = rows.slice(at, at + size)
      const authors = users.filter(({ id }) => some.some(({ author_id }) => author_id === id))
      say(200, {
        [name]: some,
        ...(searchParams.get('include') === 'users' && { users: authors.map(({ id, name }) => ({ id, name })) }),
        meta: { has_more: at + size < rows.length, after_cursor: String(at + size), before_cursor: null },
        links: { next: null, prev: null },
      })
    }
    if (pathname === '/api/v2/community/topics.json') return listOf('topics', topics)
    if (pathname === '/api/v2/community/posts.json') return listOf('posts', posts)
    const post = /^\/api\/v2\/community\/posts\/(\d+)\/comments\.json$/.exec(pathname)?.[1]
    if (post) return listOf('comments', comments[Number(post)] ?? [])
    if (pathname === '/api/v2/users/show_many.json') {
      if (!isAgent) return say(403, { error: 'Forbidden' })
      const ids = searchParams.get('ids')!.split(',').map(Number)
      return say(200, { users: users.filter(({ id }) => ids.includes(id)), count: ids.length })
    }
    return say(404, { error: 'InvalidEndpoint' })
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return {
    asked,
    now,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  }
}
