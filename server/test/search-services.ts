import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Document {
  title: string
  text: string
  tags: string[]
}
interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  body: string
}
type Answer = [status: number, body?: unknown]

const LIMIT_BYTES = 256 * 1024
const wordsIn = (said: string): string[] => said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const has = (document: Document, word: string) =>
  [document.title, document.text, ...document.tags].some((part) => wordsIn(part).includes(word))

const serve = async (answer: (asked: Asked) => Answer) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { pathname: path, searchParams: query } = new URL(request.url!, 'http://here')
      asked.push(`${request.method} ${path}`)
      if (Buffer.byteLength(body) > LIMIT_BYTES) return void response.writeHead(413).end('{}')
      const [status, said = {}] = answer({ method: request.method!, path, query, headers: request.headers, body })
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(request.method === 'HEAD' ? '' : JSON.stringify(said))
    })
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  return {
    asked,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}

/** Speaks as Meilisearch does: changes are tasks, done a little later; one that can't be done fails there. */
export const meilisearch = async (key: string) => {
  const documents = new Map<string, Document>()
  const tasks: { left: number; error?: string }[] = []
  const task = (work: () => void, error?: string): Answer => {
    if (!error) work()
    tasks.push({ left: 1, error })
    return [202, { taskUid: tasks.length - 1, status: 'enqueued' }]
  }
  let settings: { searchableAttributes?: string[] } = {}
  const service = await serve(({ method, path, query, headers, body }) => {
    if (headers.authorization !== `Bearer ${key}`)
      return [403, { message: 'The provided API key is invalid.', code: 'invalid_api_key' }]
    const uid = /^\/tasks\/(\d+)$/.exec(path)?.[1]
    if (method === 'GET' && uid) {
      const found = tasks[Number(uid)]!
      if (found.left-- > 0) return [200, { status: 'processing' }]
      return [200, found.error ? { status: 'failed', error: { message: found.error } } : { status: 'succeeded' }]
    }
    const [, index, act] = /^\/indexes\/([\w-]+)\/(.+)$/.exec(path) ?? []
    if (!index) return [404, { message: 'Not found' }]
    const given = JSON.parse(body) as unknown
    switch (`${method} ${act}`) {
      case 'PATCH settings':
        return task(() => (settings = given as typeof settings))
      case 'POST documents': {
        const put = given as (Document & { id: string })[]
        const isWrong = query.get('primaryKey') !== 'id' || put.some(({ id }) => !/^[\w-]+$/.test(id))
        return task(
          () => put.forEach(({ id, ...document }) => documents.set(id, document)),
          isWrong ? 'Document identifier is invalid.' : undefined,
        )
      }
      case 'POST documents/delete-batch':
        return task(() => (given as string[]).forEach((id) => documents.delete(id)))
      case 'POST search': {
        const { q, page, hitsPerPage, attributesToRetrieve } = given as {
          q: string
          page: number
          hitsPerPage: number
          attributesToRetrieve?: string[]
        }
        if (!settings.searchableAttributes) return [404, { message: `Index \`${index}\` not found.` }]
        const found = [...documents].filter(([, document]) => wordsIn(q).every((word) => has(document, word)))
        const hits = found.slice((page - 1) * hitsPerPage, page * hitsPerPage)
        return [200, { hits: hits.map(([id]) => (attributesToRetrieve ? { id } : {})), totalHits: found.length }]
      }
      default:
        return [404, { message: 'Not found' }]
    }
  })
  return { ...service, documents }
}

interface Clause {
  multi_match: { query: string; fields: string[]; type: string; operator?: string }
}

/** Speaks as OpenSearch and Elasticsearch do, as far as one index and words go. */
export const opensearch = async (username: string, password: string) => {
  const documents = new Map<string, Document>()
  const state: { mappings?: unknown } = {}
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const failed = (status: number, type: string): Answer => [status, { error: { type, reason: type }, status }]
  const service = await serve(({ method, path, query, headers, body }) => {
    if (headers.authorization !== expected) return failed(401, 'security_exception')
    const [, , act] = /^\/([a-z][\w-]*)(?:\/(\w+))?$/.exec(path) ?? []
    if (method === 'HEAD') return [state.mappings ? 200 : 404]
    if (method === 'PUT' && !act) {
      if (state.mappings) return failed(400, 'resource_already_exists_exception')
      state.mappings = (JSON.parse(body) as { mappings: unknown }).mappings
      return [200, { acknowledged: true }]
    }
    if (!state.mappings) return failed(404, 'index_not_found_exception')
    if (act === '_bulk') {
      if (headers['content-type'] !== 'application/x-ndjson' || !body.endsWith('\n'))
        return failed(400, 'illegal_argument_exception')
      const lines = body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, { _id: string }>)
      while (lines.length) {
        const line = lines.shift()!
        if (line.index) documents.set(line.index._id, lines.shift() as unknown as Document)
        else documents.delete(line.delete!._id)
      }
      return [200, query.get('filter_path') ? { errors: false } : { errors: false, items: [] }]
    }
    if (act !== '_search') return failed(400, 'illegal_argument_exception')
    const {
      query: asked,
      from,
      size,
      track_total_hits,
    } = JSON.parse(body) as {
      query: { bool: { must: Clause[] } }
      from: number
      size: number
      track_total_hits: boolean
    }
    if (from + size > 10_000) return failed(400, 'illegal_argument_exception')
    const fits = (document: Document, { multi_match: { query: said, type } }: Clause) =>
      type === 'phrase'
        ? [document.title, document.text].some((part) => wordsIn(part).join(' ').includes(wordsIn(said).join(' ')))
        : wordsIn(said).every((word) => has(document, word))
    const found = [...documents].filter(([, document]) => asked.bool.must.every((clause) => fits(document, clause)))
    const total = { value: track_total_hits ? found.length : Math.min(found.length, 10_000), relation: 'eq' }
    return [200, { hits: { total, hits: found.slice(from, from + size).map(([_id]) => ({ _id })) } }]
  })
  return { ...service, documents, state }
}
