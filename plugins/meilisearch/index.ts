import { setTimeout } from 'node:timers/promises'
import { type Kit, plugin, type SearchedPost, textOf } from '@askwell/plugin-kit'

const TEXT_CHARACTERS = 20_000
/** One request through the site has at most 256 KB. */
const REQUEST_BYTES = 200_000
/** Changes are done one after another there; what takes longer than this, all of them together, is left to it: the site waits twenty seconds. */
const PATIENCE_MS = 8000
const WAIT_MS = 250

const SETTINGS = {
  searchableAttributes: ['title', 'tags', 'text'],
  displayedAttributes: ['id'],
  filterableAttributes: ['object_type', 'tags'],
}

interface Task {
  taskUid: number
}

const call = async <T>({ config, fetch }: Kit, method: string, path: string, body?: unknown): Promise<T> => {
  const key = textOf(config, 'api_key')
  const response = await fetch(`${textOf(config, 'server').replace(/\/$/, '')}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const said = (await response.json().catch(() => ({}))) as T & { message?: string }
  if (!response.ok) throw new Error(`Meilisearch answered ${response.status}: ${said.message ?? ''}`)
  return said
}

const indexPath = ({ config }: Kit) => `/indexes/${encodeURIComponent(textOf(config, 'index'))}`

/** It only says that it has understood; whether it was done stands in its task. */
const done = async (kit: Kit, { taskUid }: Task, until: number) => {
  while (Date.now() < until) {
    const task = await call<{ status: string; error?: { message?: string } }>(kit, 'GET', `/tasks/${taskUid}`)
    if (task.status === 'failed' || task.status === 'canceled')
      throw new Error(`Meilisearch couldn't do it: ${task.error?.message ?? task.status}`)
    if (task.status === 'succeeded') return
    await setTimeout(WAIT_MS)
  }
}

const setUp = async (kit: Kit, until: number) =>
  done(kit, await call<Task>(kit, 'PATCH', `${indexPath(kit)}/settings`, SETTINGS), until)

/** Once for each process. */
let ready: Promise<void> | undefined
const isReady = (kit: Kit, until: number) =>
  (ready ??= setUp(kit, until).catch((error: unknown) => {
    ready = undefined
    throw error
  }))

/** As many as fit into one request. */
const inRequests = (posts: SearchedPost[]) => {
  const requests: SearchedPost[][] = []
  let bytes = Infinity
  for (const post of posts) {
    const short = { ...post, text: post.text.slice(0, TEXT_CHARACTERS) }
    const more = Buffer.byteLength(JSON.stringify(short))
    if (bytes + more > REQUEST_BYTES) {
      requests.push([])
      bytes = 0
    }
    requests.at(-1)!.push(short)
    bytes += more
  }
  return requests
}

export default plugin({
  search: {
    async index({ put, remove }, kit) {
      const until = Date.now() + PATIENCE_MS
      await isReady(kit, until)
      for (const posts of inRequests(put))
        await done(kit, await call<Task>(kit, 'POST', `${indexPath(kit)}/documents?primaryKey=id`, posts), until)
      if (remove.length)
        await done(kit, await call<Task>(kit, 'POST', `${indexPath(kit)}/documents/delete-batch`, remove), until)
    },
    async query({ q, page, page_size }, kit) {
      const { hits, totalHits } = await call<{ hits: { id: string }[]; totalHits: number }>(
        kit,
        'POST',
        `${indexPath(kit)}/search`,
        { q, page, hitsPerPage: page_size, attributesToRetrieve: ['id'], matchingStrategy: 'all' },
      )
      return { ids: hits.map(({ id }) => id), count: totalHits }
    },
  },
})
