import { request } from 'node:http'
import { logInByEmail } from '@askwell/contract/accounts.ts'
import { pathOf } from '@askwell/contract/endpoint.ts'
import { questionInfo, questionPage, recommendedQuestions } from '@askwell/contract/questions.ts'
import { flaggedPosts } from '@askwell/contract/reviews.ts'
import { revisions, timeline } from '@askwell/contract/revisions.ts'
import { search } from '@askwell/contract/search.ts'
import { tagsPage } from '@askwell/contract/tags.ts'
import { vote } from '@askwell/contract/votes.ts'

export interface Case {
  name: string
  lists: string[][]
  connections: number
}

interface Envelope<T> {
  reason: string
  data: T
}
interface Listed {
  id: string
  title: string
  operator: { username: string }
  tags: { slug_name: string }[]
}

const VOTERS = 8

const fetchJson = async <T>(url: string, init: RequestInit = {}) => {
  const response = await fetch(url, {
    ...init,
    headers: { 'content-type': 'application/json', 'accept-language': 'en_US', ...init.headers },
  })
  const envelope = (await response.json()) as Envelope<T>
  if (!response.ok) throw new Error(`${url} answers ${response.status} ${envelope.reason}`)
  return envelope.data
}

/** The home page as it goes over the line, compressed. */
export const homeBytes = async (base: string) => {
  const { hostname: host, port } = new URL(base)
  return new Promise<Buffer>(
    (resolve, reject) =>
      void request({ host, port, path: '/', headers: { 'accept-encoding': 'br' } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
      })
        .on('error', reject)
        .end(),
  )
}

/** For the bare server: whatever is asked, it sends the same. */
export const bareCase = (base: string): Case => ({
  name: 'bare',
  lists: [[get(new URL(base).host, '/')]],
  connections: 32,
})

export const login = async (base: string, { email, password }: { email: string; password: string }) =>
  (
    await fetchJson<{ access_token: string }>(base + pathOf(logInByEmail), {
      method: 'POST',
      body: JSON.stringify({ e_mail: email, pass: password }),
    })
  ).access_token

export const get = (host: string, path: string, headers: Record<string, string> = {}) =>
  `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${Object.entries({
    'accept-language': 'en_US',
    'accept-encoding': 'br',
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

export const post = (host: string, path: string, token: string, body: unknown) => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

const PART_END = 'end-of-this-part'
/** A small text as an attachment. */
export const attach = (host: string, path: string, token: string, text: string) => {
  const part = (head: string, content: string) =>
    `--${PART_END}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  const body = `${part('name="source"', 'post_attachment')}${part('name="file"; filename="a.txt"', text)}--${PART_END}--\r\n`
  return `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${token}\r\ncontent-type: multipart/form-data; boundary=${PART_END}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** The questions to ask for: those with the highest score, whose pages hold most. */
const bestQuestions = async (base: string) =>
  (await fetchJson<{ list: Listed[] }>(`${base}${pathOf(questionPage)}?order=score&page_size=50`)).list

const longWords = (questions: Listed[]) =>
  [...new Set(questions.flatMap(({ title }) => title.toLowerCase().match(/\p{L}{5,}/gu) ?? []))].slice(0, 40)

/** Where the question's page really is, whichever form of link the site writes. */
const pathOfPage = async (base: string, question: string) =>
  new URL((await fetch(`${base}/questions/${question}`)).url).pathname

export const casesFor = async (base: string, token: string): Promise<Case[]> => {
  const { host } = new URL(base)
  const questions = await bestQuestions(base)
  const [best] = questions
  if (!best) throw new Error(`${base} has no questions`)
  const page = await pathOfPage(base, best.id)
  const infos = questions.slice(0, 20).map(({ id }) => get(host, `${pathOf(questionInfo)}?id=${id}`))
  const member = { authorization: token }
  const histories = questions.slice(0, 20).map(({ id }) => get(host, `${pathOf(revisions)}?object_id=${id}`))
  const timelines = questions
    .slice(0, 20)
    .map(({ id }) => get(host, `${pathOf(timeline)}?object_id=${id}&show_vote=true`, member))
  const searches = longWords(questions).map((word) =>
    get(host, `${pathOf(search)}?q=${encodeURIComponent(word)}&size=20`),
  )
  // Each connection has questions of its own, and takes each vote back before the next one.
  const votable = questions.filter(({ operator }) => operator.username !== 'admin')
  const votes = Array.from({ length: Math.min(VOTERS, votable.length) }, (_, n) =>
    votable
      .filter((_one, at) => at % VOTERS === n)
      .flatMap(({ id }) =>
        [false, true].map((is_cancel) =>
          post(host, pathOf(vote, { direction: 'up' }), token, { object_id: id, is_cancel }),
        ),
      ),
  )
  return [
    { name: 'home page, a stranger', lists: [[get(host, '/')]], connections: 32 },
    { name: 'question page, a stranger', lists: [[get(host, page)]], connections: 32 },
    {
      name: 'question page, a member (not cached)',
      lists: [[get(host, page, { cookie: `askwell_session=${token}` })]],
      connections: 8,
    },
    { name: 'API question/page', lists: [[get(host, `${pathOf(questionPage)}?page=1&order=newest`)]], connections: 32 },
    { name: 'API question/info', lists: [infos], connections: 32 },
    {
      name: 'API question/page of a tag',
      lists: [
        [get(host, `${pathOf(questionPage)}?page=1&order=active&tag=${encodeURIComponent(best.tags[0]!.slug_name)}`)],
      ],
      connections: 32,
    },
    {
      name: 'API question/recommend/page',
      lists: [[get(host, `${pathOf(recommendedQuestions)}?page=1`, member)]],
      connections: 8,
    },
    { name: 'API tags/page', lists: [[get(host, `${pathOf(tagsPage)}?page=1&query_cond=popular`)]], connections: 32 },
    { name: 'API revisions', lists: [histories], connections: 32 },
    { name: 'API activity/timeline', lists: [timelines], connections: 32 },
    {
      name: 'API report/unreviewed/post',
      lists: [[get(host, `${pathOf(flaggedPosts)}?page=1`, member)]],
      connections: 32,
    },
    { name: 'API search', lists: [searches], connections: 8 },
    ...(votes.length ? [{ name: 'API vote/up and back (durable)', lists: votes, connections: votes.length }] : []),
  ]
}
